import type { SortSite } from '../../plan/index.js';

/** The sort key that exceeded the budget of rows for sorting. */
export interface OverSorted {
  /** The index of the key in `sites`, or null. */
  readonly index: string;
  readonly sites: readonly SortSite[];
}

const NEVER_OVER: OverSorted = { index: 'null::integer', sites: [] };

/** The key that exceeded the budget in either of two walks. */
export function eitherOver(one: OverSorted = NEVER_OVER, other: OverSorted = NEVER_OVER): OverSorted {
  if (other.sites.length === 0) return one;
  if (one.sites.length === 0) return other;
  const index = `coalesce(${one.index}, ${one.sites.length} + ${other.index})`;
  return { index, sites: [...one.sites, ...other.sites] };
}
