import type { AllowedChange } from '../config/define.js';
import type { Change } from './change.js';

export interface Allowances {
  readonly isExpired: (allowance: AllowedChange) => boolean;
  /** The allowance of a change. An expired one allows nothing. */
  readonly of: (change: Change) => AllowedChange | undefined;
  /** Allowances that no change needs. */
  readonly unusedBy: (changes: readonly Change[]) => readonly AllowedChange[];
}

export function allowancesOf(allowances: readonly AllowedChange[], today: Date): Allowances {
  // The day counts until its end everywhere on earth, and a text of ISO dates compares like the dates.
  const day = new Date(today.getTime() - 12 * 3_600_000).toISOString().slice(0, 10);
  const isExpired = ({ until }: AllowedChange) => until.slice(0, 10) < day;
  return {
    isExpired,
    of: (change) => allowances.find((each) => !isExpired(each) && matches(each, change)),
    unusedBy: (changes) => allowances.filter((each) => !changes.some((change) => matches(each, change))),
  };
}

function matches({ change, at }: AllowedChange, { code, subject }: Change): boolean {
  if (change !== code) return false;
  const [first = '', ...rest] = at.split('*');
  const last = rest.at(-1);
  if (last === undefined) return subject === at;
  if (!subject.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest.slice(0, -1)) {
    const found = subject.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return subject.length - last.length >= from && subject.endsWith(last);
}
