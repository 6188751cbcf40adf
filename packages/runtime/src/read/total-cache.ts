import type { Content, CountedTotal } from '../content/index.js';
import type { Value } from '../database/index.js';
import type { PageStatement } from '../sql/index.js';

/** In milliseconds. If the last count took longer, requests wait for the count of another request. */
const SLOW = 50;
/** How often a request waits for the count of another request before it counts itself. */
const MAX_WAITS = 2;

interface Counted {
  readonly total: string | undefined;
  readonly state: string | undefined;
}

type Totals = Pick<Content, 'totals' | 'counts' | 'database'>;

/**
 * Reads a page with its last total, which the database uses if that total still holds; otherwise the statement counts.
 * One request at a time does a slow count: others read with the known total, and wait only if it is outdated.
 */
export async function readCounted<Row extends Counted>(
  content: Totals,
  { values, total: slot }: Pick<PageStatement, 'values' | 'total'>,
  read: (values: readonly Value[]) => Promise<Row>,
): Promise<Row> {
  // A transaction sees its own rows, so its totals hold for no other statement.
  if (slot === undefined || content.database.joined === true) return read(values);
  const key = `${slot.from} ${JSON.stringify(values.slice(0, slot.values))}`;
  const readWith = (known: CountedTotal | undefined, mayCount: boolean) =>
    read(known === undefined ? values : values.toSpliced(slot.slot, 3, known.state, known.total, mayCount));
  for (let waits = 0; ; waits += 1) {
    const known = content.totals.get(key);
    const counting = known?.isSlow === true && waits < MAX_WAITS ? content.counts.get(key) : undefined;
    if (known === undefined || counting === undefined) return lead(content, key, known, readWith(known, true));
    const row = await readWith(known, false);
    if (row.total !== undefined) return row;
    await counting.catch(() => undefined);
  }
}

/** Lets other requests wait for a statement that counts if necessary, and remembers the total of the statement. */
async function lead<Row extends Counted>(
  { totals, counts }: Totals,
  key: string,
  known: CountedTotal | undefined,
  reading: Promise<Row>,
): Promise<Row> {
  const startedAt = performance.now();
  counts.set(key, reading);
  try {
    const row = await reading;
    const { state, total } = row;
    if (state !== undefined && total !== undefined && state !== known?.state) {
      totals.set(key, { state, total, isSlow: performance.now() - startedAt > SLOW }, key.length);
    }
    return row;
  } finally {
    if (counts.get(key) === reading) counts.delete(key);
  }
}
