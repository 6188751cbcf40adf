/** What relation lists mean, on plain arrays. The database does the same with ranks; tests compare the two. */

export type Place = { readonly before: string } | { readonly after: string } | 'start' | 'end';

export interface Connect {
  readonly id: string;
  readonly place: Place;
}

export type ListChange =
  | { readonly kind: 'set'; readonly ids: readonly string[] }
  | {
      readonly kind: 'change';
      /** Taken out before anything is connected. */
      readonly disconnect: readonly string[];
      /** One after the other, each against the list as it stands at that moment. */
      readonly connect: readonly Connect[];
      /** `false`: an entry whose anchor is not in the list goes to the end. */
      readonly strict: boolean;
    };

/** An entry should go next to one that is not in the list. */
export class MissingAnchor extends Error {
  constructor(readonly connect: Connect) {
    super(`${connect.id} has no anchor`);
  }
}

export function applyChange(current: readonly string[], change: ListChange): string[] {
  if (change.kind === 'set') return [...new Set(change.ids)];

  const gone = new Set(change.disconnect);
  const list = current.filter((id) => !gone.has(id));
  for (const connect of change.connect) {
    const at = list.indexOf(connect.id);
    if (at >= 0) list.splice(at, 1);
    list.splice(
      indexFor(connect, change.strict, list.length, (id) => list.indexOf(id)),
      0,
      connect.id,
    );
  }
  return list;
}

/** Where an entry goes in a list that it is not part of. */
export function indexFor(connect: Connect, strict: boolean, length: number, indexOf: (id: string) => number): number {
  const { place } = connect;
  if (place === 'start') return 0;
  if (place === 'end') return length;
  const anchor = indexOf('before' in place ? place.before : place.after);
  if (anchor >= 0) return 'before' in place ? anchor : anchor + 1;
  if (strict) throw new MissingAnchor(connect);
  return length;
}
