import { getTableConfig } from 'drizzle-orm/pg-core';

import { codeOf } from '../../database/index.js';
import { type AnyModel, storageOf } from '../../model/index.js';
import { problemsError } from '../input/problems.js';
import { isNamed } from './unique.js';

const PROGRAM_LIMIT_EXCEEDED = '54000';

/**
 * Names the attribute whose value does not fit into its index; else `undefined`. PostgreSQL compresses values before it
 * compares them with the limit, so a check before the write would refuse values that fit.
 */
export function explainIndexSize(model: AnyModel, error: unknown): Error | undefined {
  if (codeOf(error) !== PROGRAM_LIMIT_EXCEEDED || !(error instanceof Error) || !('constraint_name' in error))
    return undefined;
  const name = String(error.constraint_name);
  const index = getTableConfig(model.table).indexes.find(({ config }) => isNamed(name, config.name ?? ''));
  const columns = new Set(index?.config.columns.flatMap((column) => ('name' in column ? [`"${column.name}"`] : [])));
  const long = storageOf(model).columns.filter(({ column, type }) => type === 'text' && columns.has(column));
  if (long.length === 0) return undefined;
  return problemsError(
    long.map(({ name: attribute }) => ({
      path: [attribute],
      message: `${attribute} is too long for its index, which holds about 2,700 bytes of text`,
    })),
  );
}
