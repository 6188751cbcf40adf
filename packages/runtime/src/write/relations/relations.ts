import { type OwnedColumn, storageOf } from '../../model/index.js';
import { type ListChange, type MissingAnchor, applyChange, keyAfter } from '../../order/index.js';
import type { Loader, Part } from '../../sql/index.js';
import type { WriteTarget, Version } from '../targets/target.js';
import { type InverseWork, prepareInverse } from './inverse.js';
import type { LinkWork } from './links.js';
import { prepareLinks } from './owned-links.js';
import type { Changes } from './relation-change.js';

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

/** Adds to the loader the parts that the changes need, and plans the work once the parts are loaded. */
export function prepareRelations(
  loader: Loader,
  target: WriteTarget,
  changes: Changes,
  exists: boolean,
): PlanRelations {
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

/** Plans the columns of a to-one relation: the target, and the place in the list of the target. */
function prepareColumn(
  loader: Loader,
  target: WriteTarget,
  relation: OwnedColumn,
  change: ListChange,
): (
  edit: Version | undefined,
  sibling: Pick<Version, 'values'> | undefined,
) => readonly (readonly [name: string, value: string | null])[] {
  const wanted = change.kind === 'set' ? change.ids.at(-1) : undefined;
  const { table } = storageOf(target.model);
  const last: Part<string | null> =
    wanted === undefined || relation.rank === undefined
      ? () => null
      : loader.add(
          (param) =>
            `(select to_json(${relation.rank}) from ${table} where ${relation.column} = ${param(wanted, 'text')} and ${relation.rank} is not null order by ${relation.rank} desc limit 1)`,
        );
  return (edit, sibling) => {
    // The first version in a locale inherits what locales share.
    const base = edit ?? (relation.shared ? sibling : undefined);
    const stored = base?.values[relation.name];
    const current = typeof stored === 'string' ? stored : null;
    const next = applyChange(current === null ? [] : [current], change).at(-1) ?? null;
    if (next === current && base !== undefined) return [];
    const value = [relation.name, next] as const;
    if (relation.rankName === undefined) return [value];
    return [value, [relation.rankName, next === null ? null : keyAfter(last())]];
  };
}
