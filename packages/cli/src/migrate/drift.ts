import type postgres from 'postgres';

import { trigramIndexes } from './plan/trigrams.js';
import type { SchemaState, TableState } from './state/state.js';
import { hasTrigramExtension } from './trigram-extension.js';

type Sql = postgres.Sql | postgres.TransactionSql;

interface Found {
  readonly columns: ReadonlyMap<string, { readonly type: string; readonly notNull: boolean }>;
  /** Whether PostgreSQL can use the index. */
  readonly indexes: ReadonlyMap<string, boolean>;
  /** Whether PostgreSQL has validated the constraint. */
  readonly keys: ReadonlyMap<string, boolean>;
}

interface Drift {
  /** The differences between the tables of a database and their expected state. */
  readonly drift: readonly string[];
  /** The names of indexes that the database cannot have, so that migrations leave them out. */
  readonly leftOut: readonly string[];
}

/** Compares the tables of a database with their expected state. Ignores tables that content-gen did not create. */
export async function findDrift(sql: Sql, { tables }: SchemaState): Promise<Drift> {
  const found = await tablesIn(
    sql,
    Object.values(tables).map(({ name }) => name),
  );
  const impossible = (await hasTrigramExtension(sql)) ? [] : Object.values(tables).flatMap(trigramIndexes);
  const drift = Object.values(tables).flatMap((table) => {
    const actual = found.get(table.name);
    return actual === undefined ? [`table ${table.name} is missing`] : differences(table, actual, impossible);
  });
  return { drift, leftOut: impossible };
}

function differences(
  table: TableState,
  { columns, indexes, keys }: Found,
  impossible: readonly string[],
): readonly string[] {
  const lines: string[] = [];
  for (const column of Object.values(table.columns)) {
    const name = `${table.name}.${column.name}`;
    const actual = columns.get(column.name);
    if (actual === undefined) lines.push(`column ${name} is missing`);
    else if (actual.type !== normalType(column.type)) {
      lines.push(`column ${name} is ${actual.type} instead of ${normalType(column.type)}`);
    } else if (actual.notNull !== column.notNull) {
      lines.push(`column ${name} ${column.notNull ? 'may be null' : 'may not be null'}`);
    }
  }
  for (const name of columns.keys()) {
    if (!table.columns[name]) lines.push(`column ${table.name}.${name} is not in the definitions`);
  }
  for (const name of Object.keys(table.indexes)) {
    if (impossible.includes(name)) continue;
    if (!indexes.has(name)) lines.push(`index ${name} is missing`);
    else if (!indexes.get(name)) lines.push(`index ${name} is not valid, because its build did not finish`);
  }
  for (const name of Object.keys(table.foreignKeys)) {
    if (!keys.has(name)) lines.push(`constraint ${name} is missing`);
    else if (!keys.get(name)) lines.push(`constraint ${name} is not validated`);
  }
  return lines;
}

interface Row {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly notNull: boolean }[] | null;
  readonly indexes: readonly { readonly name: string; readonly valid: boolean }[] | null;
  readonly keys: readonly { readonly name: string; readonly valid: boolean }[] | null;
}

async function tablesIn(sql: Sql, names: readonly string[]): Promise<ReadonlyMap<string, Found>> {
  const rows = await sql<Row[]>`
    select c.relname as name,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'notNull', attnotnull))
         from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      (select json_agg(json_build_object('name', i.relname, 'valid', x.indisvalid))
         from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = c.oid) as indexes,
      (select json_agg(json_build_object('name', conname, 'valid', convalidated))
         from pg_constraint where conrelid = c.oid and contype = 'f') as keys
    from jsonb_array_elements_text(${sql.json([...names])}) n(name) join pg_class c on c.oid = to_regclass(quote_ident(n.name))`;
  return new Map(
    rows.map(({ name, columns, indexes, keys }) => [
      name,
      {
        columns: new Map(columns?.map((column) => [column.name, column])),
        indexes: new Map(indexes?.map((index) => [index.name, index.valid])),
        keys: new Map(keys?.map((key) => [key.name, key.valid])),
      },
    ]),
  );
}

/** The spelling of PostgreSQL. */
function normalType(type: string): string {
  const spelled = type.replaceAll(/\s*([(,])\s*/g, '$1');
  return /^time(\(\d\))?$/.test(spelled) ? `${spelled} without time zone` : spelled;
}
