import type { Executor } from '../../database/index.js';
import { copyLinks } from '../relations/links.js';
import { run } from '../../sql/index.js';
import { type AnyModel, storageOf } from '../../model/index.js';
import { type Version, editStatus } from '../targets/target.js';

/**
 * Makes the version to edit as a copy of the other one. A document that was written before its type got drafts, or lost
 * them, lacks it.
 */
export async function supplyVersion(executor: Executor, model: AnyModel, from: Version): Promise<void> {
  const { table, columns, links } = storageOf(model);
  const status = editStatus(model);
  const same = ['document_id', 'locale', 'created_at', 'updated_at', ...columns.map(({ column }) => column)].join(', ');
  const publishedAt = status === 'draft' ? 'null' : 'coalesce(published_at, updated_at)';
  const [made] = await run<{ id: number }>(
    executor,
    (param) =>
      `insert into ${table} (cg_status, published_at, ${same}) select '${status}', ${publishedAt}, ${same} from ${table} where id = ${param(from.id, 'bigint')} returning id`,
  );
  if (made !== undefined && links.length > 0) await copyLinks(executor, links, from.id, made.id);
}
