import { snakeCase } from './names.js';

/** Fields of every document, keys with a meaning in requests and responses, and the columns of every table. */
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
  // Refused in queries and bodies, since they mean something to every object.
  'constructor',
  'prototype',
  // A method of the generated tables.
  'enableRLS',
]);

const attributeColumns: ReadonlySet<string> = new Set([...attributeNames].map(snakeCase));

/** Names that only differ in spelling would end in the same column. */
export function isReservedAttribute(name: string): boolean {
  const column = snakeCase(name);
  return attributeColumns.has(column) || isReservedTable(column);
}

/** The runtime's own tables and columns. */
export function isReservedTable(table: string): boolean {
  return table.toLowerCase().startsWith('cg_');
}

/** First segments of paths that are served beside the content types. */
export const reservedPaths: ReadonlySet<string> = new Set(['users', 'upload', 'auth', 'i18n', 'users-permissions']);
