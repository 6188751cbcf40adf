import type { BoundedCache, CountedTotal } from '../content/index.js';
import type { Value } from '../database/index.js';
import type { PageStatement } from '../sql/index.js';

/** The values of a statement, with its last total. The database uses it if its snapshot is still the same. */
export function withKnownTotal(totals: BoundedCache<CountedTotal>, { values, total }: PageStatement): readonly Value[] {
  if (total === undefined) return values;
  const known = totals.get(total.key);
  return known === undefined ? values : values.toSpliced(total.slot, 2, known.snapshot, known.total);
}

export function rememberTotal(
  totals: BoundedCache<CountedTotal>,
  statement: PageStatement,
  { total, snapshot }: { readonly total: string | undefined; readonly snapshot: string | undefined },
): void {
  if (statement.total === undefined || total === undefined || snapshot === undefined) return;
  totals.set(statement.total.key, { snapshot, total });
}
