import type { Executor, Value } from '../database/index.js';

/** A row as the bytes that Postgres sent. */
export type RawRow = readonly (Buffer | null)[];

/** A statement that returns at most one row, with the decoder of that row. */
export interface Statement<Row> {
  readonly text: string;
  readonly values: readonly Value[];
  /** `undefined`: the statement returned no row. */
  readonly decode: (row: RawRow | undefined) => Row;
}

/**
 * Runs a statement. `values` replaces its values, for statements that are used again; `type` is the type that the
 * statement reads.
 */
export async function readRow<Row>(
  executor: Pick<Executor, 'raw'>,
  statement: Statement<Row>,
  values = statement.values,
  type?: string,
): Promise<Row> {
  const [row] = await executor.raw(statement.text, values, type);
  return statement.decode(row);
}

/** The output columns of a statement. The select list and the decoder follow the same list of names. */
export interface Columns<Name extends string> {
  readonly names: readonly Name[];
  /** `expression as name, …` */
  select(expressions: Readonly<Record<Name, string>>): string;
  /** The values of a row by name. Throws if the row does not have exactly these columns. */
  read(row: RawRow): (name: Name) => Buffer | null;
}

export function columnsOf<Name extends string>(...names: readonly Name[]): Columns<Name> {
  const index = new Map(names.map((name, position) => [name, position]));
  return {
    names,
    select: (expressions) => names.map((name) => `${expressions[name]} as ${name}`).join(', '),
    read(row) {
      if (row.length !== names.length) throw new Error(`Expected the columns ${names.join(', ')}, got ${row.length}`);
      return (name) => row[index.get(name) ?? -1] ?? null;
    },
  };
}
