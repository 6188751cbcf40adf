import type { Executor } from '../../database/database.js';
import type { ListChange } from '../../order/operations.js';
import { membersQuery } from '../relations/inverse-load.js';
import { run } from '../../sql/loader.js';
import type { References } from './references.js';
import { storageOf } from '../../model/storage.js';
import type { Target } from '../versions/version.js';

/** Types by document. */
export type Documents = ReadonlyMap<string, string>;

/**
 * The one place where documents are locked, always in the same order. `no key update`: whoever links to a document
 * takes a key share of it, and two that link to each other must not wait for one another.
 */
export async function lockDocuments(executor: Executor, ids: Iterable<string>): Promise<Documents> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await run<{ id: string; type: string }>(
    executor,
    (param) =>
      `select id, type from cg_documents where id = any(${param(wanted, 'text[]')}) order by id for no key update`,
  );
  return new Map(rows.map(({ id, type }) => [id, type]));
}

/** The document, those in whose lists it comes or goes, and those whose own lists change with it. */
export async function lockFor(
  executor: Executor,
  target: Target,
  references: References,
  changes: ReadonlyMap<string, ListChange>,
  exists: boolean,
): Promise<Documents> {
  const ids = new Set<string>(exists ? [target.documentId] : []);
  for (const { lock, reference } of references.documents) {
    const id = lock ? references.documentOf(reference) : undefined;
    if (id !== undefined) ids.add(id);
  }
  if (exists) for (const id of await membersOf(executor, target, changes)) ids.add(id);
  return lockDocuments(executor, ids);
}

/** Who is in a list that is about to be replaced, and stored by the other side. */
async function membersOf(
  executor: Executor,
  { model, documentId }: Target,
  changes: ReadonlyMap<string, ListChange>,
): Promise<readonly string[]> {
  const replaced = [...storageOf(model).relations.values()].filter(
    (relation) => relation.at === 'inverse' && changes.get(relation.name)?.kind === 'set',
  );
  if (replaced.length === 0) return [];
  const rows = await run<{ id: string }>(executor, (param) =>
    replaced
      .flatMap((relation) => (relation.at === 'inverse' ? [membersQuery(param, relation, documentId)] : []))
      .join(' union '),
  );
  return rows.map(({ id }) => id);
}
