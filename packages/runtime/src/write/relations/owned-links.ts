import { literal } from '../../database/index.js';
import { type OwnedLink, storageOf } from '../../model/index.js';
import { type ListChange, MAX_RANK_LENGTH, keyAfter, missingAnchor, place } from '../../order/index.js';
import { type Loader, type Part, opaque } from '../../sql/index.js';
import { type WriteTarget, type Version, editStatus, fromSibling } from '../targets/target.js';
import { type LinkChanges, type LinkWork, linkAt, linksInOrder } from './links.js';
import { namedIn, neighboursOf } from './relation-change.js';

interface Link {
  readonly id: string;
  readonly rank: string;
}

/**
 * Loads the entries that a change names, and the neighbours of the places where the change puts entries, so that the
 * cost does not depend on the length of the list.
 */
export function prepareLinks(
  loader: Loader,
  target: WriteTarget,
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
        owners: relation.owners,
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
  target: WriteTarget,
  relation: OwnedLink,
  named: readonly string[] | undefined,
): Part<readonly Link[]> {
  const { table } = storageOf(target.model);
  const columns = loader.add<Record<'ids' | 'ranks', readonly string[] | null>>((param) => {
    const links =
      named === undefined
        ? linksInOrder(relation.table, 'o.id')
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
  target: WriteTarget,
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

/** The last rank in the list of each target, over all versions: a new link goes behind the last rank. */
function loadTails(loader: Loader, { table }: OwnedLink, ids: readonly string[]) {
  return loader.list<Tail>(
    (param) =>
      `select t.id, (select l.inverse_rank from ${table} l where l.target_id = t.id and l.inverse_rank is not null order by l.inverse_rank desc limit 1) as rank from unnest(${param(ids, 'text[]')}) t(id)`,
  );
}

/** A target, and the last rank in its list. */
interface Tail {
  readonly id: string;
  readonly rank: string | null;
}

interface Inherited {
  readonly id: string;
  readonly rank: string;
  /** The place of the link in the list of the target. */
  readonly inverse: string | null;
}

/**
 * Prepares a change of a list that locales share, for the first version in a locale: the version begins with the list of
 * the locale that was written last, and the change applies to that. So all links of the version are new.
 */
function prepareInherited(
  loader: Loader,
  target: WriteTarget,
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
      changes: {
        table: relation.table,
        owners: relation.owners,
        sources: undefined,
        isWhole: true,
        removed: [],
        moved: [],
        added,
      },
      long: [...ranked.values()].filter((rank) => rank.length > MAX_RANK_LENGTH),
      missing: missingAnchor(inverses.keys(), change),
    };
  };
}

/** The list of the locale that was written last, in order; empty if there is a version in the locale of the write. */
function loadInherited(
  loader: Loader,
  { model, documentId, locale }: WriteTarget,
  relation: OwnedLink,
): Part<readonly Inherited[]> {
  const { table } = storageOf(model);
  return loader.list((param) => {
    const [id, code] = [param(documentId, 'text'), param(locale, 'text')];
    const own = `select 1 from ${table} t where t.document_id = ${id} and t.locale = ${code} and t.cg_status = ${literal(editStatus(model))}`;
    return `select l.target_id as id, l.rank, l.inverse_rank as inverse from ${relation.table} l where l.source_id = (select t.id ${fromSibling(model, id, code)}) and not exists (${own}) order by l.rank`;
  });
}
