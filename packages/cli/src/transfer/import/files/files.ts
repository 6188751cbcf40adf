import type { Staging, Storage } from '@content-gen/runtime/transfer';

import { isObject } from '../../../config/plain-object.js';
import type { Source } from '../../source.js';
import { type StoredKeys, fileRecordOf, storeBytes } from './bytes.js';
import { type FileRecord, columnNames, columnsOf, differs, typedColumns, valueOf } from './columns.js';
import { piecesOf } from './pieces.js';
import { compareFiles, rememberFiles } from './states.js';
import type { Tally } from '../report.js';
import { textOf } from '../scalars.js';
import type { Progress, Transaction } from '../staging.js';

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

/**
 * Stores the bytes of files first, and then writes the records, so that a record never names bytes that are missing.
 */
export async function importFiles(tx: Transaction, task: FilesTask): Promise<void> {
  await compareFiles(tx, task);
  await writeRecords(tx, task, task.keepUrls ? undefined : await storeBytes(tx, task));
}

const ROWS = 500;

/** The addresses of a record that is here. */
type Addresses = { readonly url: string; readonly provider: string; readonly formats: unknown } | null;

async function writeRecords(tx: Transaction, task: FilesTask, stored: StoredKeys | undefined): Promise<void> {
  for (let after = -1; ;) {
    const batch = await tx.unsafe<{ n: number; document: string; data: string; here: Addresses }[]>(
      `select i.n::float8 as n, i.document, i.data, case when f.id is not null then
         json_build_object('url', f.url, 'provider', f.provider, 'formats', f.formats) end as here
       from cg_in_file i left join cg_files f on f.document_id = i.document
       where i.n > $1::float8::bigint and i.state in ('replace', 'same') order by i.n limit ${ROWS}`,
      [after],
    );
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.n;
    const rows = batch.map(({ document, data, here }) => {
      const { dates, ...record } = fileRecordOf(data);
      const result = stored === undefined ? record : placed(record, document, here, stored, task);
      return { document_id: document, ...(isObject(dates) ? dates : {}), ...columnsOf(result) };
    });
    const written = await writeChanged(tx, rows);
    for (const { document, data } of batch) {
      if (piecesOf(fileRecordOf(data)).some(({ key }) => stored?.copied.has(key) === true)) written.add(document);
    }
    task.tally.files.written += written.size;
    task.tally.files.unchanged += batch.length - written.size;
    const documents = batch.map(({ document }) => document);
    await rememberFiles(tx, documents, task.source.kind);
  }
}

/** The record with the addresses of the stored bytes. Bytes that are missing are listed. */
function placed(
  record: FileRecord,
  documentId: string,
  here: Addresses,
  { present }: StoredKeys,
  { storage, tally }: FilesTask,
): FileRecord {
  const [own, ...pieces] = piecesOf(record);
  if (own === undefined) return record;
  const url = storage.url(own.key, own.mime);
  // Bytes that got lost may come back, so the record keeps its place in the storage.
  const isStored = here?.provider === storage.name && here.url === url;
  const isPresent = present.has(own.key);
  if (!isPresent) {
    const isElsewhere = !isStored && /^https?:\/\//.test(textOf(record['url']));
    const message = `its bytes are missing, so it keeps the address ${isStored ? url : textOf(record['url'])}`;
    if (!isElsewhere) tally.problem({ type: 'file', documentId, effect: 'kept', message });
    if (!isStored) return record;
  }
  const before = isStored && isObject(here.formats) ? here.formats : {};
  const formats = Object.entries(isObject(record['formats']) ? record['formats'] : {});
  // The formats of `piecesOf`.
  const named = formats.flatMap(([name, format]) => (isObject(format) ? [{ name, format }] : []));
  const kept = named.flatMap(({ name, format }, index) => {
    const piece = pieces[index];
    const hasBytes = piece !== undefined && present.has(piece.key);
    if (isPresent && !hasBytes) {
      const [attribute, effect] = [`formats.${name}`, name in before ? 'kept' : 'dropped'] as const;
      tally.problem({ type: 'file', documentId, attribute, effect, message: 'the bytes of this format are missing' });
    }
    if (piece === undefined || !(hasBytes || name in before)) return [];
    return [[name, { ...format, url: storage.url(piece.key, piece.mime) }] as const];
  });
  const address = { url, provider: storage.name };
  return { ...record, ...address, formats: formats.length === 0 ? record['formats'] : Object.fromEntries(kept) };
}

/** Writes the records that differ from the records here. Returns the document ids of the written records. */
async function writeChanged(tx: Transaction, rows: readonly object[]): Promise<Set<string>> {
  const names = columnNames.join(', ');
  const written = await tx.unsafe<{ document_id: string }[]>(
    `insert into cg_files as f (document_id, ${names})
     select x.document_id, ${columnNames.map(valueOf).join(', ')}
     from json_to_recordset($1::text::json) as x(document_id text, ${typedColumns.join(', ')})
     left join cg_files f on f.document_id = x.document_id
     on conflict (document_id) do update set ${columnNames.map((name) => `${name} = excluded.${name}`).join(', ')}
     where ${differs} returning f.document_id`,
    [JSON.stringify(rows)],
  );
  return new Set(written.map(({ document_id }) => document_id));
}
