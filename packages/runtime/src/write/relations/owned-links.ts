import { type ListChange, keyAfter, MAX_RANK_LENGTH, missingAnchor, place } from '../../order/index.js';
import { type Loader, type Part, opaque } from '../../sql/index.js';
import { linkAt, listOf } from './links.js';
import { neighboursOf } from './neighbours.js';
import { namedIn } from './relation-change.js';
import { type Tail, prepareInherited } from './inherited-links.js';
import type { LinkChanges, LinkWork } from './link-changes.js';
import { type OwnedLink, storageOf } from '../../model/index.js';
import { type Target, type Version, editStatus } from '../targets/target.js';

interface Link {
  readonly id: string;
  readonly rank: string;
}

/**
 * Loads the entries that a change names, and the neighbours of the places that it puts entries at, so that the cost does
 * not depend on the length of the list.
 */
export function prepareLinks(
  loader: Loader,
  target: Target,
  relation: OwnedLink,
  change: ListChange,
  exists: boolean,
): (edit: Version | undefined, published: Version | undefined) => LinkWork {
  const named = change.kind === 'set' ? undefined : namedIn(change);
  const links: Part<readonly Link[]> = exists ? loadLinks(loader, target, relation, named) : () => [];
  const others: Part<readonly { rank: string }[]> =
    exists && change.kind === 'change' && named !== undefined && change.connect.length > 0
      ? loadNeighbours(loader, target, relation, change, named)
      : () => [];
  const inherit =
    exists && relation.shared && change.kind === 'change'
      ? prepareInherited(loader, target, relation, change)
      : undefined;
  const tails: Part<readonly Tail[]> = relation.twoWay
    ? loadTails(loader, relation, change.kind === 'set' ? change.ids : change.connect.map(({ id }) => id))
    : () => [];

  return (edit, published) => {
    if (edit === undefined && inherit !== undefined) return inherit(tails());
    const own = links();
    const items = [...own, ...others()].sort((a, b) => (a.rank < b.rank ? -1 : 1));
    const { removed, ranked } = place(items, change);

    const last = new Map(tails().map(({ id, rank }) => [id, rank]));
    const before = new Set(own.map(({ id }) => id));
    const [moved, added]: [LinkChanges['moved'][number][], LinkChanges['added'][number][]] = [[], []];
    for (const [id, rank] of ranked) {
      if (before.has(id)) moved.push({ target: id, rank });
      else added.push({ target: id, rank, inverse: relation.twoWay ? keyAfter(last.get(id)) : null });
    }
    const twin = target.publish && published !== undefined && edit?.diverged.includes(relation.name) === false;
    return {
      relation,
      changes: {
        table: relation.table,
        sources: edit === undefined ? undefined : twin ? [edit.id, published.id] : [edit.id],
        isWhole: change.kind === 'set',
        removed,
        moved,
        added,
      },
      long: [...ranked.values()].filter((rank) => rank.length > MAX_RANK_LENGTH),
      missing: missingAnchor(before, change),
    };
  };
}

/** The links to the named targets, in any order; without names, all links in order. */
function loadLinks(
  loader: Loader,
  target: Target,
  relation: OwnedLink,
  named: readonly string[] | undefined,
): Part<readonly Link[]> {
  const { table } = storageOf(target.model);
  const columns = loader.add<Record<'ids' | 'ranks', readonly string[] | null>>((param) => {
    const links =
      named === undefined
        ? listOf(relation.table, 'o.id')
        : `unnest(${opaque(param(named, 'text[]'), 'text[]')}) x(target) cross join ${linkAt(relation.table, 'o.id', 'x.target')}`;
    // Two lists of texts are written and read faster than a list of objects.
    return `(select json_build_object('ids', json_agg(l.target_id), 'ranks', json_agg(l.rank)) from ${table} o cross join ${links} l where o.document_id = ${param(target.documentId, 'text')} and o.locale = ${param(target.locale, 'text')} and o.cg_status = ${param(editStatus(target.model), 'text')})`;
  });
  return () => {
    const { ids, ranks } = columns();
    return (ids ?? []).map((id, index) => ({ id, rank: ranks?.[index] ?? '' }));
  };
}

function loadNeighbours(
  loader: Loader,
  target: Target,
  relation: OwnedLink,
  change: Extract<ListChange, { kind: 'change' }>,
  named: readonly string[],
): Part<readonly { rank: string }[]> {
  const { table } = storageOf(target.model);
  return loader.list((param) => {
    const moving = `(select unnest(${param(named, 'text[]')}))`;
    // The order comes first, so that PostgreSQL reads only as far as the first entry that stays, and not the whole list.
    const first = (direction: string, where = '') =>
      `(select s.rank from (select l.rank, l.target_id from ${relation.table} l where l.source_id = o.id${where} order by l.rank${direction} offset 0) s where s.target_id not in ${moving} limit 1)`;
    const ranks = neighboursOf(change, {
      end: first,
      beside: (anchors, side) => {
        const nearest = side === 'before' ? first(' desc', ' and l.rank < a.rank') : first('', ' and l.rank > a.rank');
        return `(select n.rank from unnest(${opaque(param(anchors, 'text[]'), 'text[]')}) x(target) cross join ${linkAt(relation.table, 'o.id', 'x.target')} a cross join lateral ${nearest} n)`;
      },
    });
    return `select n.rank from ${table} o cross join lateral (${ranks}) n(rank) where o.document_id = ${param(target.documentId, 'text')} and o.locale = ${param(target.locale, 'text')} and o.cg_status = ${param(editStatus(target.model), 'text')}`;
  });
}

/** The last rank in the list of each target, over all versions: a new link goes behind it. */
function loadTails(loader: Loader, { table }: OwnedLink, ids: readonly string[]) {
  return loader.list<Tail>(
    (param) =>
      `select t.id, (select l.inverse_rank from ${table} l where l.target_id = t.id and l.inverse_rank is not null order by l.inverse_rank desc limit 1) as rank from unnest(${param(ids, 'text[]')}) t(id)`,
  );
}
