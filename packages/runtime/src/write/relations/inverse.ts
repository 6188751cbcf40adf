import type { InverseRelation } from '../../model/index.js';
import {
  type ListChange,
  type MissingAnchor,
  MAX_RANK_LENGTH,
  keyAfter,
  missingAnchor,
  place,
} from '../../order/index.js';
import type { Loader, Part } from '../../sql/index.js';
import { type WriteTarget, editStatus } from '../targets/target.js';
import { type OwnerRow, loadNeighbourRanks, loadOwners, writtenStatuses } from './inverse-load.js';

/** A change of a list that the other side stores: the rows of owners to write. */
export interface InverseWork {
  readonly relation: InverseRelation;
  /** Rows that leave the list. */
  readonly unlink: readonly OwnerRow[];
  /** Rows that enter the list, or get another place in the list. */
  readonly link: readonly { readonly row: OwnerRow; readonly rank: string | null; readonly own: string }[];
  /** Ranks that have become long: the list rebalances around them. */
  readonly long: readonly string[];
  readonly missing: MissingAnchor | undefined;
}

export function prepareInverse(
  loader: Loader,
  target: WriteTarget,
  relation: InverseRelation,
  change: ListChange,
): () => InverseWork {
  const rows = loadOwners(loader, target, relation, change);
  const isRanked = relation.of.at === 'link' || relation.of.rank !== undefined;
  const neighbours: Part<readonly { rank: string }[]> =
    isRanked && change.kind === 'change' && change.connect.length > 0
      ? loadNeighbourRanks(loader, target, relation, change)
      : () => [];
  return () => planInverse({ target, relation, change, rows: rows(), neighbours: neighbours(), isRanked });
}

interface LoadedList {
  readonly target: WriteTarget;
  readonly relation: InverseRelation;
  readonly change: ListChange;
  readonly rows: readonly OwnerRow[];
  readonly neighbours: readonly { readonly rank: string }[];
  /** The list of the target has an order. */
  readonly isRanked: boolean;
}

function planInverse(list: LoadedList): InverseWork {
  const { target, relation, change, rows, isRanked } = list;
  const statuses = writtenStatuses(target, relation);
  const written = rows.filter(({ status }) => statuses.includes(status));
  const documents = groupByDocument(rows);
  const members = membersOf(target, relation, documents);
  const ranks = new Map(members.map(({ id, rank }) => [id, rank]));
  const wanted = new Set(change.kind === 'set' ? change.ids : change.connect.map(({ id }) => id));
  const dropped = new Set(change.kind === 'set' ? [] : change.disconnect);
  const leaves = (doc: string) => !wanted.has(doc) && (change.kind === 'set' || dropped.has(doc));

  const ranked = isRanked ? newRanks(list, written, members, wanted) : undefined;
  // A list without an order has no places, but a missing anchor is refused all the same.
  const entries = isRanked ? members.filter(({ rank }) => rank !== null) : members;
  const link = [...wanted].flatMap((doc) => {
    const rank = ranked?.get(doc) ?? ranks.get(doc) ?? null;
    return rowsToLink(target, relation, documents.get(doc) ?? [], statuses).flatMap((row) =>
      row.linked && row.rank === rank ? [] : [{ row, rank, own: row.linked ? '' : keyAfter(row.last) }],
    );
  });
  return {
    relation,
    unlink: written.filter((row) => row.linked && leaves(row.doc)),
    link,
    long: [...new Set(link.flatMap(({ rank }) => (rank !== null && rank.length > MAX_RANK_LENGTH ? [rank] : [])))],
    missing: missingAnchor(
      entries.map(({ id }) => id),
      change,
    ),
  };
}

/** New ranks. All versions share them, so rows that are not written keep their ranks occupied. */
function newRanks(
  { change, rows, neighbours }: LoadedList,
  written: readonly OwnerRow[],
  members: readonly { readonly id: string; readonly rank: string | null }[],
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

/** The list that the write edits: each document once, at the place of the version that the target shows. */
function membersOf(
  target: WriteTarget,
  relation: InverseRelation,
  documents: ReadonlyMap<string, readonly OwnerRow[]>,
) {
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

/**
 * The link stays with the versions that have the link. A new link goes to the versions in the locale of the write, or
 * to all versions where locales share the relation.
 */
function rowsToLink(
  target: WriteTarget,
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

function preferred(target: WriteTarget, versions: readonly OwnerRow[]): OwnerRow | undefined {
  const order = (row: OwnerRow) => {
    const index = target.preferred.indexOf(row.locale);
    return index < 0 ? target.preferred.length : index;
  };
  return [...versions].sort((a, b) => order(a) - order(b) || a.id - b.id)[0];
}

/** Whether the written document itself enters or leaves its own list, in a relation of a type to itself. */
export function ownMove({ documentId }: WriteTarget, { link, unlink }: InverseWork): 'enters' | 'leaves' | undefined {
  if (link.some(({ row }) => row.doc === documentId && !row.linked)) return 'enters';
  return unlink.some(({ doc }) => doc === documentId) ? 'leaves' : undefined;
}
