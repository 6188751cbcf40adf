import type { Executor } from '../../database/index.js';
import { withInverse, withRelation } from '../relations/diverged.js';
import { takeExclusives } from '../relations/exclusive.js';
import { linkOwners, unlinkOwners } from '../relations/inverse-write.js';
import { ownMove } from '../relations/own-move.js';
import type { Checked, Written } from './stages.js';
import { isChanged } from '../relations/link-changes.js';
import { writeRows } from '../versions/rows.js';

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
