import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';

import { parseDatetime } from '@content-gen/runtime/transfer';
import type postgres from 'postgres';

import { codeOf, messageOf } from '../../diagnostics/thrown.js';
import { TransferProblem } from '../problem.js';
import type { Source, SourceEntity, SourceLink } from '../source.js';
import type { Tally } from './report.js';

export type Transaction = postgres.TransactionSql;

/** Called with the number of records so far. */
export type Progress = (stage: string, done: number, total: number | undefined) => void;

/**
 * Copies the records of a source into temporary tables, so that references between them are resolved by the database and
 * not in memory. The tables disappear with the transaction. Values of types without a name in the report are left out.
 */
export async function stage(
  tx: Transaction,
  source: Source,
  nameOf: (type: string) => string | undefined,
  tally: Tally,
  progress: Progress,
): Promise<void> {
  await tx.unsafe(`
    create temp table cg_in_entity (n bigint, type text, id bigint, document text, locale text, status text,
      created timestamptz, updated timestamptz, published timestamptz, diverged text[], data text) on commit drop;
    create temp table cg_in_link (n bigint, owner_type text, owner_id bigint, field text, owner_place float8,
      target_type text, target_id bigint, target_document text, target_place float8) on commit drop`);
  const entities = numbered(source.entities(), (n) => progress('Reading documents', n, source.counts.entities));
  await copy(tx, 'cg_in_entity', entities, (entity, n) => entityLine(entity, n, nameOf(entity.type), tally));
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

/** Lines of COPY are sent in pieces of this size, because a write for each line would cost more than the line. */
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
  const failed = new Promise<never>((_, reject) => target.on('error', reject));
  // The race below may have ended before the stream fails.
  failed.catch(() => undefined);
  try {
    for await (const piece of pieces()) await Promise.race([failed, write(target, piece)]);
    target.end();
    // At the end, the driver forgets the stream, and an error of the server reaches nobody. In a transaction that has
    // failed, a statement behind the failure fails as well.
    await Promise.race([failed, tx.unsafe('select')]);
  } catch (error) {
    target.destroy(error instanceof Error ? error : undefined);
    throw refusalOf(error);
  }
}

function write(target: Writable, piece: string): Promise<void> {
  return new Promise((resolve, reject) => {
    target.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}

/** SQLSTATE of a statement in a transaction that has failed. */
const FAILED_BEFORE = '25P02';

/** Damage of the source and a lost connection have messages of their own. */
function refusalOf(error: unknown): unknown {
  const code = codeOf(error) ?? '';
  if (!/^(22|23|25P02)/.test(code)) return error;
  const reason = code === FAILED_BEFORE ? '' : `: ${messageOf(error)}`;
  return new TransferProblem(`The database refuses a record of the source${reason}. Nothing was written.`);
}

function entityLine(entity: SourceEntity, n: number, name: string | undefined, tally: Tally): string {
  const { type, id, locale, status, values, diverged } = entity;
  const document = documentIdOf(entity);
  const momentOf = (attribute: 'createdAt' | 'updatedAt' | 'publishedAt') => {
    const given = entity[attribute];
    const moment = given === undefined ? undefined : parseMoment(given);
    if (given !== undefined && moment === undefined && name !== undefined) {
      const message = 'the value is not a point in time of the years 1 to 9999';
      tally.problem({ type: name, documentId: document, locale, status, attribute, effect: 'dropped', message });
    }
    return moment;
  };
  const [created, updated, published] = [momentOf('createdAt'), momentOf('updatedAt'), momentOf('publishedAt')];
  return line([
    n,
    type,
    id,
    document,
    locale,
    status,
    created,
    updated,
    // A published version has a date.
    published ?? (entity.publishedAt === undefined ? undefined : (updated ?? created)),
    diverged === undefined ? undefined : arrayText(diverged),
    name === undefined ? '' : JSON.stringify(values),
  ]);
}

/** A date that the API and the database can hold, as ISO text. Strapi also has spellings that are not ISO. */
function parseMoment(given: string | number): string | undefined {
  const iso = parseDatetime(given);
  const parsed = 'value' in iso ? iso : parseDatetime(new Date(given).getTime());
  return 'value' in parsed ? parsed.value : undefined;
}

function linkLine({ owner, target }: SourceLink, n: number): string {
  const [id, document] = typeof target.id === 'number' ? [target.id, undefined] : [undefined, target.id];
  return line([n, owner.type, owner.id, owner.field, owner.position, target.type, id, document, target.position]);
}

/**
 * The document id of a row that has none derives from the row id, so that a second import gives the row the same
 * document id.
 */
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
