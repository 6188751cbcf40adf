import type { SchemaState, State } from '../state/state.js';
import type { DdlContext } from './ddl.js';
import { tableOf } from './schema-edit.js';
import { type Statement, id, statement, sqlText } from './statement.js';

/** Adds the triggers that count the rows of content types: to new tables, and once to those of older runtimes. */
export async function keepTotals(
  old: SchemaState,
  { schema, model }: State,
  { isNew, online }: DdlContext,
): Promise<readonly Statement[]> {
  // An older runtime in the project.
  if (tableOf(schema, 'cg_totals') === undefined) return [];
  const isFirst = tableOf(old, 'cg_totals') === undefined;
  const tables = Object.values(model.types)
    .map(({ table }) => table)
    .filter((table) => isFirst || isNew(table));
  const { totalFunctions } = await import('@content-gen/runtime/tables');
  return [
    ...(isFirst ? totalFunctions.map((sql) => statement('safe', 'counts rows as they change', sql)) : []),
    ...tables.map((table) => {
      const sql = `SELECT cg_keep_total(${sqlText(id(table))})`;
      if (isNew(table)) return statement('safe', 'counts the rows of a new table', sql);
      return { ...statement('locks', 'blocks writes until the rows are counted', sql), alone: online };
    }),
  ];
}
