import type { Executor, RawRow } from '../database/index.js';
import { type Param, createParams } from './statement.js';

/** One part of the loaded data. Calling it before the statement has run is an error. */
export type Part<T> = () => T;

/** Collects queries and runs all of them in one statement. */
export interface Loader {
  /** A scalar expression of type json, or null. */
  add<T>(expression: (param: Param) => string): Part<T>;
  /** The rows of a query as a list. */
  list<T>(query: (param: Param) => string): Part<readonly T[]>;
  load(executor: Executor): Promise<void>;
}

export function createLoader(): Loader {
  const { values, param } = createParams();
  const expressions: string[] = [];
  let loaded: readonly unknown[] | undefined;

  const add: Loader['add'] = <T>(expression: (param: Param) => string): Part<T> => {
    const index = expressions.push(expression(param)) - 1;
    return () => {
      if (loaded === undefined) throw new Error('A part was read before the loader has run its statement');
      // The caller's query decides the type: Postgres built this JSON from it.
      return loaded[index] as T;
    };
  };
  return {
    add,
    list: <T>(query: (param: Param) => string) => {
      const part = add<readonly T[] | null>((p) => `(select json_agg(x) from (${query(p)}) x)`);
      return () => part() ?? [];
    },
    async load(executor) {
      const columns = expressions.map((expression, index) => `${expression} as "${index}"`);
      const [row] = await executor.rows<Record<string, string | null>>(`select ${columns.join(', ')}`, values);
      if (row === undefined) throw new Error('The statement of a loader returned no row');
      loaded = expressions.map((_, index): unknown => {
        const json = row[index];
        return json === null || json === undefined ? null : JSON.parse(json);
      });
    },
  };
}

/** Runs one statement whose values become parameters while its text is written. */
export async function run<Row extends object>(
  executor: Executor,
  text: (param: Param) => string,
): Promise<readonly Row[]> {
  const { values, param } = createParams();
  return executor.rows<Row>(text(param), values);
}

/** Runs one statement like `run`, and returns the rows as the bytes that PostgreSQL sent. */
export async function runRaw(executor: Executor, text: (param: Param) => string): Promise<readonly RawRow[]> {
  const { values, param } = createParams();
  return executor.raw(text(param), values);
}

/**
 * Runs several writes in one statement. The writes must not touch the same rows, because all of them see the state
 * before the statement.
 */
export async function runTogether(executor: Executor, writes: readonly ((param: Param) => string)[]): Promise<void> {
  const [first, ...others] = writes;
  if (first === undefined) return;
  await run(executor, (param) =>
    others.length === 0
      ? first(param)
      : `with ${writes.map((write, index) => `w${index} as (${write(param)})`).join(', ')} select 1`,
  );
}
