import { snakeCase } from './names.js';

/** Fields of every document, keys with a meaning in requests and responses, and columns of every table. */
const attributeNames: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
  'status',
  'meta',
  '__component',
  '__type',
  // Every object has these keys, so requests cannot use them.
  'constructor',
  'prototype',
  // A method of drizzle's tables.
  'enableRLS',
]);

const attributeColumns: ReadonlySet<string> = new Set([...attributeNames].map(snakeCase));

/** Names that only differ in spelling would get the same column. */
export function isReservedAttribute(name: string): boolean {
  const column = snakeCase(name);
  return attributeColumns.has(column) || isReservedTable(column);
}

/** The prefix of the runtime's own tables and columns. */
export function isReservedTable(table: string): boolean {
  return table.toLowerCase().startsWith('cg_');
}

/** First path segments of other endpoints. */
export const reservedPaths: ReadonlySet<string> = new Set(['users', 'upload', 'auth', 'i18n', 'users-permissions']);
