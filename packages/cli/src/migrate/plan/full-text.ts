import type { SchemaState } from '../state/state.js';
import { type Statement, statement } from './statement.js';

/** Creates the functions of full-text indexes before the first of them. */
export async function fullTextFunctionsFor(old: SchemaState, next: SchemaState): Promise<readonly Statement[]> {
  if (hasFullText(old) || !hasFullText(next)) return [];
  const { fullTextFunctions } = await import('@content-gen/runtime/tables');
  return fullTextFunctions.map((sql) => statement('safe', 'the words of a full-text index', sql));
}

function hasFullText({ tables }: SchemaState): boolean {
  return Object.values(tables).some(({ indexes }) =>
    Object.values(indexes).some(({ columns }) =>
      columns.some(({ expression }) => expression.includes('cg_search_vector')),
    ),
  );
}
