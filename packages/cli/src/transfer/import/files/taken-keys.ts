import { isKey } from '@content-gen/runtime/transfer';

import type { Transaction } from '../staging.js';
import type { Tally } from '../report.js';
import { fileRecordOf } from './bytes.js';
import { piecesOf } from './pieces.js';

/** The keys of the storage that records of the source name. */
export async function prepareKeys(tx: Transaction): Promise<void> {
  await tx.unsafe('create temp table cg_in_key (document text, key text) on commit drop');
}

interface StagedFile {
  readonly document_id: string;
  readonly data: string;
}

export async function insertKeys(tx: Transaction, rows: readonly StagedFile[]): Promise<void> {
  const named = rows.flatMap(({ document_id: document, data }) =>
    piecesOf(fileRecordOf(data)).flatMap(({ key }) => (isKey(key) ? [{ document, key: plain(key) }] : [])),
  );
  await tx`
    insert into cg_in_key select distinct * from unnest(${named.map(({ document }) => document)}::text[],
      ${named.map(({ key }) => key)}::text[])`;
}

/** Some file systems do not tell upper from lower case. */
function plain(key: string): string {
  return key.toLowerCase();
}

/** SQL for the keys of the records here. */
const HERE = `select document_id, lower(hash || coalesce(ext, '')) as key from cg_files where provider = $1
  union all select f.document_id, lower((p.value ->> 'hash') || coalesce(p.value ->> 'ext', ''))
  from cg_files f, json_each(case when json_typeof(f.formats) = 'object' then f.formats else '{}' end) p
  where f.provider = $1 and json_typeof(p.value) = 'object'`;

/**
 * Refuses records that have the bytes of another record, here or in the source: an import would overwrite the bytes,
 * and to delete one record would delete the file of the other.
 */
export async function refuseTakenKeys(tx: Transaction, provider: string, tally: Tally): Promise<void> {
  await tx.unsafe('analyze cg_in_key');
  const here = await tx.unsafe<{ document: string; key: string }[]>(
    `update cg_in_file i set state = 'taken' from cg_in_key k join (${HERE}) h on h.key = k.key and h.document_id <> k.document
     where k.document = i.document and i.state in ('replace', 'same') returning i.document, k.key`,
    [provider],
  );
  const twice = await tx.unsafe<{ document: string; key: string }[]>(
    `update cg_in_file i set state = 'taken' from cg_in_key k join cg_in_key ok on ok.key = k.key and ok.document <> k.document
     join cg_in_file o on o.document = ok.document and o.state in ('replace', 'same')
     where k.document = i.document and i.state in ('replace', 'same') and o.n < i.n returning i.document, k.key`,
  );
  const taken = new Map([...here, ...twice].map(({ document, key }) => [document, key]));
  tally.files.skipped += taken.size;
  for (const [documentId, key] of taken) {
    const message = `another file has the stored name ${key}`;
    tally.problem({ type: 'file', documentId, effect: 'skipped', message });
  }
}
