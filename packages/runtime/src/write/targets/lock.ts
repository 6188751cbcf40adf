import type { Executor } from '../../database/index.js';
import { run } from '../../sql/index.js';

/** Types by document. */
export type Documents = ReadonlyMap<string, string>;

/**
 * Locks documents, always in the order of their ids, so that two writes cannot deadlock. The lock is `no key update`,
 * because a link to a document takes a key share of it: two documents that link to each other must not wait.
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
