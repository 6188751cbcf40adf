import { type ListChange, applyChange } from '../../order/operations.js';
import { place } from '../../order/placement.js';
import { MAX_RANK_LENGTH, keysBetween } from '../../order/rank.js';
import { type OwnerRow, loadNeighbourRanks, loadOwners, writtenStatuses } from './inverse-load.js';
import type { Loader, Part } from '../../sql/loader.js';
import type { InverseRelation } from '../../model/storage.js';
import { type Target, editStatus } from '../versions/version.js';

/** A write of a list that the other side stores: what happens to the rows of its owners. */
export interface InverseWork {
  readonly relation: InverseRelation;
  /** Rows that leave the list. */
  readonly unlink: readonly OwnerRow[];
  /** Rows that come into it, or to another place in it. */
  readonly link: readonly { readonly row: OwnerRow; readonly rank: string | null; readonly own: string }[];
  /** Places whose keys have become long: those around them get new ones. */
  readonly long: readonly string[];
}

export function prepareInverse(
  loader: Loader,
  target: Target,
  relation: InverseRelation,
  change: ListChange,
): () => InverseWork {
  const rows = loadOwners(loader, target, relation, change);
  const isRanked = relation.of.at === 'link' || relation.of.rank !== undefined;
  const neighbours: Part<readonly { rank: string }[]> =
    isRanked && change.kind === 'change' && change.connect.length > 0
      ? loadNeighbourRanks(loader, target, relation, change)
      : () => [];
  return () => plan(target, relation, change, rows(), neighbours(), isRanked);
}

function plan(
  target: Target,
  relation: InverseRelation,
  change: ListChange,
  rows: readonly OwnerRow[],
  neighbours: readonly { rank: string }[],
  isRanked: boolean,
): InverseWork {
  const statuses = writtenStatuses(target, relation);
  const written = rows.filter(({ status }) => statuses.includes(status));
  const documents = groupByDocument(rows);
  const members = listOf(target, relation, documents);
  const places = new Map(members.map(({ id, rank }) => [id, rank]));
  const wanted = new Set(change.kind === 'set' ? change.ids : change.connect.map(({ id }) => id));
  const dropped = new Set(change.kind === 'set' ? [] : change.disconnect);
  const gone = (doc: string) => !wanted.has(doc) && (change.kind === 'set' || dropped.has(doc));

  let ranked: ReadonlyMap<string, string> | undefined;
  if (isRanked) ranked = ranksOf(change, rows, written, members, neighbours, wanted);
  // Without ranks there is no order to keep, but an anchor that is missing is missing all the same.
  else applyChange([...places.keys()], change);

  const link = [...wanted].flatMap((doc) => {
    const rank = ranked?.get(doc) ?? places.get(doc) ?? null;
    return rowsToLink(target, relation, documents.get(doc) ?? [], statuses).flatMap((row) =>
      row.linked && row.rank === rank ? [] : [{ row, rank, own: row.linked ? '' : nextKey(row.last) }],
    );
  });
  return {
    relation,
    unlink: written.filter((row) => row.linked && gone(row.doc)),
    link,
    long: [...new Set(link.flatMap(({ rank }) => (rank !== null && rank.length > MAX_RANK_LENGTH ? [rank] : [])))],
  };
}

/** New places; ranks are shared by all versions, so rows that are not written take part in the order. */
function ranksOf(
  change: ListChange,
  rows: readonly OwnerRow[],
  written: readonly OwnerRow[],
  members: readonly { id: string; rank: string | null }[],
  neighbours: readonly { rank: string }[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const mine = new Set(written);
  const untouched = rows.filter((row) => row.linked && !(mine.has(row) && wanted.has(row.doc)));
  const others =
    change.kind === 'set' ? untouched.flatMap(({ rank }) => (rank === null ? [] : [{ rank }])) : neighbours;
  const entries = members.flatMap(({ id, rank }) => (rank === null ? [] : [{ id, rank }]));
  const items = [...entries, ...others].sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
  return place(items, change).ranked;
}

function groupByDocument(rows: readonly OwnerRow[]): ReadonlyMap<string, readonly OwnerRow[]> {
  const documents = new Map<string, OwnerRow[]>();
  for (const row of rows) {
    const versions = documents.get(row.doc);
    if (versions === undefined) documents.set(row.doc, [row]);
    else versions.push(row);
  }
  return documents;
}

/** The list as it is edited: each document once, at the place of the version that shows. */
function listOf(target: Target, relation: InverseRelation, documents: ReadonlyMap<string, readonly OwnerRow[]>) {
  const status = editStatus(relation.target);
  const entries = [...documents].flatMap(([id, versions]) => {
    const shown = preferred(
      target,
      versions.filter((row) => row.linked && row.status === status),
    );
    return shown === undefined ? [] : [{ id, rank: shown.rank, row: shown.id }];
  });
  return entries.sort((a, b) =>
    (a.rank ?? '~') < (b.rank ?? '~') ? -1 : (a.rank ?? '~') > (b.rank ?? '~') ? 1 : a.row - b.row,
  );
}

/** Versions that carry the link already keep it; else it goes to those in the locale at hand, or to all that share it. */
function rowsToLink(
  target: Target,
  relation: InverseRelation,
  versions: readonly OwnerRow[],
  statuses: readonly string[],
): readonly OwnerRow[] {
  if (relation.shared) return versions.filter(({ status }) => statuses.includes(status));
  const linked = versions.filter((row) => row.linked && row.status === editStatus(relation.target));
  const locales = new Set(linked.map(({ locale }) => locale));
  if (locales.size === 0) {
    const choice = preferred(
      target,
      versions.filter(({ status }) => status === editStatus(relation.target)),
    );
    if (choice !== undefined) locales.add(choice.locale);
  }
  return versions.filter(({ status, locale }) => statuses.includes(status) && locales.has(locale));
}

function preferred(target: Target, versions: readonly OwnerRow[]): OwnerRow | undefined {
  const order = (row: OwnerRow) => {
    const index = target.preferred.indexOf(row.locale);
    return index < 0 ? target.preferred.length : index;
  };
  return [...versions].sort((a, b) => order(a) - order(b) || a.id - b.id)[0];
}

function nextKey(last: string | null): string {
  return keysBetween(last ?? undefined, undefined, 1)[0]!;
}
