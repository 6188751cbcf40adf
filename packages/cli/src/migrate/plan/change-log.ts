import type { SchemaState } from '../state/state.js';
import { tableOf } from './schema-edit.js';
import { type Statement, statement } from './statement.js';

/** drizzle-kit knows no partitions. */
export async function partitioned(sql: string): Promise<string> {
  if (!sql.startsWith('CREATE TABLE "cg_changes" ')) return sql;
  const { CHANGES_PARTITIONED } = await import('@content-gen/runtime/tables');
  return `${sql} ${CHANGES_PARTITIONED}`;
}

/** Adds the partitions of a new log of changes, and the function that adds and drops them from then on. */
export async function keepChanges(old: SchemaState, next: SchemaState): Promise<readonly Statement[]> {
  if (tableOf(next, 'cg_changes') === undefined || tableOf(old, 'cg_changes') !== undefined) return [];
  const { changeFunctions } = await import('@content-gen/runtime/tables');
  return changeFunctions.map((sql) => statement('safe', 'partitions of the log of changes', sql));
}
