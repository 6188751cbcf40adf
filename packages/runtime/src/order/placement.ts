import { chainOf } from './chain.js';
import { type ListChange, putAt } from './operations.js';
import { keysBetween } from './rank.js';

/** An entry of a list and its rank. Without an id it is not part of the list and only takes its place in the order. */
export interface Placed {
  readonly id?: string;
  readonly rank: string;
}

/** What has to be written for a list to become what a change says. */
export interface Placement {
  readonly removed: readonly string[];
  /** New ranks, of entries that are new or not where they were. */
  readonly ranked: ReadonlyMap<string, string>;
}

interface Item {
  readonly id?: string;
  readonly rank?: string;
}

/**
 * `current` is in order of rank. It may leave entries out, as long as it holds all that the change names, the nearest
 * other neighbours of those that are anchors, and both ends of the list. New ranks are different from all there are,
 * also from those of entries that go: they can be written in any order.
 */
export function place(current: readonly Placed[], change: ListChange): Placement {
  const items = distinct(current);
  return change.kind === 'set' ? placeSet(items, change.ids) : placeChange(items, change);
}

/** One item per rank, entries first. */
function distinct(current: readonly Placed[]): Item[] {
  const items: Item[] = [];
  for (const item of current) {
    const last = items.at(-1);
    if (last === undefined || last.rank !== item.rank || (last.id !== undefined && item.id !== undefined))
      items.push(item);
    else if (item.id !== undefined) items.splice(-1, 1, item);
  }
  return items;
}

/** What stays of an entry that goes: its rank is taken until everything is written. */
function left({ rank }: Item): Item | undefined {
  return rank === undefined ? undefined : { rank };
}

function placeChange(current: readonly Item[], change: Extract<ListChange, { kind: 'change' }>): Placement {
  const gone = new Set(change.disconnect);
  const chain = chainOf<Item>(current);
  for (const id of gone) chain.take(id, left);
  for (const connect of change.connect) {
    chain.take(connect.id, left);
    putAt(chain, { id: connect.id }, connect, change);
  }
  const ranked = assignRanks(chain.items());
  const removed = current.flatMap(({ id }) => (id !== undefined && gone.has(id) && !ranked.has(id) ? [id] : []));
  return { removed, ranked };
}

function placeSet(current: readonly Item[], ids: readonly string[]): Placement {
  const wanted = [...new Set(ids)];
  const position = new Map(wanted.map((id, index) => [id, index]));
  const listed = current.filter((item) => item.id !== undefined && position.has(item.id));
  const kept = new Set(longestRise(listed.map((item) => position.get(item.id!)!)).map((index) => listed[index]!.id));

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
  const removed = current.flatMap(({ id }) => (id !== undefined && !position.has(id) ? [id] : []));
  return { removed, ranked: assignRanks(items) };
}

function assignRanks(items: readonly Item[]): Map<string, string> {
  const ranks = new Map<string, string>();
  for (let start = 0; start < items.length; start++) {
    if (items[start]!.rank !== undefined) continue;
    let end = start;
    while (end < items.length && items[end]!.rank === undefined) end++;
    const keys = keysBetween(items[start - 1]?.rank, items[end]?.rank, end - start);
    keys.forEach((key, index) => ranks.set(items[start + index]!.id!, key));
    start = end;
  }
  return ranks;
}

/** Indexes of a longest ascending subsequence: the entries of a list that can stay where they are. */
function longestRise(numbers: readonly number[]): number[] {
  const ends: number[] = [];
  const before: number[] = [];
  numbers.forEach((number, index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]!]! < number) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = index;
  });
  const rise: number[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]!) rise.push(index);
  return rise.toReversed();
}
