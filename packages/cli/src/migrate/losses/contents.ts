import type postgres from 'postgres';

import { id } from '../plan/statement.js';

/** A table or sequence as it is between two statements of a run, and what it was before the run. */
export interface Table {
  /** The name before the run. Absent if the run created it. */
  readonly former?: string;
  /** Whether statements of the run have written to it. */
  isWritten: boolean;
  /** Whether the run may have copied content to it that was there before the run. */
  hasCopies: boolean;
  /** Empty for a table that the run created, which is judged as a whole. */
  readonly columns: Map<string, RunColumn>;
}

export interface RunColumn {
  /** The name before the run. Absent if the run created it. */
  readonly former?: string;
  isWritten: boolean;
  /** Whether the run has changed or copied content that was there before the run. */
  hasCopies: boolean;
}

/** The tables of a database by their current names, while a run is followed. */
export interface Contents {
  readonly tables: Map<string, Table>;
  /** The content types before the run, by current name. A type that is not in here has the same name. */
  readonly types: Map<string, string | undefined>;
  /** Whether a query on the database before the run finds a row. */
  readonly finds: (rows: string) => Promise<boolean>;
}

/** The tables that a database has before a run. */
export async function contentsOf(sql: postgres.Sql | postgres.TransactionSql): Promise<Contents> {
  const found = await sql<{ name: string; columns: string[] }[]>`
    select c.relname as name, coalesce(json_agg(a.attname) filter (where a.attnum > 0 and not a.attisdropped), '[]') as columns
    from pg_class c left join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = (select oid from pg_namespace where nspname = current_schema()) and c.relkind in ('r', 'p', 'S')
      and c.relname not in ('cg_schema', 'cg_migrations')
    group by c.oid, c.relname`;
  const known = new Map<string, Promise<boolean>>();
  return {
    tables: new Map(
      found.map(({ name, columns }) => [
        name,
        {
          former: name,
          isWritten: false,
          hasCopies: false,
          columns: new Map(
            columns.map((column) => [column, { former: column, isWritten: false, hasCopies: false }] as const),
          ),
        },
      ]),
    ),
    types: new Map(),
    finds: (rows) => {
      const asked = known.get(rows) ?? sql.unsafe(`SELECT 1 FROM (${rows}) r LIMIT 1`).then((some) => some.length > 0);
      known.set(rows, asked);
      return asked;
    },
  };
}

/** Whether a table may hold content that was there before the run. */
export async function holds({ finds }: Contents, { former, hasCopies }: Table): Promise<boolean> {
  return hasCopies || (former !== undefined && finds(`SELECT 1 FROM ${id(former)}`));
}

/** Whether a column may hold content that was there before the run. */
export async function columnHolds(contents: Contents, table: Table, column: RunColumn | undefined): Promise<boolean> {
  if (!(await holds(contents, table))) return false;
  // A column of a table that the run has filled.
  if (column === undefined || table.former === undefined || column.hasCopies) return true;
  if (column.former === undefined) return false;
  return contents.finds(`SELECT 1 FROM ${id(table.former)} WHERE ${id(column.former)} IS NOT NULL`);
}

/** The tables whose names a statement contains, also in texts and in the bodies of functions. */
export function mentioned({ tables }: Contents, sql: string): readonly Table[] {
  const words = wordsOf(sql);
  return [...tables].flatMap(([name, table]) => (words.has(name.toLowerCase()) ? [table] : []));
}

/** The names in a statement. PostgreSQL folds names without quotes to lower case. */
export function wordsOf(sql: string): ReadonlySet<string> {
  return new Set([...sql.matchAll(/[\p{L}_][\p{L}\p{N}_$]*/gu)].map(([word]) => word.toLowerCase()));
}
