import type { MissingAnchor } from '../../order/index.js';
import { storageOf } from '../../model/index.js';
import type { Loader } from '../../sql/index.js';
import type { Target, Version } from '../targets/target.js';
import { type InverseWork, prepareInverse } from './inverse.js';
import type { Changes } from './relation-change.js';
import { prepareColumn } from './owned-columns.js';
import type { LinkWork } from './link-changes.js';
import { prepareLinks } from './owned-links.js';

/** The rows and columns to write for the relations of a body. */
export interface RelationWork {
  readonly links: readonly LinkWork[];
  readonly inverses: readonly InverseWork[];
  /** Values of columns of the version itself. */
  readonly columns: readonly (readonly [name: string, value: string | null])[];
  /** The first anchor that is in no list: the change cannot be made. */
  readonly missing: MissingAnchor | undefined;
}

/** `sibling`: the version of another locale that was written last, which a first version in a locale starts from. */
export type PlanRelations = (
  edit: Version | undefined,
  published: Version | undefined,
  sibling: Pick<Version, 'values'> | undefined,
) => RelationWork;

/** Adds to the loader the parts that the changes need, and plans the work once they are loaded. */
export function prepareRelations(loader: Loader, target: Target, changes: Changes, exists: boolean): PlanRelations {
  const links: ReturnType<typeof prepareLinks>[] = [];
  const inverses: ReturnType<typeof prepareInverse>[] = [];
  const columns: ReturnType<typeof prepareColumn>[] = [];
  for (const relation of storageOf(target.model).relations.values()) {
    const change = changes.get(relation.name);
    if (change === undefined) continue;
    if (relation.at === 'link') links.push(prepareLinks(loader, target, relation, change, exists));
    else if (relation.at === 'inverse') inverses.push(prepareInverse(loader, target, relation, change));
    else columns.push(prepareColumn(loader, target, relation, change));
  }
  return (edit, published, sibling) => {
    const planned = {
      links: links.map((plan) => plan(edit, published)),
      inverses: inverses.map((plan) => plan()),
      columns: columns.flatMap((plan) => plan(edit, sibling)),
    };
    const missing = [...planned.links, ...planned.inverses].find((work) => work.missing !== undefined)?.missing;
    return { ...planned, missing };
  };
}
