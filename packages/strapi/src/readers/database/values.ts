import { jsonOrText } from '../records.js';
import { type StrapiSchema, columnOf } from './catalog.js';
import type { Row } from './engine.js';

const WITHOUT_COLUMN = new Set(['relation', 'media', 'component', 'dynamiczone', 'morphInverse', 'role']);

/** An attribute that has its own column. */
interface ValueColumn {
  readonly name: string;
  readonly type: string;
  readonly column: string;
}

/** The columns of the scalar attributes, with those that Strapi adds to every type. */
export function valueColumns({ attributes, table }: StrapiSchema): readonly ValueColumn[] {
  const given = new Set(attributes.map(({ name }) => name));
  const added = [
    { name: 'documentId', type: 'string' },
    { name: 'locale', type: 'string' },
    ...['createdAt', 'updatedAt', 'publishedAt'].map((name) => ({ name, type: 'datetime' })),
  ].filter(({ name }) => !given.has(name));
  return [...attributes, ...added].flatMap(({ name, type }) => {
    const column = WITHOUT_COLUMN.has(type) ? undefined : columnOf(table, name);
    return column === undefined ? [] : [{ name, type, column }];
  });
}

export function valuesOf(row: Row, columns: readonly ValueColumn[]): Record<string, unknown> {
  return Object.fromEntries(columns.map(({ name, type, column }) => [name, valueOf(row[column] ?? null, type)]));
}

/** The value that Strapi would export, from the text of a column. */
export function valueOf(text: string | null, type: string): unknown {
  if (text === null) return null;
  switch (type) {
    case 'boolean':
      return ['t', 'true', '1'].includes(text);
    case 'integer':
    case 'float':
      return Number(text);
    case 'json':
    case 'blocks':
      return jsonOrText(text);
    case 'datetime':
    case 'timestamp':
      return momentOf(text);
    default:
      return text;
  }
}

/** SQLite has milliseconds; the other engines have a date in UTC without a zone. */
function momentOf(text: string): string {
  const moment = /^-?\d+$/.test(text)
    ? new Date(Number(text))
    : new Date(`${text.replace(' ', 'T').replace(/(Z|\+00)$/, '')}Z`);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}
