import { getTableColumns } from 'drizzle-orm';

import { meetsRowRules } from '../access/index.js';
import { type AnyModel, USER_UID, isRowId } from '../model/index.js';
import type { Scope } from '../content/index.js';
import { type Executor, identifier } from '../database/index.js';
import { tableOf } from '../sql/index.js';
import { changeWithHooks } from '../write/index.js';
import { type Target, noDocument } from './attach-target.js';

interface Row {
  readonly document_id: string;
  readonly locale: string;
}

/** Adds files to the draft and to the published version, as an edit followed by a publish would, with its hooks. */
export async function attach(
  scope: Scope,
  transaction: Executor,
  target: Target,
  fileIds: readonly number[],
): Promise<void> {
  const { model, attribute, name } = target;
  const { document_id: documentId, locale } = await ownerOf(scope, transaction, target);
  await transaction.rows('select 1 from cg_documents where id = $1::text for no key update', [documentId]);
  if (!(await meetsRowRules(scope, transaction, model, 'update', documentId))) throw noDocument(target);

  const stored = getTableColumns(model.table)[name];
  if (stored === undefined) throw new Error(`The table of ${model.name} has no column for ${name}`);
  const column = identifier(stored.name);
  const value = attribute.multiple ? `coalesce(${column}, '{}') || $2::bigint[]` : '($2::bigint[])[1]';
  // An attribute that is not localized has the same value in every locale.
  const versions = model.localized && attribute.localized === true ? ' and locale = $3::text' : '';
  const write = () =>
    transaction.rows(
      `update ${tableOf(model)} set ${column} = ${value}, cg_version = cg_version + 1 where document_id = $1::text${versions}`,
      [documentId, fileIds, ...(versions === '' ? [] : [locale])],
    );
  // Hooks do not run for users.
  if (scope.content.hooks?.has(model.name) !== true || model.uid === USER_UID) return void (await write());
  const { files, publishes } = await editedVersion(transaction, model, documentId, locale, column);
  const added = attribute.multiple ? [...files, ...fileIds] : fileIds[0];
  return changeWithHooks(scope, transaction, { model, documentId, locale, publishes, name, value: added, write });
}

interface EditedVersion {
  readonly files: readonly number[];
  readonly publishes: boolean;
}

/** The files of the version that editors change, and whether there is a published version beside it. */
async function editedVersion(
  transaction: Executor,
  model: AnyModel,
  documentId: string,
  locale: string,
  column: string,
): Promise<EditedVersion> {
  const rows = await transaction.rows<{ files: string; status: string }>(
    `select to_json(array[]::bigint[] || ${column}) as files, cg_status as status from ${tableOf(model)} where document_id = $1::text and locale = $2::text order by cg_status`,
    [documentId, locale],
  );
  // The driver gives JSON as text, and drafts come first.
  const files: number[] = JSON.parse(rows[0]?.files ?? '[]');
  return { files, publishes: model.draftAndPublish && rows.some(({ status }) => status === 'published') };
}

async function ownerOf(scope: Scope, transaction: Executor, target: Target): Promise<Row> {
  const { model, id } = target;
  const byRow = isRowId(id);
  const where = byRow ? 'id = $1::bigint' : 'document_id = $1::text';
  const first = `order by locale = $2::text desc, id limit 1`;
  const [row] = await transaction.rows<Row>(
    `select document_id, locale from ${tableOf(model)} where ${where} ${first}`,
    [byRow ? Number(id) : id, scope.content.settings.locales.default],
  );
  if (row === undefined) throw noDocument(target);
  return row;
}
