import type { Executor } from '../database/database.js';
import { type Param, createParams } from './params.js';

export type { Param } from './params.js';

/** One part of what a write has to know. Readable once everything was loaded. */
export type Part<T> = () => T;

/** Collects what a write has to know and asks for all of it in one statement. */
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
      if (loaded === undefined) throw new Error('not loaded yet');
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
      loaded = expressions.map((_, index) => {
        const json = row![index];
        return json === null || json === undefined ? null : (JSON.parse(json) as unknown);
      });
    },
  };
}

/** Runs one statement. */
export async function run<Row extends object>(
  executor: Executor,
  text: (param: Param) => string,
): Promise<readonly Row[]> {
  const { values, param } = createParams();
  return executor.rows<Row>(text(param), values);
}

/** Runs parts that write, in one statement. They must not touch the same rows: they all see what was there before. */
export async function runParts(executor: Executor, parts: readonly ((param: Param) => string)[]): Promise<void> {
  if (parts.length === 0) return;
  await run(executor, (param) =>
    parts.length === 1
      ? parts[0]!(param)
      : `with ${parts.map((part, index) => `w${index} as (${part(param)})`).join(', ')} select 1`,
  );
}
