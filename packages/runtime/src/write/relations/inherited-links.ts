import { literal } from '../../database/index.js';
import { type OwnedLink, storageOf } from '../../model/index.js';
import { type ListChange, MAX_RANK_LENGTH, keyAfter, missingAnchor, place } from '../../order/index.js';
import type { Loader, Part } from '../../sql/index.js';
import { type Target, editStatus, fromSibling } from '../targets/target.js';
import type { LinkWork } from './link-changes.js';

/** A target, and the last rank in its list. */
export interface Tail {
  readonly id: string;
  readonly rank: string | null;
}

interface Inherited {
  readonly id: string;
  readonly rank: string;
  /** Its place in the list of the target. */
  readonly inverse: string | null;
}

/**
 * Prepares a change of a list that locales share, for the first version in a locale: the version begins with the list of
 * the locale that was written last, and the change applies to that. So all links of the version are new.
 */
export function prepareInherited(
  loader: Loader,
  target: Target,
  relation: OwnedLink,
  change: ListChange,
): (tails: readonly Tail[]) => LinkWork {
  const inherited = loadInherited(loader, target, relation);
  return (tails) => {
    const own = inherited();
    const { removed, ranked } = place(own, change);
    const ranks = new Map(own.map(({ id, rank }) => [id, rank]));
    for (const id of removed) ranks.delete(id);
    for (const [id, rank] of ranked) ranks.set(id, rank);

    const inverses = new Map(own.map(({ id, inverse }) => [id, inverse]));
    const last = new Map(tails.map(({ id, rank }) => [id, rank]));
    const inverseOf = (id: string) => (relation.twoWay ? (inverses.get(id) ?? keyAfter(last.get(id))) : null);
    const added = [...ranks].map(([id, rank]) => ({ target: id, rank, inverse: inverseOf(id) }));
    return {
      relation,
      changes: { table: relation.table, sources: undefined, isWhole: true, removed: [], moved: [], added },
      long: [...ranked.values()].filter((rank) => rank.length > MAX_RANK_LENGTH),
      missing: missingAnchor(inverses.keys(), change),
    };
  };
}

/** The list of the locale that was written last, in order; empty if there is a version in the locale of the write. */
function loadInherited(
  loader: Loader,
  { model, documentId, locale }: Target,
  relation: OwnedLink,
): Part<readonly Inherited[]> {
  const { table } = storageOf(model);
  return loader.list((param) => {
    const [id, code] = [param(documentId, 'text'), param(locale, 'text')];
    const own = `select 1 from ${table} t where t.document_id = ${id} and t.locale = ${code} and t.cg_status = ${literal(editStatus(model))}`;
    return `select l.target_id as id, l.rank, l.inverse_rank as inverse from ${relation.table} l where l.source_id = (select t.id ${fromSibling(model, id, code)}) and not exists (${own}) order by l.rank`;
  });
}
