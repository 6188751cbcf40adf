import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { type Storage, isKey } from '@content-gen/runtime/transfer';

import { isObject } from '../../../config/plain-object.js';
import { TransferProblem } from '../../problem.js';
import type { SourceFile } from '../../source.js';
import type { FileRecord } from './columns.js';
import { piecesOf } from './pieces.js';
import type { FileState } from './states.js';
import type { FilesTask } from './files.js';
import type { Transaction } from '../staging.js';

/** The keys whose bytes the storage has after the import. */
export interface StoredKeys {
  readonly present: ReadonlySet<string>;
  /** The keys whose bytes this import copied. */
  readonly copied: ReadonlySet<string>;
}

interface Wanted {
  readonly key: string;
  readonly mime: string;
  /** Whether the bytes of the source are copied, by the number of bytes here and in the source. */
  readonly isCopied: (here: number | undefined, source: number) => boolean;
}

/** A file that is left alone gets bytes only if the storage has no bytes of it. */
const COPIED: Readonly<Record<Exclude<FileState, 'deleted' | 'taken'>, Wanted['isCopied']>> = {
  replace: () => true,
  same: (here, source) => here !== source,
  changed: (here) => here === undefined,
};

/**
 * Copies the bytes that the storage lacks, and the bytes of files that changed in the source. A dry run only counts
 * them.
 */
export async function storeBytes(tx: Transaction, task: FilesTask): Promise<StoredKeys> {
  const { source, folder, storage, tally, progress } = task;
  const wanted = await wantedKeys(tx, storage);
  const kept = [...wanted.values()].filter(({ isCopied }) => isCopied !== COPIED.replace).map(({ key }) => key);
  const here = await sizesOf(storage, kept);
  const copied = new Set<string>();
  let done = 0;
  for await (const { name, size, bytes } of folder === undefined ? source.files() : filesIn(folder, wanted)) {
    progress('Copying files', ++done, folder === undefined ? source.counts.files : wanted.size);
    const piece = wanted.get(name);
    if (piece === undefined || !piece.isCopied(here.get(piece.key), size)) {
      bytes.destroy();
      continue;
    }
    await store(piece.key, piece.mime, { name, size, bytes }, task);
    tally.files.bytes += size;
    copied.add(piece.key);
  }
  const missing = [...wanted.values()].map(({ key }) => key).filter((key) => !copied.has(key) && !here.has(key));
  return { copied, present: new Set([...copied, ...here.keys(), ...(await sizesOf(storage, missing)).keys()]) };
}

async function store(
  key: string,
  type: string,
  { name, bytes }: SourceFile,
  { storage, staging, dryRun }: FilesTask,
): Promise<void> {
  if (dryRun) {
    bytes.destroy();
    return;
  }
  const file = await staging.receive(bytes, name, type);
  await storage.put(key, { path: file.path, size: file.inspection.size(), type });
  await staging.discard([file]);
}

/** The bytes that records name, also as formats, by the names in the source. Other bytes are not stored. */
async function wantedKeys(tx: Transaction, storage: Storage): Promise<ReadonlyMap<string, Wanted>> {
  const wanted = new Map<string, Wanted>();
  const batches = tx<{ state: keyof typeof COPIED; data: string }[]>`
    select i.state, case when i.state = 'changed' then json_build_object('hash', f.hash, 'ext', f.ext, 'mime', f.mime,
      'formats', f.formats)::text else i.data end as data
    from cg_in_file i left join cg_files f on f.document_id = i.document
    where i.state in ('replace', 'same', 'changed') and (i.state <> 'changed' or f.provider = ${storage.name})`.cursor(
    1000,
  );
  for await (const rows of batches) {
    for (const { state, data } of rows) {
      for (const { key, source, mime } of piecesOf(fileRecordOf(data)).filter((piece) => isKey(piece.key))) {
        if (state === 'replace' || !wanted.has(source)) wanted.set(source, { key, mime, isCopied: COPIED[state] });
      }
    }
  }
  return wanted;
}

export function fileRecordOf(data: string): FileRecord {
  const parsed: unknown = JSON.parse(data);
  return isObject(parsed) ? parsed : {};
}

/** A bucket answers each question over the network. */
const QUESTIONS = 16;

/** The number of bytes for each key that the storage has. */
async function sizesOf(storage: Storage, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  const rest = keys.values();
  const ask = async () => {
    for (const key of rest) {
      const size = await storage.size(key);
      if (size !== undefined) sizes.set(key, size);
    }
  };
  await Promise.all(Array.from({ length: QUESTIONS }, ask));
  return sizes;
}

async function* filesIn(folder: string, wanted: ReadonlyMap<string, unknown>): AsyncIterable<SourceFile> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new TransferProblem(`The folder ${folder} is not readable (${error.code}).`);
  });
  for (const name of names.filter((one) => wanted.has(one))) {
    const path = join(folder, name);
    const { size } = await stat(path);
    yield { name, size, bytes: createReadStream(path) };
  }
}
