import type { Executor } from '../../database/index.js';
import { storageOf } from '../../model/index.js';
import { copyShared } from '../versions/shared-locales.js';
import type { Written } from './stages.js';
import { syncInverse } from '../relations/inverse-sync.js';
import { copyLinks, syncLinks } from '../relations/links.js';
import { rebalanceLists } from '../relations/rebalance.js';

/** Gives the first version in a locale the lists that locales share, where the input does not change them. */
export async function inheritLists(executor: Executor, written: Written): Promise<void> {
  const { target, edit, sibling, step, rows } = written;
  if (edit !== undefined || sibling === undefined) return;
  const inherited = storageOf(target.model).links.filter((link) => link.shared && !step.changes.has(link.name));
  if (inherited.length > 0) await syncLinks(executor, inherited, sibling.id, [rows.edit, ...publishedRow(written)]);
}

/** Gives the published version the lists of the draft. A version that was new got both lists with its rows. */
export async function publishLists(
  executor: Executor,
  { request, target, edit, published, rows }: Written,
): Promise<void> {
  if (rows.published === undefined || edit === undefined) return;
  const { links } = storageOf(target.model);
  if (published === undefined) await copyLinks(executor, links, rows.edit, rows.published);
  else {
    const differing = links.filter(({ name }) => edit.diverged.includes(name));
    if (differing.length > 0) await syncLinks(executor, differing, rows.edit, [rows.published]);
  }
  await syncInverse(executor, target, edit.diverged, { from: 'draft', to: 'published' }, request.mayCarry);
}

/**
 * Gives new ranks to the entries around those whose ranks have become long. The published list is equal by now, so it
 * gets the same ranks.
 */
export async function rebalanceLong(executor: Executor, written: Written): Promise<void> {
  for (const { relation, long } of written.relations.links) {
    await rebalanceLists(executor, relation.table, written.rows.edit, publishedRow(written), long);
  }
}

/** Copies shared values and lists to other locales, where the document has any. */
export async function shareWithLocales(executor: Executor, { target, sibling, rows }: Written): Promise<void> {
  if (sibling !== undefined) await copyShared(executor, target.model, rows);
}

function publishedRow({ rows }: Written): readonly number[] {
  return rows.published === undefined ? [] : [rows.published];
}
