import type { Executor } from '../../database/database.js';
import type { AnyModel } from '../../model/model.js';
import { storageOf } from '../../model/storage.js';
import type { Loader, Part } from '../../sql/loader.js';
import type { Target } from './target.js';
import type { Documents } from './lock.js';
import { type References, type Use, documentMissing } from './references.js';

interface NamedId {
  readonly model: AnyModel;
  readonly id: string;
  readonly use: Use;
}

/**
 * Prepares the check that every document a body names exists, has the right type, and has a version in the locale of
 * the write. The types of locked documents are known already.
 */
export function prepareExistence(
  loader: Loader,
  target: Target,
  references: References,
  locked: Documents,
): () => void {
  const named = references.documents.flatMap(({ model, reference, use }): NamedId[] => {
    const id = references.documentOf(reference);
    return id === undefined ? [] : [{ model, id, use }];
  });
  const unknown = [...new Set(named.map(({ id }) => id).filter((id) => !locked.has(id)))];
  const others: Part<readonly { id: string; type: string }[]> =
    unknown.length === 0
      ? () => []
      : loader.list((param) => `select id, type from cg_documents where id = any(${param(unknown, 'text[]')})`);
  const present = loadPresence(loader, target, named);

  return () => {
    const types = new Map([...locked, ...others().map(({ id, type }) => [id, type] as const)]);
    const here = new Map([...present].map(([model, part]) => [model, new Set(part().map(({ id }) => id))]));
    for (const { model, id, use } of named) {
      const locale = target.model.localized && model.localized ? target.locale : null;
      const isHere = use === 'disconnect' || id === target.documentId || here.get(model)?.has(id) !== false;
      if (types.get(id) !== model.name || !isHere) throw documentMissing(id, locale);
    }
  };
}

/** By type with locales: the named documents that have a version in the locale of the write. */
function loadPresence(
  loader: Loader,
  target: Target,
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

/** Finds the documents of a type that the caller can see, and so may point at. */
export type Seen = (executor: Executor, model: AnyModel, ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Documents that the caller cannot see do not exist for it. */
export async function refuseUnseen(
  executor: Executor,
  seen: Seen | undefined,
  target: Target,
  references: References,
): Promise<void> {
  if (seen === undefined) return;
  const named = new Map<AnyModel, Set<string>>();
  for (const { model, reference } of references.documents) {
    const id = references.documentOf(reference);
    if (id === undefined || id === target.documentId) continue;
    named.set(model, (named.get(model) ?? new Set()).add(id));
  }
  for (const [model, ids] of named) {
    const visible = await seen(executor, model, [...ids]);
    for (const id of ids) if (!visible.has(id)) throw documentMissing(id, null);
  }
}
