import { type AnyModel, type InverseRelation, storageOf } from '../../model/index.js';
import type { Loader, Param, Part } from '../../sql/index.js';
import { ownersQuery } from '../relations/exclusive.js';
import { membersQuery, writtenStatuses } from '../relations/inverse-load.js';
import { type Changes, movedIn } from '../relations/relation-change.js';
import type { Target } from '../targets/target.js';
import { laggingQuery } from '../versions/shared-locales.js';

/** A document whose drafts the write changes, and of which one lags behind the other locales. */
export interface Lagging {
  readonly model: AnyModel;
  readonly documentId: string;
}

/**
 * Adds to the loader the other documents whose drafts alone the write changes, in a relation that locales share, and that
 * lag behind: owners of lists that the other side stores, and owners that lose an exclusive target.
 */
export function prepareLagging(loader: Loader, target: Target, changes: Changes): Part<readonly Lagging[]> {
  const parts: Part<readonly Lagging[]>[] = [];
  const add = (model: AnyModel, documents: (param: Param) => string) => {
    const found = loader.list<{ id: string }>((param) => laggingQuery(model, documents(param)));
    parts.push(() => found().map(({ id }) => ({ model, documentId: id })));
  };
  for (const [name, change] of changes) {
    const relation = storageOf(target.model).relations.get(name);
    if (relation === undefined) continue;
    const ids = movedIn(change);
    if (relation.at === 'inverse') {
      if (!sharesDrafts(relation) || writtenStatuses(target, relation).includes('published')) continue;
      add(relation.target, (param) => {
        const members =
          change.kind === 'set' ? ` union ${membersQuery(relation, () => param(target.documentId, 'text'))}` : '';
        return `select unnest(${param(ids, 'text[]')})${members}`;
      });
    } else if (relation.shared && target.model.draftAndPublish && !target.publish && isExclusive(target, name)) {
      add(target.model, (param) => ownersQuery(param, target.model, name, ids).join(' union '));
    }
  }
  return () => parts.flatMap((part) => part());
}

function isExclusive({ model }: Target, name: string): boolean {
  return storageOf(model).exclusives.some((one) => one.name === name);
}

/** Whether drafts of several locales share the relation of an owner. */
function sharesDrafts({ shared, target }: InverseRelation): boolean {
  return shared && target.draftAndPublish;
}
