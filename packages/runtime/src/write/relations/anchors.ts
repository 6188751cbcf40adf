import type { Content } from '../../content/index.js';
import type { Executor } from '../../database/index.js';
import { ValidationError } from '../../errors/index.js';
import { type AnyModel, storageOf } from '../../model/index.js';
import { type Connect, type MissingAnchor, anchorOf } from '../../order/index.js';
import { run } from '../../sql/index.js';
import { missingRowOf } from './relation-change.js';
import type { References } from '../targets/references.js';

/** The write that names an anchor. */
interface AnchoredChange {
  readonly content: Content;
  readonly model: AnyModel;
  readonly references: References;
}

/** Strapi names documents by row id in these messages. */
export async function twiceError(executor: Executor, content: Content, id: string): Promise<ValidationError> {
  const row = await rowOf(executor, content, id);
  return new ValidationError(
    `The relation with id ${row} is already connected. You cannot connect the same relation twice.`,
  );
}

export async function anchorError(
  executor: Executor,
  change: AnchoredChange,
  { connect, anchor, all }: MissingAnchor,
): Promise<ValidationError> {
  if (isCircular(connect, all)) {
    return new ValidationError(
      'A circular reference was found in the connect array. One relation is trying to connect before/after another one that is trying to connect before/after it',
    );
  }
  const { content } = change;
  const [entry, other] = [await rowOf(executor, content, connect.id), await rowOf(executor, content, anchor)];
  const side = typeof connect.place === 'object' && 'before' in connect.place ? 'before' : 'after';
  const position = { [side]: other, ...localeOf(change, anchor) };
  return new ValidationError(
    `There was a problem connecting relation with id ${entry} at position ${JSON.stringify(position)}. The relation with id ${other} needs to be connected first.`,
  );
}

/** Whether an entry waits for an entry that waits for it. */
function isCircular(connect: Connect, all: readonly Connect[]): boolean {
  const byId = new Map(all.map((one) => [one.id, one]));
  const visited = new Set<string>();
  for (let one: Connect | undefined = connect; one !== undefined;) {
    if (visited.has(one.id)) return true;
    visited.add(one.id);
    const anchor = anchorOf(one);
    one = anchor === undefined ? undefined : byId.get(anchor);
  }
  return false;
}

/** Strapi adds the default locale to a position that names a document, where the written type has no locales. */
function localeOf({ content, model, references }: AnchoredChange, anchor: string): { readonly locale?: string } {
  const isNamed = references.documents.some(
    ({ use, reference }) => use === 'anchor' && reference.documentId === anchor,
  );
  return isNamed && !model.localized ? { locale: content.settings.locales.default } : {};
}

async function rowOf(executor: Executor, content: Content, id: string): Promise<number | string> {
  const missing = missingRowOf(id);
  if (missing !== undefined) return missing;
  const [document] = await run<{ type: string }>(
    executor,
    (param) => `select type from cg_documents where id = ${param(id, 'text')}`,
  );
  const model = document === undefined ? undefined : content.models.get(document.type);
  if (model === undefined) return id;
  const [row] = await run<{ id: number }>(
    executor,
    (param) => `select id from ${storageOf(model).table} where document_id = ${param(id, 'text')} order by id limit 1`,
  );
  return row?.id ?? id;
}
