import type postgres from 'postgres';

import { type Statement, losesData } from './statement.js';

/** The data-losing statements that would find data in this database. */
export async function realLosses(
  sql: postgres.TransactionSql,
  statements: readonly Statement[],
): Promise<readonly Statement[]> {
  const losing = statements.filter((one) => losesData([one]));
  // After a rename, a name in a statement may mean another table, so the probes do not work.
  const probes = statements.some((one) => / RENAME /.test(one.sql)) ? [] : losing.flatMap(probeOf);
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
  readonly where: string;
}

const DROPPED_COLUMN = /^ALTER TABLE ("(?:[^"]|"")+") DROP COLUMN ("(?:[^"]|"")+")$/;
const DROPPED_TABLE = /^DROP TABLE ("(?:[^"]|"")+")$/;
const REMOVED_TYPE = /^DELETE FROM ("cg_documents") WHERE ("type" = '(?:[^']|'')+')$/;

function probeOf(statement: Statement): readonly Probe[] {
  const [, table, column] = DROPPED_COLUMN.exec(statement.sql) ?? [];
  if (table && column) return [{ statement, table, where: `${column} IS NOT NULL` }];
  const [, dropped] = DROPPED_TABLE.exec(statement.sql) ?? [];
  if (dropped) return [{ statement, table: dropped, where: 'true' }];
  const [, documents, where] = REMOVED_TYPE.exec(statement.sql) ?? [];
  return documents && where ? [{ statement, table: documents, where }] : [];
}

async function holding(sql: postgres.TransactionSql, probes: readonly Probe[]): Promise<readonly Statement[]> {
  const found: Statement[] = [];
  for (const { statement, table, where } of probes) {
    const rows = await sql.unsafe(`SELECT 1 FROM ${table} WHERE ${where} LIMIT 1`);
    if (rows.length > 0) found.push(statement);
  }
  return found;
}
