import type { Place } from './operations.js';

/** A doubly linked list: entries are found, taken out and put next to each other in constant time. */
export interface Chain<T extends { readonly id?: string }> {
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
