import type postgres from 'postgres';

import { lostRows } from './values/row-checks.js';
import { type Statement, losesData } from './statement.js';

/** The data-losing statements that would find data in this database. */
export async function realLosses(
  sql: postgres.TransactionSql,
  statements: readonly Statement[],
): Promise<readonly Statement[]> {
  const losing = statements.filter((one) => losesData([one]));
  // After a rename, a name in a statement may mean another table, so the probes do not work.
  const probes = statements.some((one) => / RENAME /.test(one.sql))
    ? []
    : losing.flatMap((one) => probeOf(one, statements));
  const found = await holding(sql, probes);
  const unknown = losing.filter((one) => !probes.some(({ statement }) => statement === one));
  if (found.length + unknown.length > 0) return losing.filter((one) => unknown.includes(one) || found.includes(one));

  // The lock prevents writes between the last probe and the statement.
  const tables = [...new Set(probes.map(({ table }) => table))].sort();
  for (const table of tables) await sql.unsafe(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return holding(sql, probes);
}

/** A query that finds out whether a statement would lose data. */
interface Probe {
  readonly statement: Statement;
  readonly table: string;
  /** A query for what would be lost. */
  readonly rows: string;
}

const DROPPED_COLUMN = /^ALTER TABLE ("(?:[^"]|"")+") DROP COLUMN ("(?:[^"]|"")+")$/;
const DROPPED_TABLE = /^DROP TABLE ("(?:[^"]|"")+")$/;
const REMOVED_TYPE = /^DELETE FROM ("cg_documents") WHERE ("type" = '(?:[^']|'')+')$/;

const CHANGED_TABLE = /^(?:UPDATE|DELETE FROM) ("(?:[^"]|"")+")/;

function probeOf(statement: Statement, all: readonly Statement[]): readonly Probe[] {
  const [, column, dropped] = DROPPED_COLUMN.exec(statement.sql) ?? [];
  const [, table] = DROPPED_TABLE.exec(statement.sql) ?? [];
  const [, documents, where] = REMOVED_TYPE.exec(statement.sql) ?? [];
  const [, changed] = CHANGED_TABLE.exec(statement.sql) ?? [];
  if (column && dropped)
    return [{ statement, table: column, rows: `SELECT 1 FROM ${column} WHERE ${dropped} IS NOT NULL` }];
  if (table) return [{ statement, table, rows: `SELECT 1 FROM ${table}` }];
  if (documents && where) return [{ statement, table: documents, rows: `SELECT 1 FROM ${documents} WHERE ${where}` }];
  // The statement before it counts what it loses.
  const counting = all[all.indexOf(statement) - 1];
  const rows = counting === undefined ? undefined : lostRows(counting);
  return changed && rows ? [{ statement, table: changed, rows }] : [];
}

async function holding(sql: postgres.TransactionSql, probes: readonly Probe[]): Promise<readonly Statement[]> {
  const found: Statement[] = [];
  for (const { statement, rows } of probes) {
    const some = await sql.unsafe(`SELECT 1 FROM (${rows}) r LIMIT 1`);
    if (some.length > 0) found.push(statement);
  }
  return found;
}
