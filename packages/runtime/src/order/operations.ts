/** The meaning of relation lists, without ranks. Tests compare it, and the database, with plain arrays. */

export type Place = { readonly before: string } | { readonly after: string } | 'start' | 'end';

export interface Connect {
  readonly id: string;
  readonly place: Place;
}

export type ListChange =
  | { readonly kind: 'set'; readonly ids: readonly string[] }
  | {
      readonly kind: 'change';
      /** The entries that leave the list before any entry is connected. */
      readonly disconnect: readonly string[];
      /** The entries to connect, one after the other, each to the list as the entries before have left it. */
      readonly connect: readonly Connect[];
      /** `false`: an entry whose anchor is not in the list goes to the end. */
      readonly strict: boolean;
    };

/** A change that names an anchor which is not in the list at that moment. */
export interface MissingAnchor {
  readonly connect: Connect;
  readonly anchor: string;
  /** All entries that the same change connects. */
  readonly all: readonly Connect[];
}

/** The anchor of an entry, if it has one. */
export function anchorOf({ place }: Connect): string | undefined {
  if (typeof place === 'string') return undefined;
  return 'before' in place ? place.before : place.after;
}

/** Finds the first anchor that a strict change misses. A change that is not strict misses no anchor. */
export function missingAnchor(current: Iterable<string>, change: ListChange): MissingAnchor | undefined {
  if (change.kind === 'set' || !change.strict) return undefined;
  const present = new Set(current);
  for (const id of change.disconnect) present.delete(id);
  for (const connect of change.connect) {
    // An entry is no anchor of itself, because it leaves its old place first.
    present.delete(connect.id);
    const anchor = anchorOf(connect);
    if (anchor !== undefined && !present.has(anchor)) return { connect, anchor, all: change.connect };
    present.add(connect.id);
  }
  return undefined;
}

/** The list after a change. An entry whose anchor is missing goes to the end: `missingAnchor` refuses it before. */
export function applyChange(current: readonly string[], change: ListChange): string[] {
  if (change.kind === 'set') return [...new Set(change.ids)];

  const disconnected = new Set(change.disconnect);
  const chain = chainOf(current.filter((id) => !disconnected.has(id)).map((id) => ({ id })));
  for (const connect of change.connect) {
    chain.take(connect.id, () => undefined);
    putAt(chain, { id: connect.id }, connect.place);
  }
  return chain.items().map(({ id }) => id);
}

/** Puts an entry into a list that does not hold it; at the end where its anchor is missing. */
export function putAt<T extends { readonly id?: string }>(chain: Chain<T>, item: T, place: Place): void {
  if (!chain.put(item, place)) chain.put(item, 'end');
}

/** A doubly linked list: entries are found, taken out and put next to each other in constant time. */
interface Chain<T extends { readonly id?: string }> {
  /** Takes an entry out; the result of `rest` stays in its place. */
  take(id: string, rest: (item: T) => T | undefined): void;
  /** Returns false and changes nothing where the anchor of the place is missing. */
  put(item: T, place: Place): boolean;
  items(): T[];
}

interface Link<T> {
  item: T | undefined;
  before: Link<T>;
  after: Link<T>;
}

export function chainOf<T extends { readonly id?: string }>(items: readonly T[]): Chain<T> {
  const links = new Map<string, Link<T>>();
  const ends = closedRing<T>();

  const putBefore = (next: Link<T>, item: T): void => {
    const link: Link<T> = { item, before: next.before, after: next };
    next.before.after = link;
    next.before = link;
    if (item.id !== undefined) links.set(item.id, link);
  };
  /** The link before which an entry at this place goes. */
  const following = (place: Place): Link<T> | undefined => {
    if (place === 'start') return ends.after;
    if (place === 'end') return ends;
    return 'before' in place ? links.get(place.before) : links.get(place.after)?.after;
  };
  for (const item of items) putBefore(ends, item);

  return {
    take(id, rest) {
      const link = links.get(id);
      if (link?.item === undefined) return;
      links.delete(id);
      const left = rest(link.item);
      if (left !== undefined) return void (link.item = left);
      link.before.after = link.after;
      link.after.before = link.before;
    },
    put(item, place) {
      const next = following(place);
      if (next !== undefined) putBefore(next, item);
      return next !== undefined;
    },
    items() {
      const all: T[] = [];
      for (let link = ends.after; link.item !== undefined; link = link.after) all.push(link.item);
      return all;
    },
  };
}

/** An empty ring of one link without an item: the start is after it, the end before it. */
function closedRing<T>(): Link<T> {
  const ends: Partial<Link<T>> = { item: undefined };
  // The link points at itself, so it exists before its fields do.
  return Object.assign(ends, { before: ends, after: ends }) as Link<T>;
}
