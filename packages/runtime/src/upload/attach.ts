import { getTableColumns } from 'drizzle-orm';

import { allows, authorize, meetsRowRules } from '../access/index.js';
import { type AnyModel, type MediaAttribute, isRowId, mediaClassOf } from '../model/index.js';
import type { Scope } from '../content/index.js';
import { type Executor, identifier } from '../database/index.js';
import { invalidKey, ValidationError } from '../errors/index.js';
import { tableOf } from '../sql/index.js';

/** The media attribute of a document that uploaded files are added to. */
export interface Target {
  readonly model: AnyModel;
  readonly name: string;
  readonly attribute: MediaAttribute;
  /** A row id of the document, or its document id. */
  readonly id: string;
}

/** Reads `ref`, `refId` and `field`; `undefined` if none of them is given. */
export function parseTarget(scope: Scope, fields: ReadonlyMap<string, readonly string[]>): Target | undefined {
  const [ref, id, name] = ['ref', 'refId', 'field'].map((key) => fields.get(key)?.at(-1) ?? '');
  if (!ref && !id && !name) return undefined;
  if (!ref || !id || !name) throw new ValidationError('ref, refId and field are given together');
  const model = scope.content.modelsByUid.get(ref);
  if (model === undefined) throw new ValidationError(`Invalid ref: there is no content type ${ref}`);
  // Attaching a file changes the document, so the right to upload is not enough.
  authorize(scope, model, 'update');
  const attribute = Object.hasOwn(model.attributes, name) ? model.attributes[name] : undefined;
  const isWritable = attribute?.writable !== false && allows(scope, model, name, 'write');
  if (attribute?.kind !== 'media' || !isWritable) {
    throw invalidKey(
      name,
      { source: 'body', param: 'field', path: 'field' },
      `Invalid field: ${ref} has no media ${name}`,
    );
  }
  const target = { model, name, attribute, id };
  // PostgreSQL accepts no zero character in text.
  if (id.includes('\0')) throw noDocument(target);
  return target;
}

/** Refuses files of a class that the attribute does not allow. */
export function checkClasses({ attribute, name }: Target, types: readonly string[]): void {
  const { allowedTypes } = attribute;
  if (allowedTypes === undefined || types.every((type) => allowedTypes.includes(mediaClassOf(type)))) return;
  throw new ValidationError(`${name} takes only ${allowedTypes.join(', ')}`);
}

interface Row {
  readonly document_id: string;
  readonly locale: string;
}

/** Adds files to the draft and to the published version, as an edit followed by a publish would. */
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
  await transaction.rows(
    `update ${tableOf(model)} set ${column} = ${value}, cg_version = cg_version + 1 where document_id = $1::text${versions}`,
    [documentId, fileIds, ...(versions === '' ? [] : [locale])],
  );
}

/** One error for missing and hidden documents, because a difference would reveal that a document exists. */
function noDocument({ model, id }: Target): ValidationError {
  return new ValidationError(`Invalid refId: there is no ${model.name} ${id}`);
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
