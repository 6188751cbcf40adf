import { getTableColumns } from 'drizzle-orm';

import { isDraftRight, meetsRowRules } from '../access/index.js';
import type { Scope } from '../content/index.js';
import { type Executor, identifier } from '../database/index.js';
import { DraftsOnlyError } from '../errors/index.js';
import { isRowId } from '../model/index.js';
import { tableOf } from '../sql/index.js';
import { type RequestedVersion, lockDocuments, putDocument, requestedVersion } from '../write/index.js';
import { type AttachTarget, noDocument } from './attach-target.js';

/** A document that uploaded files are added to, and the version that the write names. */
export interface Owner {
  readonly documentId: string;
  readonly version: RequestedVersion;
}

interface Row {
  readonly document_id: string;
  readonly locale: string;
  readonly status: 'draft' | 'published';
}

/**
 * A row id names a draft or a published version. A document id means the published version in the default locale, and
 * the draft of a document that is not published, because to attach a file is no reason to publish the document. With the
 * right to write drafts alone, a document id means the draft.
 */
export async function findOwner(scope: Scope, target: AttachTarget): Promise<Owner> {
  const { model, id, right } = target;
  const draftsOnly = isDraftRight(right);
  const { default: fallback, all } = scope.content.settings.locales;
  const byRow = isRowId(id);
  const where = byRow ? 'id = $1::bigint' : 'document_id = $1::text';
  const first = `order by locale = $2::text desc, locale, cg_status = ${draftsOnly ? `'draft'` : `'published'`} desc limit 1`;
  const [row] = await scope.content.database.rows<Row>(
    `select document_id, locale, cg_status as status from ${tableOf(model)} where ${where} ${first}`,
    [byRow ? Number(id) : id, fallback],
  );
  // A project may have had more locales.
  if (row === undefined || (model.localized && !all.includes(row.locale))) throw noDocument(target);
  const status = draftsOnly && !byRow ? 'draft' : row.status;
  const asked = { locale: model.localized ? [row.locale] : [], localeList: false, status };
  return { documentId: row.document_id, version: requestedVersion(scope, model, asked) };
}

/** A new record of a file. */
interface AddedFile {
  readonly id: number;
  readonly documentId: string;
}

/** Adds files to a document, as a PUT of the attribute would: at the end of a list, or in the place of a single file. */
export async function attach(
  scope: Scope,
  transaction: Executor,
  {
    target,
    owner,
    ifMatch,
  }: { readonly target: AttachTarget; readonly owner: Owner; readonly ifMatch: string | undefined },
  files: readonly AddedFile[],
): Promise<void> {
  const { model, attribute, name, right } = target;
  const { documentId, version } = owner;
  // The lock keeps another upload from changing the list between this read and the write.
  const locked = await lockDocuments(transaction, [documentId]);
  const isThere = locked.get(documentId) === model.name;
  if (!isThere || !(await meetsRowRules(scope, transaction, model, right, documentId))) throw noDocument(target);
  if (isDraftRight(right) && version.publish) throw new DraftsOnlyError(model.name);

  const ids = files.map(({ id }) => id);
  const value = attribute.multiple ? [...(await listed(transaction, target, owner)), ...ids] : ids[0];
  // Hooks see the whole list. The caller names the new files alone, because the caller need not see the other files.
  const added = { kind: 'media', files: files.map((file) => ({ documentId: file.documentId })) } as const;
  const input = new Map([[name, attribute.multiple ? { ...added, removed: [] } : added]]);
  const sent = { data: { [name]: value }, input, names: new Set([name]) };
  await putDocument(transaction, { scope, model, right, documentId, version, ifMatch }, sent);
}

/** The files of the version that editors change, and the published version of a document without drafts. */
async function listed(transaction: Executor, { model, name }: AttachTarget, owner: Owner): Promise<readonly number[]> {
  const stored = getTableColumns(model.table)[name];
  if (stored === undefined) throw new Error(`The table of ${model.name} has no column for ${name}`);
  const [row] = await transaction.rows<{ files: string }>(
    `select to_json(coalesce(${identifier(stored.name)}, '{}')) as files from ${tableOf(model)} where document_id = $1::text and locale = $2::text order by cg_status limit 1`,
    [owner.documentId, owner.version.locale],
  );
  // The driver gives JSON as text, and drafts come first.
  const files: number[] = JSON.parse(row?.files ?? '[]');
  return files;
}
