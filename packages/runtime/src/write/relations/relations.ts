import type { ListChange } from '../../order/operations.js';
import { type InverseWork, prepareInverse } from './inverse.js';
import type { Loader } from '../../sql/loader.js';
import { prepareColumn } from './owned-columns.js';
import { type LinkWork, prepareLinks } from './owned-links.js';
import { storageOf } from '../../model/storage.js';
import type { Target, Version } from '../versions/version.js';

/** What the relations of a body come to. */
export interface RelationWork {
  readonly links: readonly LinkWork[];
  readonly inverses: readonly InverseWork[];
  /** Values of columns of the version itself. */
  readonly columns: readonly (readonly [name: string, value: string | null])[];
}

export function prepareRelations(
  loader: Loader,
  target: Target,
  changes: ReadonlyMap<string, ListChange>,
  exists: boolean,
): (edit: Version | undefined, published: Version | undefined) => RelationWork {
  const links: ReturnType<typeof prepareLinks>[] = [];
  const inverses: ReturnType<typeof prepareInverse>[] = [];
  const columns: ReturnType<typeof prepareColumn>[] = [];
  for (const [name, change] of changes) {
    const relation = storageOf(target.model).relations.get(name)!;
    if (relation.at === 'link') links.push(prepareLinks(loader, target, relation, change, exists));
    else if (relation.at === 'inverse') inverses.push(prepareInverse(loader, target, relation, change));
    else columns.push(prepareColumn(loader, target, relation, change));
  }
  return (edit, published) => ({
    links: links.map((work) => work(edit, published)),
    inverses: inverses.map((work) => work()),
    columns: columns.flatMap((work) => work(edit)),
  });
}
