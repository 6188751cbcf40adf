import type { Executor } from '../../database/index.js';
import { type Param, run } from '../../sql/index.js';

/** Types by document. */
export type Documents = ReadonlyMap<string, string>;

/**
 * Locks documents, always in the order of their ids, so that two writes cannot deadlock. The lock is `no key update`,
 * because a link to a document takes a key share of it: two documents that link to each other must not wait. `more` has
 * queries for the ids of further documents.
 */
export async function lockDocuments(
  executor: Executor,
  ids: Iterable<string>,
  more: (param: Param) => readonly string[] = () => [],
): Promise<Documents> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await run<{ id: string; type: string }>(executor, (param) => {
    const named = param(wanted, 'text[]');
    const queries = more(param);
    const which =
      queries.length === 0 ? `= any(${named})` : `in (${[`select unnest(${named})`, ...queries].join(' union ')})`;
    return `select d.id, d.type from cg_documents d where d.id ${which} order by d.id for no key update of d`;
  });
  return new Map(rows.map(({ id, type }) => [id, type]));
}
