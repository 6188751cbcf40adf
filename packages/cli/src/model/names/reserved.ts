import { snakeCase } from './names.js';

/** Fields of every document. The original replaces attributes of these names. */
const documentFields: ReadonlySet<string> = new Set([
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
]);

export function isDocumentField(name: string): boolean {
  return documentFields.has(name);
}

const reserved: ReadonlySet<string> = new Set([
  '__component',
  '__type',
  // Every object has these keys: requests cannot use them, and no type can give them another type.
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
  // A method of drizzle's tables, and the keys of the runtime's columns there.
  'enableRLS',
  'cgStatus',
  'cgVersion',
  'cgDiverged',
]);

/** Names that no attribute can have, neither of a content type nor of a component. */
export function isReservedAttribute(name: string): boolean {
  return reserved.has(name) || isReservedTable(name) || ['id', 'document_id'].includes(snakeCase(name));
}

/** The columns of every table whose names are those of document fields. */
export const documentColumns: readonly string[] = [
  'id',
  'document_id',
  'locale',
  'created_at',
  'updated_at',
  'published_at',
];

/** The prefix of the runtime's own tables and columns. */
export function isReservedTable(table: string): boolean {
  return table.toLowerCase().startsWith('cg_');
}

/** First path segments of other endpoints. */
export const reservedPaths: ReadonlySet<string> = new Set(['users', 'upload', 'auth', 'i18n', 'users-permissions']);
