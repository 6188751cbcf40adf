import type { Executor } from '../../database/database.js';
import { copyLinks } from '../relations/links.js';
import { run } from '../../sql/loader.js';
import { storageOf } from '../../model/storage.js';
import { type Target, type Version, editStatus } from './version.js';

/**
 * Documents that were written before their type got drafts, or lost them, have only the other version. The one to change
 * begins as a copy of it.
 */
export async function supplyVersion(executor: Executor, { model }: Target, from: Version): Promise<void> {
  const { table, columns, links } = storageOf(model);
  const status = editStatus(model);
  const same = ['document_id', 'locale', 'created_at', 'updated_at', ...columns.map(({ column }) => column)].join(', ');
  const publishedAt = status === 'draft' ? 'null' : 'coalesce(published_at, updated_at)';
  const [made] = await run<{ id: number }>(
    executor,
    (param) =>
      `insert into ${table} (status, published_at, ${same}) select '${status}', ${publishedAt}, ${same} from ${table} where id = ${param(from.id, 'integer')} returning id`,
  );
  if (links.length > 0) await copyLinks(executor, links, from.id, made!.id);
}
