import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { type Staging, type Storage, isKey, keyOf } from '@content-gen/runtime/transfer';

import { isObject } from '../../config/plain-object.js';
import { TransferProblem } from '../problem.js';
import type { Source, SourceFile } from '../source.js';
import { FILE_UID } from '../strapi/records.js';
import type { Tally } from './report.js';
import type { Progress, Transaction } from './staging.js';

export interface FilesTask {
  readonly source: Source;
  /** The folder that holds the files, instead of the source. */
  readonly folder: string | undefined;
  /** Records keep their addresses, and no bytes are copied. */
  readonly keepUrls: boolean;
  readonly dryRun: boolean;
  readonly overwrite: boolean;
  readonly storage: Storage;
  readonly staging: Staging;
  readonly tally: Tally;
  readonly progress: Progress;
}

/** Stores the bytes of files first, then writes their records, so that a record never names bytes that are missing. */
export async function importFiles(tx: Transaction, task: FilesTask): Promise<void> {
  await tx.unsafe('create temp table cg_in_bytes (name text primary key) on commit drop');
  if (!task.keepUrls) await storeBytes(tx, task);
  await writeRecords(tx, task);
}

async function storeBytes(tx: Transaction, task: FilesTask): Promise<void> {
  const { source, folder, storage, staging, tally, progress, dryRun } = task;
  const known = await typesByKey(tx);
  let done = 0;
  for await (const { name, bytes } of folder === undefined ? source.files() : filesIn(folder, known)) {
    progress('Copying files', ++done, folder === undefined ? source.counts.files : known.size);
    const type = known.get(name);
    if (type === undefined || !isKey(name) || dryRun) {
      const pieces: AsyncIterable<Buffer> = bytes;
      for await (const { length } of pieces) tally.files.bytes += type === undefined ? 0 : length;
      if (type === undefined || !isKey(name)) continue;
    } else {
      const file = await staging.receive(bytes, name, type);
      const size = file.inspection.size();
      await storage.put(name, { path: file.path, size, type });
      await staging.discard([file]);
      tally.files.bytes += size;
    }
    await tx`insert into cg_in_bytes (name) values (${name}) on conflict do nothing`;
  }
}

/** The types of the files that new records name, also as formats, by their keys. Other bytes are not stored. */
async function typesByKey(tx: Transaction): Promise<ReadonlyMap<string, string>> {
  const types = new Map<string, string>();
  const batches = tx<{ data: string }[]>`
    select data from cg_in_entity e where type = ${FILE_UID}
    and not exists (select from cg_files f where f.document_id = e.document)`.cursor(1000);
  for await (const rows of batches) {
    for (const { data } of rows) {
      for (const { key, mime } of piecesOf(recordOf(data))) types.set(key, mime);
    }
  }
  return types;
}

async function* filesIn(folder: string, known: ReadonlyMap<string, string>): AsyncIterable<SourceFile> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new TransferProblem(`The folder ${folder} is not readable (${error.code}).`);
  });
  for (const name of names.filter((one) => known.has(one))) {
    const path = join(folder, name);
    const { size } = await stat(path);
    yield { name, size, bytes: createReadStream(path) };
  }
}

type FileRecord = Readonly<Record<string, unknown>>;

function recordOf(data: string): FileRecord {
  const parsed: unknown = JSON.parse(data);
  return isObject(parsed) ? parsed : {};
}

/** The file of a record, and its formats. */
function piecesOf(record: FileRecord): readonly { readonly key: string; readonly mime: string }[] {
  const formats = isObject(record['formats']) ? Object.values(record['formats']).filter(isObject) : [];
  return [record, ...formats].map((piece) => ({
    key: keyOf(text(piece['hash']), text(piece['ext'])),
    mime: text(piece['mime']),
  }));
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

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
  ['size', 'size', 'numeric'],
  ['url', 'url', 'text'],
  ['previewUrl', 'preview_url', 'text'],
  ['provider', 'provider', 'text'],
  ['provider_metadata', 'provider_metadata', 'jsonb'],
] as const;

async function writeRecords(tx: Transaction, task: FilesTask): Promise<void> {
  const { tally, overwrite } = task;
  let after = -1;
  for (;;) {
    const staged = await tx.unsafe<{ id: number; document: string; dates: object; data: string; here: boolean }[]>(
      `select e.id::float8 as id, e.document, e.data, json_build_object('created_at', e.created, 'updated_at', e.updated,
         'published_at', coalesce(e.published, e.created)) as dates, f.id is not null as here
       from cg_in_entity e left join cg_files f on f.document_id = e.document
       where e.type = $1 and e.id > $2::float8::bigint order by e.id limit 500`,
      [FILE_UID, after],
    );
    const last = staged.at(-1);
    if (last === undefined) return;
    after = last.id;
    tally.files.read += staged.length;
    const wanted = staged.filter(({ here }) => !here || overwrite);
    tally.files.unchanged += staged.length - wanted.length;
    tally.files.written += wanted.length;
    const present = await presentKeys(
      tx,
      wanted.flatMap(({ data }) => piecesOf(recordOf(data)).map(({ key }) => key)),
    );
    const rows = wanted.map(({ document, dates, data, here }) => {
      const record = here ? recordOf(data) : placed(recordOf(data), document, present, task);
      return {
        document_id: document,
        ...dates,
        ...Object.fromEntries(COLUMNS.map(([name, column]) => [column, record[name] ?? null])),
      };
    });
    await insertRecords(tx, rows);
  }
}

async function presentKeys(tx: Transaction, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx<{ name: string }[]>`select name from cg_in_bytes where name = any(${[...keys]}::text[])`;
  return new Set(rows.map(({ name }) => name));
}

/** The record with the addresses of the stored bytes. A record whose bytes are missing keeps its address, and is listed. */
function placed(record: FileRecord, documentId: string, present: ReadonlySet<string>, task: FilesTask): FileRecord {
  const { keepUrls, storage, tally } = task;
  if (keepUrls) return record;
  const [own, ...formats] = piecesOf(record);
  if (own === undefined || !present.has(own.key)) {
    const isElsewhere = /^https?:\/\//.test(text(record['url']));
    const message = `its bytes are missing, so it keeps the address ${text(record['url'])}`;
    if (!isElsewhere) tally.problem({ type: 'file', documentId, effect: 'kept', message });
    return record;
  }
  const names = isObject(record['formats']) ? Object.entries(record['formats']) : [];
  const kept = names.flatMap(([name, format], index) => {
    const piece = formats[index];
    if (piece !== undefined && isObject(format) && present.has(piece.key)) {
      return [[name, { ...format, url: storage.url(piece.key, piece.mime) }] as const];
    }
    const message = 'the bytes of this format are missing';
    tally.problem({ type: 'file', documentId, attribute: `formats.${name}`, effect: 'dropped', message });
    return [];
  });
  return {
    ...record,
    url: storage.url(own.key, own.mime),
    provider: storage.name,
    formats: names.length === 0 ? record['formats'] : Object.fromEntries(kept),
  };
}

async function insertRecords(tx: Transaction, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const dates = ['created_at', 'updated_at', 'published_at'];
  const columns = COLUMNS.map(([, column]) => column);
  const typed = [
    ...COLUMNS.map(([, column, type]) => `${column} ${type}`),
    ...dates.map((date) => `${date} timestamptz`),
  ];
  // Strapi allows records without these.
  const needed: Readonly<Record<string, string>> = {
    name: `''`,
    hash: `''`,
    mime: `'application/octet-stream'`,
    size: '0',
    url: `''`,
    provider: `'local'`,
  };
  const values = columns.map((column) =>
    needed[column] === undefined ? column : `coalesce(${column}, ${needed[column]})`,
  );
  const moments = dates.map((date) => `coalesce(${date}, now())`);
  const set = [...columns, ...dates].map((column) => `${column} = excluded.${column}`).join(', ');
  await tx.unsafe(
    `insert into cg_files (document_id, ${[...columns, ...dates].join(', ')})
     select document_id, ${[...values, ...moments].join(', ')}
     from json_to_recordset($1::text::json) as x(document_id text, ${typed.join(', ')})
     on conflict (document_id) do update set ${set}`,
    [JSON.stringify(rows)],
  );
}
