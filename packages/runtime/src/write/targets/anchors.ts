import type { Content } from '../../content/content.js';
import type { Executor } from '../../database/database.js';
import { ValidationError } from '../../errors/index.js';
import type { AnyModel } from '../../model/model.js';
import { type Connect, MissingAnchor, anchorOf } from '../../order/operations.js';
import { run } from '../../sql/loader.js';
import type { References } from './references.js';
import { ConnectedTwice } from '../relations/relation-change.js';
import { storageOf } from '../../model/storage.js';

interface Circumstances {
  readonly content: Content;
  /** The type that is written. */
  readonly model: AnyModel;
  readonly references: References;
}

/** Does work with lists. What cannot be done is said of row ids, as clients know it. */
export async function explained<T>(executor: Executor, circumstances: Circumstances, work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    if (error instanceof MissingAnchor) throw await anchorError(executor, circumstances, error);
    if (error instanceof ConnectedTwice) throw await twiceError(executor, circumstances, error);
    throw error;
  }
}

async function twiceError(executor: Executor, { content }: Circumstances, { id }: ConnectedTwice) {
  const row = await rowOf(executor, content, id);
  return new ValidationError(
    `The relation with id ${row} is already connected. You cannot connect the same relation twice.`,
  );
}

async function anchorError(executor: Executor, circumstances: Circumstances, { connect, all }: MissingAnchor) {
  if (isCircular(connect, all)) {
    return new ValidationError(
      'A circular reference was found in the connect array. One relation is trying to connect before/after another one that is trying to connect before/after it',
    );
  }
  const { content } = circumstances;
  const anchor = anchorOf(connect)!;
  const [entry, other] = [await rowOf(executor, content, connect.id), await rowOf(executor, content, anchor)];
  const position = { [Object.keys(connect.place)[0]!]: other, ...localeOf(circumstances, anchor) };
  return new ValidationError(
    `There was a problem connecting relation with id ${entry} at position ${JSON.stringify(position)}. The relation with id ${other} needs to be connected first.`,
  );
}

/** Whether an entry waits for one that waits for it. */
function isCircular(connect: Connect, all: readonly Connect[]): boolean {
  const byId = new Map(all.map((one) => [one.id, one]));
  const seen = new Set<string>();
  for (let one: Connect | undefined = connect; one !== undefined;) {
    if (seen.has(one.id)) return true;
    seen.add(one.id);
    const anchor = anchorOf(one);
    one = anchor === undefined ? undefined : byId.get(anchor);
  }
  return false;
}

/** Types without locales mean documents in the default one. */
function localeOf({ content, model, references }: Circumstances, anchor: string): { readonly locale?: string } {
  const isNamed = references.documents.some(
    ({ use, reference }) => use === 'anchor' && reference.documentId === anchor,
  );
  return isNamed && !model.localized ? { locale: content.settings.locales.default } : {};
}

async function rowOf(executor: Executor, content: Content, id: string): Promise<number | string> {
  if (id.startsWith('#')) return Number(id.slice(1));
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
