/** A row by column. Every value is text, so that one decoder serves all engines and no number loses digits. */
export type Row = Readonly<Record<string, string | null>>;

/** A connection to the database of a Strapi project. All reads see the same moment, although the project may run. */
export interface Engine {
  /** `PostgreSQL`: for messages. */
  readonly name: string;
  readonly quoted: (identifier: string) => string;
  /** An expression that gives the text of a column without loss. Takes a quoted name. */
  readonly text: (column: string) => string;
  /** The columns of each table in their order. */
  readonly tables: () => Promise<ReadonlyMap<string, readonly string[]>>;
  readonly rows: (statement: string) => Promise<readonly Row[]>;
  readonly close: () => Promise<void>;
}

const BATCH = 1000;

/** The rows of a table in the order of their ids, some at a time. */
export async function* batches(
  engine: Engine,
  table: string,
  columns: readonly string[],
): AsyncIterable<readonly Row[]> {
  const id = storedColumn(engine, 'id');
  for (let last = 0; ;) {
    const rows = await engine.rows(
      `${selection(engine, table, columns)} where ${id} > ${last} order by ${id} limit ${BATCH}`,
    );
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = idOf(rows.at(-1));
  }
}

/** Selects columns as text, each under the name of the column. Conditions and orders use `storedColumn`. */
export function selection(engine: Engine, table: string, columns: readonly string[]): string {
  const list = columns.map((column) => `${engine.text(storedColumn(engine, column))} as ${engine.quoted(column)}`);
  return `select ${list.join(', ')} from ${engine.quoted(table)} t`;
}

/** A column of the table of `selection`. An order by the bare name would sort by the selected text: 10 before 9. */
export function storedColumn(engine: Engine, column: string): string {
  return `t.${engine.quoted(column)}`;
}

/** The number in a column. Becomes part of statements, so nothing else than a number passes. */
export function idOf(row: Row | undefined, column = 'id'): number {
  const id = Number(row?.[column] ?? Number.NaN);
  if (!Number.isSafeInteger(id)) throw new Error(`The column ${column} has a value that is no id: ${row?.[column]}`);
  return id;
}
