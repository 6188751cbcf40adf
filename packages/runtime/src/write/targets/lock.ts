import type { Executor } from '../../database/index.js';
import { type Param, createParams, opaque } from '../../sql/index.js';

/** Types by document. */
export type TypesByDocument = ReadonlyMap<string, string>;

/** `no key update` lets others link to the document; `update` is the lock of a delete. */
export type Strength = 'no key update' | 'update';

/**
 * Locks documents, always in the order of their ids, so that two writes cannot deadlock. The lock is `no key update`,
 * because a link to a document takes a key share of it: two documents that link to each other must not wait. `more` has
 * queries for the ids of further documents.
 */
export async function lockDocuments(
  executor: Executor,
  ids: Iterable<string>,
  more: (param: Param) => readonly string[] = () => [],
  strength: Strength = 'no key update',
): Promise<TypesByDocument> {
  const wanted = [...new Set(ids)];
  const { values, param } = createParams();
  const queries = more(param);
  if (wanted.length === 0 && queries.length === 0) return new Map();
  const named = opaque(param(wanted, 'text[]'), 'text[]');
  const which =
    queries.length === 0 ? `= any(${named})` : `in (${[`select unnest(${named})`, ...queries].join(' union ')})`;
  const text = `select d.id, d.type from cg_documents d where d.id ${which} order by d.id for ${strength} of d`;
  const rows = await executor.rows<{ id: string; type: string }>(text, values);
  return new Map(rows.map(({ id, type }) => [id, type]));
}

/**
 * Steps of a statement that lock further documents after the first ones, but only documents that need no wait: a wait
 * would be out of the order of locks. `held` are the locked documents, and `left` counts the documents that are not
 * locked, for which a write is retried.
 */
export function lockWithoutWait(documents: string): { readonly steps: string; readonly left: string } {
  const held = 'select id from cg_documents where id in (select id from wanted) for no key update skip locked';
  return {
    steps: `wanted as (${documents}), held as (${held})`,
    left: '((select count(*) from wanted) - (select count(*) from held))::int',
  };
}
