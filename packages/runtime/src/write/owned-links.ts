import type { ListChange } from '../order/operations.js';
import { place } from '../order/placement.js';
import { MAX_RANK_LENGTH, keysBetween } from '../order/rank.js';
import type { Loader, Param, Part } from './loader.js';
import { anchorsIn, namedIn } from './relation-change.js';
import type { NewLinks } from './rows.js';
import { type OwnedLink, storageOf } from './storage.js';
import { type Status, type Target, type Version, editStatus } from './version.js';

interface Link {
  readonly status: Status;
  readonly id: string;
  readonly rank: string;
  readonly inverse: string | null;
}

/** What a change of a list means for its link table. */
export interface LinkWork {
  readonly relation: OwnedLink;
  /** Something is different from before. */
  readonly changes: boolean;
  /** Links that go, or come back at another place. */
  readonly clear: ((param: Param) => string) | undefined;
  readonly links: NewLinks | undefined;
  /** Keys that have become long: those around them get new ones. */
  readonly long: readonly string[];
}

/** Loads only what a change names, neighbours of its anchors and both ends: the length of the list does not matter. */
export function prepareLinks(
  loader: Loader,
  target: Target,
  relation: OwnedLink,
  change: ListChange,
  exists: boolean,
): (edit: Version | undefined, published: Version | undefined) => LinkWork {
  const links: Part<readonly Link[]> = exists ? loadLinks(loader, target, relation, change) : () => [];
  const others: Part<readonly { rank: string }[]> =
    exists && change.kind === 'change' && change.connect.length > 0
      ? loadNeighbours(loader, target, relation, change)
      : () => [];
  const tails: Part<readonly { id: string; rank: string | null }[]> = relation.twoWay
    ? loadTails(loader, relation, change.kind === 'set' ? change.ids : change.connect.map(({ id }) => id))
    : () => [];

  return (edit, published) => {
    const all = links();
    const status = editStatus(target.model);
    const own = all.filter((link) => link.status === status).sort((a, b) => (a.rank < b.rank ? -1 : 1));
    const items = [...own.map(({ id, rank }) => ({ id, rank })), ...others()].sort((a, b) =>
      a.rank < b.rank ? -1 : 1,
    );
    const { removed, ranked } = place(items, change);

    const last = new Map(tails().map(({ id, rank }) => [id, rank]));
    const fresh = (id: string) => (relation.twoWay ? keysBetween(last.get(id) ?? undefined, undefined, 1)[0]! : null);
    const before = new Map(own.map((link) => [link.id, link]));
    const twin = target.publish && published !== undefined && edit?.diverged.includes(relation.name) === false;
    const theirs = new Map(twin ? all.filter((link) => link.status !== status).map((link) => [link.id, link]) : []);
    const rows = [...ranked].flatMap(([id, rank]) => {
      const inverse = before.get(id)?.inverse ?? fresh(id);
      const link = { target: id, rank, inverse };
      if (edit === undefined) return [link];
      const copy = { source: published?.id ?? 0, ...link, inverse: theirs.get(id)?.inverse ?? inverse };
      return twin ? [{ source: edit.id, ...link }, copy] : [{ source: edit.id, ...link }];
    });
    const gone = [...removed, ...[...ranked.keys()].filter((id) => before.has(id))];
    const sources = edit === undefined ? [] : twin ? [edit.id, published.id] : [edit.id];
    return {
      relation,
      changes: removed.length > 0 || ranked.size > 0,
      clear: gone.length === 0 ? undefined : (param) => clearLinks(param, relation, sources, gone),
      links: rows.length === 0 ? undefined : { table: relation.table, rows },
      long: [...ranked.values()].filter((rank) => rank.length > MAX_RANK_LENGTH),
    };
  };
}

function loadLinks(loader: Loader, target: Target, relation: OwnedLink, change: ListChange): Part<readonly Link[]> {
  const { table } = storageOf(target.model);
  return loader.list((param) => {
    const named = change.kind === 'set' ? '' : ` and l.target_id = any(${param(namedIn(change), 'text[]')})`;
    return `select o.status, l.target_id as id, l.rank, l.inverse_rank as inverse from ${table} o join ${relation.table} l on l.source_id = o.id where o.document_id = ${param(target.documentId, 'text')} and o.locale = ${param(target.locale, 'text')}${named}`;
  });
}

function loadNeighbours(
  loader: Loader,
  target: Target,
  relation: OwnedLink,
  change: ListChange,
): Part<readonly { rank: string }[]> {
  const { table } = storageOf(target.model);
  return loader.list((param) => {
    const others = `from ${relation.table} l where l.source_id = o.id and l.target_id <> all(${param(namedIn(change), 'text[]')})`;
    const anchors = `from ${relation.table} a where a.source_id = o.id and a.target_id = any(${param(anchorsIn(change), 'text[]')})`;
    const ends = [
      `(select l.rank ${others} order by l.rank limit 1)`,
      `(select l.rank ${others} order by l.rank desc limit 1)`,
    ];
    const beside = [
      `select (select l.rank ${others} and l.rank < a.rank order by l.rank desc limit 1) ${anchors}`,
      `select (select l.rank ${others} and l.rank > a.rank order by l.rank limit 1) ${anchors}`,
    ];
    return `select n.rank from ${table} o cross join lateral (${[...ends, ...beside].join(' union ')}) n(rank) where o.document_id = ${param(target.documentId, 'text')} and o.locale = ${param(target.locale, 'text')} and o.status = ${param(editStatus(target.model), 'text')} and n.rank is not null`;
  });
}

/** The last place in the list that the other side keeps, over all versions: a new link goes after it. */
function loadTails(loader: Loader, { table }: OwnedLink, ids: readonly string[]) {
  return loader.list<{ id: string; rank: string | null }>(
    (param) =>
      `select t.id, (select l.inverse_rank from ${table} l where l.target_id = t.id and l.inverse_rank is not null order by l.inverse_rank desc limit 1) as rank from unnest(${param(ids, 'text[]')}) t(id)`,
  );
}

function clearLinks(param: Param, { table }: OwnedLink, sources: readonly number[], ids: readonly string[]): string {
  return `delete from ${table} where source_id = any(${param(sources, 'integer[]')}) and target_id = any(${param(ids, 'text[]')})`;
}
