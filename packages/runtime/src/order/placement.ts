import { type ListChange, chainOf, putAt } from './operations.js';
import { MAX_RANK_LENGTH, keysBetween, rankAt } from './rank.js';

/** An entry of a list and its rank. An item without an id is no entry: it only occupies its rank. */
export interface Placed {
  readonly id?: string;
  readonly rank: string;
}

/** The rows to write so that a list becomes what a change asks for. */
interface Placement {
  readonly removed: readonly string[];
  /** New ranks, of entries that are new or have moved. */
  readonly ranked: ReadonlyMap<string, string>;
}

interface Item {
  readonly id?: string;
  readonly rank?: string;
}

/**
 * `current` is in order of rank. `current` may be partial: it needs the entries that the change names, and the nearest
 * other neighbours of the places that it puts entries at: before an anchor, after an anchor, or at an end. New ranks
 * differ from all current ranks, the ranks of removed entries included, so that the rows can be written in any order.
 */
export function place(current: readonly Placed[], change: ListChange): Placement {
  const items = distinct(current);
  return change.kind === 'set' ? placeSet(items, change.ids) : placeChange(items, change);
}

/**
 * One item per rank, entries first. A list may hold two entries of one rank, such as after an import: no entry fits
 * between two equal ranks, so the second entry gets a new rank.
 */
function distinct(current: readonly Placed[]): Item[] {
  const items: Item[] = [];
  let taken: string | undefined;
  for (const { id, rank } of current) {
    if (rank !== taken) items.push({ ...(id === undefined ? {} : { id }), rank });
    else if (id !== undefined && items.at(-1)?.id === undefined) items.splice(-1, 1, { id, rank });
    else if (id !== undefined) items.push({ id });
    taken = rank;
  }
  return items;
}

/** The remainder of a removed entry: its rank stays occupied until all rows are written. */
function left({ rank }: Item): Item | undefined {
  return rank === undefined ? undefined : { rank };
}

function placeChange(current: readonly Item[], change: Extract<ListChange, { kind: 'change' }>): Placement {
  const disconnected = new Set(change.disconnect);
  const chain = chainOf<Item>(current);
  for (const id of disconnected) chain.take(id, left);
  for (const connect of change.connect) {
    chain.take(connect.id, left);
    putAt(chain, { id: connect.id }, connect.place);
  }
  const ranked = assignRanks(chain.items());
  const removed = current.flatMap(({ id }) =>
    id !== undefined && disconnected.has(id) && !ranked.has(id) ? [id] : [],
  );
  return { removed, ranked };
}

function placeSet(current: readonly Item[], ids: readonly string[]): Placement {
  const wanted = [...new Set(ids)];
  const position = new Map(wanted.map((id, index) => [id, index]));
  const kept = unmoved(current, position);
  const removed = current.flatMap(({ id }) => (id !== undefined && !position.has(id) ? [id] : []));
  // Fewer than half of the entries can stay, so the others are not squeezed in between them.
  if (wanted.length > 2 * kept.size) return { removed, ranked: renumbered(current, wanted) };

  const followers = new Map<string | undefined, string[]>();
  let predecessor: string | undefined;
  for (const id of wanted) {
    const run = followers.get(predecessor);
    if (kept.has(id)) predecessor = id;
    else if (run !== undefined) run.push(id);
    else followers.set(predecessor, [id]);
  }
  const items: Item[] = [];
  const follow = (id: string | undefined) => followers.get(id)?.forEach((follower) => items.push({ id: follower }));
  follow(undefined);
  for (const item of current) {
    const stays = item.id === undefined || kept.has(item.id);
    const rest = stays ? item : left(item);
    if (rest !== undefined) items.push(rest);
    if (stays && item.id !== undefined) follow(item.id);
  }
  const ranked = assignRanks(items);
  const isCrowded = [...ranked.values()].some((rank) => rank.length > MAX_RANK_LENGTH);
  return { removed, ranked: isCrowded ? renumbered(current, wanted) : ranked };
}

/**
 * New ranks for a whole list, because a list that is shuffled again and again would get longer ranks each time. The
 * first ranks of all are taken again as soon as the list has left them: lists that only moved on would leave a growing
 * part of their index behind, which every read passes until a vacuum.
 */
function renumbered(current: readonly Item[], ids: readonly string[]): ReadonlyMap<string, string> {
  const isRanked = ({ rank }: Item) => rank !== undefined;
  const [first, last] = [current.find(isRanked)?.rank, current.findLast(isRanked)?.rank];
  const areFirstFree = first !== undefined && rankAt(ids.length - 1) < first;
  const keys = keysBetween(areFirstFree ? undefined : last, undefined, ids.length);
  return new Map(ids.map((id, index) => [id, keys[index] ?? '']));
}

/** Gives ranks to the entries that have none, a run of them at a time between the ranks on both sides. */
function assignRanks(items: readonly Item[]): Map<string, string> {
  const ranks = new Map<string, string>();
  let low: string | undefined;
  let run: string[] = [];
  const close = (high: string | undefined) => {
    const keys = keysBetween(low, high, run.length)[Symbol.iterator]();
    for (const id of run) ranks.set(id, keys.next().value ?? '');
    run = [];
  };
  for (const { id, rank } of items) {
    if (rank === undefined) {
      if (id !== undefined) run.push(id);
      continue;
    }
    close(rank);
    low = rank;
  }
  close(undefined);
  return ranks;
}

interface Rise {
  readonly id: string;
  readonly position: number;
  readonly before: Rise | undefined;
}

/** The entries that can stay where they are: a longest ascending subsequence of their new positions. */
function unmoved(current: readonly Item[], positions: ReadonlyMap<string, number>): ReadonlySet<string> {
  /** By length: the subsequence of that length that ends lowest. */
  const best: Rise[] = [];
  for (const { id } of current) {
    const position = id === undefined ? undefined : positions.get(id);
    if (id === undefined || position === undefined) continue;
    const length = lengthBelow(best, position);
    best[length] = { id, position, before: best[length - 1] };
  }
  const kept = new Set<string>();
  for (let rise = best.at(-1); rise !== undefined; rise = rise.before) kept.add(rise.id);
  return kept;
}

/** How many of the subsequences end below a position: binary search. */
function lengthBelow(best: readonly Rise[], position: number): number {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const rise = best[middle];
    if (rise !== undefined && rise.position < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
