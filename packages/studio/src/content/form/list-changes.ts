import type { Ref } from './value.js';

/** A document as a body names it. In a relation to documents of every type, it has the type beside it. */
type BodyRef = string | { readonly __type: string; readonly documentId: string };

export function nameOf({ documentId, type }: Ref): BodyRef {
  return type === undefined ? documentId : { __type: type, documentId };
}

/** The changes that turn one list into another, as a body of the API names them. */
export interface ListChanges {
  readonly connect: readonly Placed[];
  readonly disconnect: readonly BodyRef[];
}

interface Placed {
  readonly __type?: string;
  readonly documentId: string;
  readonly position: { readonly start: true } | { readonly after: string; readonly __type?: string };
}

/**
 * The changes between two lists. Entries that keep their order are not named, so documents that the caller does not see
 * stay where they are. Each placed entry names the entry before it in the new list, because the API has placed that
 * entry by then.
 */
export function listChanges(before: readonly Ref[], after: readonly Ref[]): ListChanges | undefined {
  const wanted = new Set(after.map(({ documentId }) => documentId));
  const places = new Map(before.map(({ documentId }, index) => [documentId, index]));
  const disconnect = before.filter(({ documentId }) => !wanted.has(documentId)).map(nameOf);
  const kept = longestRun(after.flatMap(({ documentId }) => places.get(documentId) ?? []));
  const connect = after.flatMap((ref, index): readonly Placed[] => {
    const place = places.get(ref.documentId);
    return place !== undefined && kept.has(place) ? [] : [placed(ref, after[index - 1])];
  });
  return connect.length === 0 && disconnect.length === 0 ? undefined : { connect, disconnect };
}

function placed({ documentId, type }: Ref, previous: Ref | undefined): Placed {
  const typed = (of: string | undefined) => (of === undefined ? {} : { __type: of });
  const position =
    previous === undefined ? ({ start: true } as const) : { after: previous.documentId, ...typed(previous.type) };
  return { ...typed(type), documentId, position };
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
