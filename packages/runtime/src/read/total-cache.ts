import type { BoundedCache } from '../content/bounded-cache.js';
import type { CountedTotal } from '../content/state.js';
import type { Value } from '../database/database.js';
import type { Statement } from '../sql/select.js';

/** The values of a statement, with its last total. The database decides whether that total is still valid. */
export function withKnownTotal(totals: BoundedCache<CountedTotal>, { values, counted }: Statement): readonly Value[] {
  const known = counted && totals.get(counted.key);
  return counted && known ? values.toSpliced(counted.place, 2, known.snapshot, known.total) : values;
}

export function rememberTotal(
  totals: BoundedCache<CountedTotal>,
  { counted }: Statement,
  total: Buffer | null | undefined,
  snapshot: Buffer | null | undefined,
): void {
  if (counted === undefined || !total || !snapshot) return;
  totals.set(counted.key, { snapshot: snapshot.toString(), total: total.toString() });
}
