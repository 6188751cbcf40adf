import { isNoting, noteChange } from '../../changes/index.js';
import type { Executor } from '../../database/index.js';
import { type AnyModel, storageOf } from '../../model/index.js';
import type { RelationWork } from '../relations/relations.js';
import { editStatus } from '../targets/target.js';
import type { Written } from './stages.js';

/** Notes the changes of a written version for the log: what happened to the document, and which others show it. */
export function noteWritten(executor: Executor, written: Written): void {
  if (!isNoting(executor)) return;
  const { target, step, edit, rows } = written;
  const { model, documentId, locale } = target;
  const isNew = edit === undefined;
  if (isNew || step.input.size > 0) {
    const version = rows.versions.edit;
    const counted = version === undefined ? {} : { version };
    const status = editStatus(model);
    noteChange(executor, model, { event: isNew ? 'created' : 'updated', documentId, locale, status, ...counted });
  }
  for (const [other, id] of shownElsewhere(written)) noteChange(executor, other, { event: 'related', documentId: id });
  if (rows.published === undefined || !step.isLast) return;
  const version = rows.versions.published;
  const counted = version === undefined ? {} : { version };
  noteChange(executor, model, { event: 'published', documentId, locale, status: 'published', ...counted });
}

/** The documents that enter or leave a relation which they show from their side. */
function shownElsewhere(written: Written): readonly (readonly [AnyModel, string])[] {
  const { request, target, locked, edit, relations, columns } = written;
  const moved = [...storageOf(target.model).relations.values()].flatMap((relation) => {
    if (relation.at === 'inverse' || !relation.twoWay) return [];
    const ids = relation.at === 'link' ? movedLinks(relations, relation.name) : [];
    if (relation.at === 'column' && columns.has(relation.name)) {
      ids.push(edit?.values[relation.name], columns.get(relation.name));
    }
    return ids.map((id) => ({ id, model: relation.target }));
  });
  return moved.flatMap(({ id, model }) => {
    if (typeof id !== 'string') return [];
    // The target of a polymorphic relation may be of any type.
    const found = model ?? request.content.models.get(locked.get(id) ?? '');
    return found === undefined ? [] : [[found, id] as const];
  });
}

function movedLinks({ links }: RelationWork, name: string): unknown[] {
  const changes = links.find(({ relation }) => relation.name === name)?.changes;
  return changes === undefined ? [] : [...changes.removed, ...changes.added.map(({ target }) => target)];
}
