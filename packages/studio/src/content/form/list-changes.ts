import type { Ref } from './value.js';

/** The changes that turn one list into another, as a body of the API names them. */
export interface ListChanges {
  readonly connect: readonly Placed[];
  readonly disconnect: readonly string[];
}

export interface Placed {
  readonly documentId: string;
  readonly position: { readonly start: true } | { readonly after: string };
}

/**
 * The changes between two lists. Entries that keep their order are not named, so documents that the caller does not see
 * stay where they are. Each placed entry follows the one before it in the new list, which is there by then.
 */
export function listChanges(before: readonly Ref[], after: readonly Ref[]): ListChanges | undefined {
  const ids = after.map(({ documentId }) => documentId);
  const wanted = new Set(ids);
  const places = new Map(before.map(({ documentId }, index) => [documentId, index]));
  const disconnect = before.map(({ documentId }) => documentId).filter((id) => !wanted.has(id));
  const kept = longestRun(ids.flatMap((id) => places.get(id) ?? []));
  const connect = ids.flatMap((documentId, index): readonly Placed[] => {
    const place = places.get(documentId);
    if (place !== undefined && kept.has(place)) return [];
    const previous = ids[index - 1];
    return [{ documentId, position: previous === undefined ? { start: true } : { after: previous } }];
  });
  return connect.length === 0 && disconnect.length === 0 ? undefined : { connect, disconnect };
}

/** A longest ascending subsequence: the entries that need not move. */
function longestRun(places: readonly number[]): ReadonlySet<number> {
  /** The last element of the best run of each length, as an index into `places`. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, place] of places.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (valueAt(places, ends[middle]) < place) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1];
    ends[low] = index;
  }
  const run = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) run.add(valueAt(places, at));
  return run;
}

function valueAt(places: readonly number[], index: number | undefined): number {
  return (index === undefined ? undefined : places[index]) ?? -1;
}
