import type { Executor } from '../../database/index.js';
import { storageOf } from '../../model/index.js';
import { withInverse, withRelation } from '../relations/diverged.js';
import { takeExclusives } from '../relations/exclusive.js';
import { syncInverse } from '../relations/carried.js';
import { linkOwners, unlinkOwners } from '../relations/inverse-write.js';
import { copyLinks, isChanged, syncLinks } from '../relations/links.js';
import { ownMove } from '../relations/inverse.js';
import { rebalanceLists } from '../relations/ranks.js';
import { writeRows } from '../versions/rows.js';
import { copyShared } from '../versions/shared-locales.js';
import type { Checked, Written } from './stages.js';

/** Writes the rows of the version and its links, and the rows of owners whose relation the input changes. */
export async function writeVersion(executor: Executor, checked: Checked): Promise<Written> {
  const { request, target, exists, edit, published, relations, columns, values, now } = checked;
  const { inverses, links } = relations;
  for (const inverse of inverses) await unlinkOwners(executor, target, inverse);
  // Owners of an existing document come first, because the version itself may be one of them.
  if (exists) for (const inverse of inverses) await linkOwners(executor, target, inverse);
  const { mayTake } = request;
  await takeExclusives(executor, target, values, { isWritten: (name) => columns.has(name), mayTake });
  const rows = await writeRows(executor, {
    target,
    current: edit,
    published,
    newDocument: !exists,
    columns,
    diverged: divergedAfter(checked),
    links: links.map(({ changes }) => changes),
    now,
    shown: request.shown,
  });
  // Owners of a new document come last, because a link needs a document to point at.
  if (!exists) for (const inverse of inverses) await linkOwners(executor, target, inverse);
  return { ...checked, rows };
}

/** The marks of relations that differ between draft and published version after the write. */
function divergedAfter({ target, edit, relations }: Checked): readonly string[] {
  if (target.publish || !target.model.draftAndPublish) return [];
  let marks: readonly string[] = edit?.diverged ?? [];
  for (const { relation, changes } of relations.links) {
    if (isChanged(changes)) marks = withRelation(marks, relation.name);
  }
  for (const work of relations.inverses) {
    if (!work.relation.target.draftAndPublish) continue;
    marks = withInverse(marks, work);
    const { of, owner } = work.relation;
    if (of.at === 'link' && ownMove(target, work) !== undefined) marks = withRelation(marks, owner);
  }
  return marks;
}

/** Gives the first version in a locale the lists that locales share, where the input does not change these lists. */
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
 * Gives new ranks to the entries around those whose ranks have become long. The published list is equal by now, so the
 * published list gets the same ranks.
 */
export async function rebalanceLong(executor: Executor, written: Written): Promise<void> {
  for (const { relation, long } of written.relations.links) {
    await rebalanceLists(executor, relation.table, written.rows.edit, publishedRow(written), long);
  }
}

/** Copies shared values and lists to the other locales of the document. */
export async function shareWithLocales(executor: Executor, { target, sibling, rows }: Written): Promise<void> {
  if (sibling !== undefined) await copyShared(executor, target.model, rows);
}

function publishedRow({ rows }: Written): readonly number[] {
  return rows.published === undefined ? [] : [rows.published];
}
