import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type postgres from 'postgres';

import type { Source, SourceEntity, SourceLink } from '../source.js';
import type { Tally } from './report.js';

export type Transaction = postgres.TransactionSql;

/** Called with the number of records so far. */
export type Progress = (stage: string, done: number, total: number | undefined) => void;

/**
 * Copies the records of a source into temporary tables, so that references between them are resolved by the database and
 * not in memory. The tables disappear with the transaction.
 */
export async function stage(
  tx: Transaction,
  source: Source,
  keepsValues: (type: string) => boolean,
  tally: Tally,
  progress: Progress,
): Promise<void> {
  await tx.unsafe(`
    create temp table cg_in_entity (n bigint, type text, id bigint, document text, locale text, status text,
      created timestamptz, updated timestamptz, published timestamptz, diverged text[], data text) on commit drop;
    create temp table cg_in_link (n bigint, owner_type text, owner_id bigint, field text, owner_place float8,
      target_type text, target_id bigint, target_document text, target_place float8) on commit drop`);
  const entities = numbered(source.entities(), (n) => progress('Reading documents', n, source.counts.entities));
  await copy(tx, 'cg_in_entity', entities, (entity, n) => entityLine(entity, n, keepsValues(entity.type)));
  const links = numbered(source.links(), (n) => {
    tally.links.read = n;
    progress('Reading relations', n, source.counts.links);
  });
  await copy(tx, 'cg_in_link', links, linkLine);
  await tx.unsafe(`
    create index on cg_in_entity (type, id);
    create index on cg_in_entity (document);
    analyze cg_in_entity;
    analyze cg_in_link`);
}

async function* numbered<T>(records: AsyncIterable<T>, progress: (n: number) => void): AsyncIterable<[T, number]> {
  let n = 0;
  for await (const record of records) {
    yield [record, ++n];
    if (n % 1000 === 0) progress(n);
  }
  progress(n);
}

/** Lines of COPY in pieces of this size, because a write per line would cost more than the line. */
const PIECE = 65_536;

async function copy<T>(
  tx: Transaction,
  table: string,
  records: AsyncIterable<[T, number]>,
  lineOf: (record: T, n: number) => string,
): Promise<void> {
  async function* pieces() {
    let piece = '';
    for await (const [record, n] of records) {
      piece += lineOf(record, n);
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
    yield piece;
  }
  const target = await tx.unsafe(`copy ${table} from stdin`).writable();
  await pipeline(Readable.from(pieces()), target);
}

function entityLine(entity: SourceEntity, n: number, keepsValues: boolean): string {
  const { type, id, locale, status, createdAt, updatedAt, publishedAt, values, diverged } = entity;
  return line([
    n,
    type,
    id,
    documentIdOf(entity),
    locale,
    status,
    createdAt,
    updatedAt,
    publishedAt,
    diverged === undefined ? undefined : arrayText(diverged),
    keepsValues ? JSON.stringify(values) : '',
  ]);
}

function linkLine({ owner, target }: SourceLink, n: number): string {
  const [id, document] = typeof target.id === 'number' ? [target.id, undefined] : [undefined, target.id];
  return line([n, owner.type, owner.id, owner.field, owner.position, target.type, id, document, target.position]);
}

/** The id of a row without one derives from its row id, so that a second import gives it the same. */
function documentIdOf({ type, id, documentId }: SourceEntity): string {
  if (documentId !== '') return documentId;
  return `d${createHash('sha256').update(`${type} ${id}`).digest('hex').slice(0, 23)}`;
}

function arrayText(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '' };

// oxlint-disable-next-line no-control-regex
const ESCAPED = /[\\\n\r\t\0]/;

/** The text format of COPY. Most fields need no escape, and a search costs less than a replacement. */
function line(fields: readonly (string | number | undefined)[]): string {
  let text = '';
  for (const [index, field] of fields.entries()) {
    if (index > 0) text += '\t';
    if (field === undefined) text += '\\N';
    else if (typeof field === 'number' || !ESCAPED.test(field)) text += field;
    else text += field.replaceAll(new RegExp(ESCAPED, 'g'), (found) => ESCAPES[found] ?? '');
  }
  return `${text}\n`;
}
