import { isDeepStrictEqual } from 'node:util';

import { drawnFileId, uploaderOf } from '../access/index.js';
import type { Scope, StagedFile, Uploads } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { NotFoundError } from '../errors/index.js';
import { inTransaction, newDocumentId } from '../write/index.js';
import { type AttachTarget, checkClasses } from './attach-target.js';
import { type Owner, attach, findOwner } from './attach.js';
import type { FileInfo } from './file-info.js';
import { keysOf } from './storage/keys.js';
import { extensionOf, newHash, randomSuffix } from './names.js';
import { type PreparedFile, prepareFile } from './prepare.js';
import { type FileRow, fileById, lockFiles } from './records.js';
import { isFull, noRoom } from './refusals.js';
import { deleteFile, insertFiles, updateFile } from './rows.js';
import { uploadsOf } from './uploads.js';

/** The document that new files are added to, and the `If-Match` header of the request. */
interface Attachment {
  readonly target: AttachTarget;
  readonly ifMatch: string | undefined;
}

/** Stores new files and returns their row ids. Either all files are stored, or no file is. */
export async function saveFiles(
  scope: Scope,
  files: readonly StagedFile[],
  infos: readonly FileInfo[],
  attachment: Attachment | undefined,
): Promise<readonly number[]> {
  const uploads = await uploadsOf(scope.content);
  const { staging, ledger } = uploads;
  const { client } = scope.content;
  const prepared: DescribedFile[] = [];
  try {
    for (const [index, sent] of files.entries()) {
      const file = named(sent, infos[index]);
      const hash = newHash(file.name);
      const one = await prepareFile(uploads, file, { hash, format: (name) => `${name}_${hash}` }, client);
      prepared.push({ ...one, description: described(file, infos[index]) });
    }
    const attached = attachment && (await ownedBy(scope, attachment, prepared));
    const intents = prepared.map(({ values, pieces }) => ({ hash: values.hash, keys: pieces.map(({ key }) => key) }));
    return await ledger.change(intents, async () => {
      for (const { pieces } of prepared) await put(uploads, pieces);
      return record(scope, prepared, attached);
    });
  } finally {
    await staging.discard([...files, ...prepared.flatMap(({ pieces }) => pieces)]);
  }
}

type DescribedFile = PreparedFile & { readonly description: FileDescription };

type Attached = Attachment & { readonly owner: Owner };

async function ownedBy(scope: Scope, attachment: Attachment, prepared: readonly DescribedFile[]): Promise<Attached> {
  const { target } = attachment;
  checkClasses(
    target,
    prepared.map(({ values }) => values.mime),
  );
  return { ...attachment, owner: await findOwner(scope, target) };
}

/** Writes the records of stored files, and attaches the files in the same transaction. */
async function record(
  scope: Scope,
  prepared: readonly DescribedFile[],
  attached: Attached | undefined,
): Promise<readonly number[]> {
  const cgUploadedBy = uploaderOf(scope.caller);
  const rows = prepared.map(({ description, values }) => {
    const id = drawnFileId(scope);
    return { ...description, ...values, cgUploadedBy, ...(id === undefined ? {} : { id }) };
  });
  if (attached === undefined) {
    return scope.content.database.transaction((transaction) => insertFiles(transaction, rows));
  }
  return inTransaction(scope, attached.target.model, attached.owner.documentId, async (transaction) => {
    const ids = await insertFiles(transaction, rows);
    const files = rows.flatMap(({ documentId }, index) => {
      const id = ids[index];
      return id === undefined ? [] : [{ id, documentId }];
    });
    await attach(scope, transaction, attached, files);
    return ids;
  });
}

/**
 * Replaces the content of a file. The link of the file stays the same, unless the type changes. Requests for the file
 * get either the old or the new content, never a mixture. Concurrent replacements wait for each other, so that the
 * record describes the content that stays.
 */
export async function replaceFile(scope: Scope, id: number, file: StagedFile, info: FileInfo): Promise<void> {
  const uploads = await uploadsOf(scope.content);
  const { staging, ledger } = uploads;
  const { database, client } = scope.content;
  let prepared: PreparedFile | undefined;
  try {
    const { hash } = await existing(database, id, MISSING);
    // The new formats have their own names, so that the old ones exist until the record names the new ones.
    const suffix = randomSuffix();
    const hashes = { hash, format: (name: string) => `${name}_${hash}_${suffix}` };
    prepared = await prepareFile(uploads, named(file, info), hashes, client);
    const { values, pieces } = prepared;
    let done = false;
    while (!done) {
      const old = keysOf(await existing(database, id, MISSING));
      const keys = [...new Set([...old, ...pieces.map(({ key }) => key)])];
      done = await ledger.change([{ hash, keys }], () =>
        database.transaction(async (transaction) => {
          const locked = (await lockFiles(transaction, [hash])).find((record) => record.id === id);
          if (locked === undefined) throw new NotFoundError(MISSING);
          // Another request replaced the file meanwhile, so the noted keys are outdated; retry.
          if (!isDeepStrictEqual(keysOf(locked), old)) return false;
          await put(uploads, pieces);
          // As in Strapi, the record takes the name of the new file.
          return updateFile(transaction, id, { ...values, name: file.name, ...info });
        }),
      );
    }
  } finally {
    await staging.discard([file, ...(prepared?.pieces ?? [])]);
  }
}

export async function describeFile(scope: Scope, id: number, info: FileInfo): Promise<void> {
  if (!(await updateFile(scope.content.database, id, info))) throw new NotFoundError(MISSING);
}

/** Deletes a record and its files. Attributes that refer to the file become empty. */
export async function removeFile(scope: Scope, id: number): Promise<void> {
  const { storage, ledger } = await uploadsOf(scope.content);
  const { database } = scope.content;
  const found = await existing(database, id, 'file.notFound');
  // Files of another provider cannot be reached.
  const keys = found.provider === storage.name ? keysOf(found) : [];
  await ledger.change([{ hash: found.hash, keys }], async () => {
    if (!(await deleteFile(database, id))) throw new NotFoundError('file.notFound');
  });
}

const MISSING = 'Entity not found';

async function existing(executor: Executor, id: number, message: string): Promise<FileRow> {
  const row = await fileById(executor, id);
  if (row === undefined) throw new NotFoundError(message);
  return row;
}

/** Browsers call a blob `blob`, so the extension comes from the name in `fileInfo`. */
function named(file: StagedFile, info: FileInfo | undefined): StagedFile {
  const isNameless = extensionOf(file.name) === '' && info?.name !== undefined;
  return isNameless ? { ...file, name: info.name } : file;
}

type FileDescription = ReturnType<typeof described>;

function described(file: StagedFile, info: FileInfo = {}) {
  const { name = file.name, alternativeText = null, caption = null, focalPoint = null } = info;
  return { documentId: newDocumentId(), name, alternativeText, caption, focalPoint };
}

async function put({ storage }: Uploads, pieces: PreparedFile['pieces']): Promise<void> {
  for (const { key, ...file } of pieces) {
    await storage.put(key, file).catch((error: unknown) => {
      throw isFull(error) ? noRoom() : error;
    });
  }
}
