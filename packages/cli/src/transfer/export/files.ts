import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { type Storage, isKey, keyOf } from '@content-gen/runtime/transfer';
import type postgres from 'postgres';

import { isObject } from '../../config/plain-object.js';
import { isoText } from '../iso-text.js';
import { TransferProblem } from '../problem.js';
import type { ExportedFile } from './format.js';

const ROWS = 500;

/** A file or format of a record, in storage. */
interface StoredPiece {
  readonly key: string;
  readonly type: string;
  readonly provider: string;
}

const COLUMNS = [
  ...['name', 'alternative_text as "alternativeText"', 'caption', 'focal_point as "focalPoint"', 'width', 'height'],
  ...['formats', 'hash', 'ext', 'mime', 'size::float8 as size', 'url', 'preview_url as "previewUrl"', 'provider'],
  'provider_metadata',
];

type Row = Readonly<Record<string, unknown>> & {
  readonly $document: string;
  readonly $created: string;
  readonly $updated: string;
  readonly $published: string;
};

/** The records of files in the order of the rows. */
export async function* exportFiles(tx: postgres.TransactionSql): AsyncIterable<readonly ExportedFile[]> {
  const iso = (column: string, name: string) => `${isoText(column)} as "${name}"`;
  const dates = [iso('created_at', '$created'), iso('updated_at', '$updated'), iso('published_at', '$published')];
  const select = ['document_id as "$document"', ...dates, ...COLUMNS].join(', ');
  await tx.unsafe(`declare cg_out_files no scroll cursor for select ${select} from cg_files order by id`);
  for (;;) {
    const batch = await tx.unsafe<Row[]>(`fetch ${ROWS} from cg_out_files`);
    if (batch.length === 0) break;
    yield batch.map(({ $document, $created, $updated, $published, ...values }) => ({
      documentId: $document,
      createdAt: $created,
      updatedAt: $updated,
      publishedAt: $published,
      values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
    }));
  }
  await tx.unsafe('close cg_out_files');
}

export function storedPieces({ values }: ExportedFile): readonly StoredPiece[] {
  const formats = isObject(values['formats']) ? Object.values(values['formats']).filter(isObject) : [];
  return [values, ...formats].map((piece) => ({
    key: keyOf(String(piece['hash']), typeof piece['ext'] === 'string' ? piece['ext'] : null),
    type: String(piece['mime']),
    provider: String(values['provider']),
  }));
}

interface StoredBytes {
  readonly size: number;
  readonly bytes: Readable;
}

/** The bytes of a stored file. `undefined` if another provider has the bytes, or the file is gone. */
export async function bytesOf(
  storage: Storage,
  folder: string | undefined,
  { key, type, provider }: StoredPiece,
): Promise<StoredBytes | undefined> {
  if (provider !== storage.name || !isKey(key)) return undefined;
  if (folder !== undefined) {
    const found = await stat(`${folder}/${key}`).catch(() => undefined);
    return found?.isFile() === true ? { size: found.size, bytes: createReadStream(`${folder}/${key}`) } : undefined;
  }
  const answer = await storage.answer({ key, type }, new Request('http://localhost/'));
  const location = answer?.headers.get('location');
  const response = typeof location === 'string' ? await fetch(location) : answer;
  if (response?.body === undefined || response.body === null || response.status === 404) return undefined;
  if (!response.ok) throw new TransferProblem(`The storage answered ${response.status} for the file ${key}.`);
  const content = Buffer.from(await response.arrayBuffer());
  return { size: content.length, bytes: Readable.from([content]) };
}
