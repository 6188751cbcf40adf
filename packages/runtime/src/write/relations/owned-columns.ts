import { type ListChange, applyChange, keyAfter } from '../../order/index.js';
import { type OwnedColumn, storageOf } from '../../model/index.js';
import type { Loader, Part } from '../../sql/index.js';
import type { Target, Version } from '../targets/target.js';

/** Plans the columns of a to-one relation: its target, and the place in the list of the target. */
export function prepareColumn(
  loader: Loader,
  target: Target,
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
