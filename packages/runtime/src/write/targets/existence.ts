import type { Executor } from '../../database/index.js';
import { type AnyModel, storageOf } from '../../model/index.js';
import type { Loader, Part } from '../../sql/index.js';
import type { Reference } from '../input/relation-input.js';
import type { WriteTarget } from './target.js';
import type { TypesByDocument } from './lock.js';
import { type References, type ReferenceUse, documentMissing } from './references.js';

interface NamedId {
  readonly model: AnyModel;
  readonly id: string;
  readonly use: ReferenceUse;
}

/** Finds the documents of a type that the caller can see, and so may point at. */
export type Seen = (executor: Executor, model: AnyModel, ids: readonly string[]) => Promise<ReadonlySet<string>>;

export type CheckExistence = (executor: Executor, seen: Seen | undefined, locked: TypesByDocument) => Promise<void>;

/**
 * Prepares the check that every document a body names exists, has the right type, has a version in the locale of the
 * write, and is visible to the caller. A hidden document gets the answer of a missing one, at the same point of the
 * order, so that the answer does not tell hidden from missing documents. The locks tell the types of the documents that
 * the write locks.
 */
export function prepareExistence(
  loader: Loader,
  target: WriteTarget,
  references: References,
  toLock: ReadonlySet<string>,
): CheckExistence {
  const named: NamedId[] = [];
  const others = new Set<string>();
  for (const { model, reference, use } of references.documents) {
    const id = references.documentOf(reference) ?? missingNumber(reference, use);
    if (id === undefined) continue;
    named.push({ model, id, use });
    if (!toLock.has(id)) others.add(id);
  }
  const found: Part<readonly { type: string; ids: readonly string[] }[]> =
    others.size === 0
      ? () => []
      : loader.list(
          (param) =>
            `select type, json_agg(id) as ids from cg_documents where id = any(${param([...others], 'text[]')}) group by type`,
        );
  const present = loadPresence(loader, target, named);

  return async (executor, seen, locked) => {
    const visible = await visibleIn(executor, seen, target, named);
    const types = new Map(locked);
    for (const { type, ids } of found()) for (const id of ids) types.set(id, type);
    const here = new Map([...present].map(([model, part]) => [model, new Set(part().map(({ id }) => id))]));
    for (const { model, id, use } of named) {
      const isHere = use === 'disconnect' || id === target.documentId || here.get(model)?.has(id) !== false;
      const isSeen = id === target.documentId || visible.get(model)?.has(id) !== false;
      if (types.get(id) !== model.name || !isHere || !isSeen) throw documentMissing(id, localeOf(target, model));
    }
  };
}

/** A number under `documentId` that is no row id names a missing document. A missing row id alone is ignored. */
function missingNumber({ row, asDocumentId }: Reference, use: ReferenceUse): string | undefined {
  return use === 'disconnect' && asDocumentId ? String(row) : undefined;
}

/**
 * The locale in which a document is looked for. A type without locales names documents in the default locale, as in
 * Strapi.
 */
function localeOf(target: WriteTarget, model: AnyModel): string | null {
  if (!model.localized) return null;
  return target.model.localized ? target.locale : (target.preferred.at(-1) ?? null);
}

/** By type: the named documents that the caller can see. Without a limit there is no entry for the type. */
async function visibleIn(
  executor: Executor,
  seen: Seen | undefined,
  target: WriteTarget,
  named: readonly NamedId[],
): Promise<ReadonlyMap<AnyModel, ReadonlySet<string>>> {
  const visible = new Map<AnyModel, ReadonlySet<string>>();
  if (seen === undefined) return visible;
  const others = new Map<AnyModel, Set<string>>();
  for (const { model, id } of named) {
    if (id === target.documentId) continue;
    const ids = others.get(model);
    if (ids === undefined) others.set(model, new Set([id]));
    else ids.add(id);
  }
  for (const [model, ids] of others) visible.set(model, await seen(executor, model, [...ids]));
  return visible;
}

/** By type with locales: the named documents that have a version in the locale of the write. */
function loadPresence(
  loader: Loader,
  target: WriteTarget,
  named: readonly NamedId[],
): ReadonlyMap<AnyModel, Part<readonly { id: string }[]>> {
  const localized = new Map<AnyModel, Set<string>>();
  for (const { model, id, use } of named) {
    if (!target.model.localized || !model.localized || use === 'disconnect' || id === target.documentId) continue;
    localized.set(model, (localized.get(model) ?? new Set()).add(id));
  }
  return new Map(
    [...localized].map(([model, ids]) => [
      model,
      loader.list<{ id: string }>(
        (param) =>
          `select distinct document_id as id from ${storageOf(model).table} where document_id = any(${param([...ids], 'text[]')}) and locale = ${param(target.locale, 'text')}`,
      ),
    ]),
  );
}
