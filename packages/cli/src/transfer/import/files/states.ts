import { isoText } from '../../iso-text.js';
import type { Source } from '../../source.js';
import { FILE_UID } from '../../file-uid.js';
import { isObject } from '../../../config/plain-object.js';
import { columnsOf, convertRecord, hasEqualContent, typedColumns } from './columns.js';
import type { FilesTask } from './files.js';
import { withStoredExtensions } from './pieces.js';
import { insertKeys, prepareKeys, refuseTakenKeys } from './taken-keys.js';
import { withWebAddresses } from './web-addresses.js';
import type { Tally } from '../report.js';
import type { Transaction } from '../staging.js';

/**
 * What an import does with a file:
 *
 * - `replace`: it is new, or changed in the source alone, or `overwrite` was asked for;
 * - `same`: the record here has the values of the source;
 * - `changed`, `deleted`: not as the last import left it. Both are left alone;
 * - `taken`: the bytes of its record are those of another file. It stays out.
 */
export type FileState = 'replace' | 'same' | 'changed' | 'deleted' | 'taken';

const ROWS = 500;

/**
 * Tells rows of files from rows of documents in `cg_imports`. The digest of a row of a file is the date of the written
 * record.
 */
const MEMORY = 'file';

/** The date of the record `f`, which every write of the API changes. */
const UPDATED = isoText('f.updated_at');

/** Puts the files of the source into `cg_in_file`, each with its state. */
export async function compareFiles(
  tx: Transaction,
  { overwrite, keepUrls, storage, tally }: Pick<FilesTask, 'overwrite' | 'keepUrls' | 'storage' | 'tally'>,
): Promise<void> {
  await tx.unsafe(
    'create temp table cg_in_file (n bigint, document text primary key, state text, known boolean, data text) on commit drop',
  );
  await prepareKeys(tx);
  await skipRepeated(tx, tally);
  for (let after = -1; ;) {
    const staged = await tx.unsafe<{ id: number; document: string; dates: object; data: string }[]>(
      `select e.id::float8 as id, e.document, e.data, json_build_object('created_at', e.created, 'updated_at', e.updated,
         'published_at', coalesce(e.published, e.created)) as dates
       from cg_in_entity e where e.type = $1 and e.status <> 'skip' and e.id > $2::float8::bigint order by e.id limit ${ROWS}`,
      [FILE_UID, after],
    );
    const last = staged.at(-1);
    if (last === undefined) break;
    after = last.id;
    tally.files.read += staged.length;
    const rows = staged.map(({ id, document, dates, data }) => {
      const parsed: unknown = JSON.parse(data);
      const drop = (attribute: string, message: string) =>
        tally.problem({ type: 'file', documentId: document, attribute, effect: 'dropped', message });
      const converted = withWebAddresses(convertRecord(isObject(parsed) ? parsed : {}, drop), drop);
      const record = keepUrls
        ? converted
        : withStoredExtensions(converted, (was, is) =>
            drop('ext', `uploads do not store the extension ${was}, so the file has ${is || 'none'}`),
          );
      return {
        n: id,
        document_id: document,
        ...dates,
        ...columnsOf(record),
        data: JSON.stringify({ ...record, dates }),
      };
    });
    await insertStates(tx, rows, overwrite);
    await insertKeys(tx, rows);
  }
  await tx.unsafe('analyze cg_in_file');
  await refuseTakenKeys(tx, storage.name, tally);
  await listLeftAlone(tx, tally);
}

/** A file has one record, so a second row with the same id is no other version. */
async function skipRepeated(tx: Transaction, tally: Tally): Promise<void> {
  const repeated = await tx<{ document: string }[]>`
    update cg_in_entity e set status = 'skip' where type = ${FILE_UID} and exists (
      select from cg_in_entity o where o.type = e.type and o.document = e.document and o.id < e.id) returning document`;
  for (const { document } of repeated) {
    tally.files.read++;
    tally.files.skipped++;
    tally.problem({ type: 'file', documentId: document, effect: 'skipped', message: 'the source has this file twice' });
  }
}

async function insertStates(tx: Transaction, rows: readonly object[], overwrite: boolean): Promise<void> {
  await tx.unsafe(
    `insert into cg_in_file (n, document, state, known, data)
     select x.n, x.document_id, case
       when f.id is null then case when i.document_id is null or $2 then 'replace' else 'deleted' end
       when ${hasEqualContent} then 'same'
       when i.digest = ${UPDATED} or $2 then 'replace'
       else 'changed' end, i.document_id is not null, x.data
     from json_to_recordset($1::text::json) as x(n bigint, document_id text, data text, ${typedColumns.join(', ')})
     left join cg_files f on f.document_id = x.document_id
     left join cg_imports i on i.document_id = x.document_id and i.locale = '' and i.status = '${MEMORY}'`,
    [JSON.stringify(rows), overwrite],
  );
}

async function listLeftAlone(tx: Transaction, tally: Tally): Promise<void> {
  const left = await tx<{ document: string; state: FileState; known: boolean }[]>`
    select document, state, known from cg_in_file where state in ('changed', 'deleted') order by 1`;
  tally.files.skipped += left.length;
  for (const { document, state, known } of left) {
    const changed = known ? 'changed here since the last import' : 'exists here, and no import wrote it';
    tally.changedHere('file', document, state === 'deleted' ? 'deleted here since the last import' : changed);
  }
}

/**
 * Remembers the records that are equal to those of the source. An export may come from this database, so an equal
 * record need not be the work of an import; a record that is equal to one of Strapi is always the work of an import.
 */
export async function rememberFiles(
  tx: Transaction,
  documents: readonly string[],
  kind: Source['kind'],
): Promise<void> {
  await tx.unsafe(
    `insert into cg_imports (document_id, locale, status, type, digest, version)
     select f.document_id, '', '${MEMORY}', $2, ${UPDATED}, 1 from cg_files f join cg_in_file i on i.document = f.document_id
     where f.document_id = any($1::text[]) and (i.state = 'replace' or i.known or $3)
     on conflict (document_id, locale, status) do update set digest = excluded.digest
     where cg_imports.digest <> excluded.digest`,
    [documents, FILE_UID, kind === 'strapi'],
  );
}
