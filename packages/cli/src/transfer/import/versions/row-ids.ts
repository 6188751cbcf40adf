import type { Transaction } from '../staging.js';

/** Returns the next id. */
export type NextId = () => number;

/** Takes `count` ids from a sequence; `name` is an expression. The ids belong to the caller alone. */
export async function takeIds(tx: Transaction, name: string, count: number): Promise<NextId> {
  const ids = count === 0 ? [] : await fetchIds(tx, name, count);
  let given = 0;
  return () => {
    const id = ids[given++];
    if (id === undefined) throw new Error(`Only ${count} ids were taken`);
    return id;
  };
}

async function fetchIds(tx: Transaction, name: string, count: number): Promise<readonly number[]> {
  const [row] = await tx.unsafe<{ ids: readonly number[] }[]>(
    `select json_agg(nextval(s.name)) as ids
     from (select ${name}::regclass as name offset 0) s, generate_series(1, ${count})`,
  );
  return row?.ids ?? [];
}
