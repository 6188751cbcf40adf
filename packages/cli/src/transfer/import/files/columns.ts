import { convertScalar } from '../scalars.js';

/** The record of a file, by the names that Strapi and exports use. */
export type FileRecord = Readonly<Record<string, unknown>>;

/** The attributes of a record, their columns, and how a column is compared with the value of the source. */
const COLUMNS = [
  ['name', 'name', 'text'],
  ['alternativeText', 'alternative_text', 'text'],
  ['caption', 'caption', 'text'],
  ['focalPoint', 'focal_point', 'jsonb'],
  ['width', 'width', 'integer'],
  ['height', 'height', 'integer'],
  ['formats', 'formats', 'json'],
  ['hash', 'hash', 'text'],
  ['ext', 'ext', 'text'],
  ['mime', 'mime', 'text'],
  ['size', 'size', 'numeric(10, 2)'],
  ['url', 'url', 'text'],
  ['previewUrl', 'preview_url', 'text'],
  ['provider', 'provider', 'text'],
  ['provider_metadata', 'provider_metadata', 'jsonb'],
] as const;

const DATES = ['created_at', 'updated_at', 'published_at'] as const;

/** The values for columns that this database requires and Strapi does not. */
const NEEDED: Readonly<Record<string, string>> = {
  name: `''`,
  hash: `''`,
  mime: `'application/octet-stream'`,
  size: '0',
  url: `''`,
  provider: `'local'`,
};

/** The import decides the addresses, because a storage here has other addresses than the source. */
const ADDRESSES = new Set(['formats', 'url', 'preview_url', 'provider', 'provider_metadata']);

/** All columns that an import writes. */
export const columnNames: readonly string[] = [...COLUMNS.map(([, column]) => column), ...DATES];

/** The columns of `json_to_recordset`. */
export const typedColumns: readonly string[] = [
  ...COLUMNS.map(([, column, type]) => `${column} ${type}`),
  ...DATES.map((date) => `${date} timestamptz`),
];

/** SQL for a column of the record `x`. Without a date in the source, the record `f` here keeps its date. */
export function valueOf(column: string): string {
  if (DATES.some((date) => date === column)) return `coalesce(x.${column}, f.${column}, now())`;
  return NEEDED[column] === undefined ? `x.${column}` : `coalesce(x.${column}, ${NEEDED[column]})`;
}

/** SQL that tells whether the records `f` and `x` are equal, apart from the addresses of their bytes. */
export const hasEqualContent: string = columnNames
  .filter((column) => !ADDRESSES.has(column))
  .map((column) => `f.${column} is not distinct from ${valueOf(column)}`)
  .join(' and ');

/** SQL that tells whether a record differs from the record that would replace it. `json` has no equality. */
export const differs: string = columnNames
  .map((column) => (column === 'formats' ? `${column}::jsonb` : column))
  .map((column) => `f.${column} is distinct from excluded.${column}`)
  .join(' or ');

const SCALARS = {
  text: 'string',
  integer: 'integer',
  'numeric(10, 2)': 'decimal',
  json: 'json',
  jsonb: 'json',
} as const;

/** The values of a record as its columns hold them. A value that a column cannot hold is dropped with a note. */
export function convertRecord(values: FileRecord, note: (attribute: string, problem: string) => void): FileRecord {
  const converted = COLUMNS.map(([name, , type]) => {
    const value = values[name] ?? null;
    if (value === null) return [name, null];
    const result = convertScalar({ type: SCALARS[type] }, value);
    const problem = 'value' in result ? result.loss : result.problem;
    if (problem !== undefined) note(name, problem);
    return [name, 'value' in result ? result.value : null];
  });
  return Object.fromEntries(converted);
}

/** A record by the names of its columns. */
export function columnsOf(record: FileRecord): Readonly<Record<string, unknown>> {
  return Object.fromEntries(COLUMNS.map(([name, column]) => [column, record[name] ?? null]));
}
