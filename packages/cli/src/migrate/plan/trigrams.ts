import type { SchemaState, TableState } from '../state/state.js';
import { type Statement, statement } from './statement.js';

/** The operator class of trigram indexes. The extension pg_trgm has it. */
const operatorClass = 'gin_trgm_ops';

/** Whether a statement builds an index that only a database with the extension pg_trgm can have. */
export function isTrigramIndex({ sql }: Pick<Statement, 'sql'>): boolean {
  return /^CREATE INDEX/i.test(sql) && sql.includes(operatorClass);
}

/**
 * Creates the extension for the first trigram indexes. Some databases do not have it, or their user may not create it:
 * then searches read whole tables, so this is no reason to fail.
 */
export function trigramExtension(old: SchemaState, next: SchemaState): readonly Statement[] {
  if (hasTrigrams(old) || !hasTrigrams(next)) return [];
  const sql = [
    'DO $$',
    'BEGIN',
    '  CREATE EXTENSION IF NOT EXISTS pg_trgm;',
    'EXCEPTION WHEN OTHERS THEN',
    `  RAISE WARNING 'Searches read whole tables, because this database has no extension pg_trgm: %', SQLERRM;`,
    'END $$',
  ].join('\n');
  return [statement('safe', 'the extension of trigram indexes, if the database has it', sql)];
}

function hasTrigrams({ tables }: SchemaState): boolean {
  return Object.values(tables).some((table) => trigramIndexes(table).length > 0);
}

/** The names of the trigram indexes of a table. */
export function trigramIndexes({ indexes }: TableState): readonly string[] {
  return Object.keys(indexes).filter((name) => indexes[name]?.columns.some(({ opclass }) => opclass === operatorClass));
}
