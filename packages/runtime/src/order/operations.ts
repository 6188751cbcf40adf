import { type Chain, chainOf } from './chain.js';

/** What relation lists mean, without ranks. Tests compare it, and what the database does, with plain arrays. */

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
  constructor(
    readonly connect: Connect,
    /** Everything that the same change connects. */
    readonly all: readonly Connect[] = [connect],
  ) {
    super(`${connect.id} has no anchor`);
  }
}

/** What an entry goes next to, if anything. */
export function anchorOf({ place }: Connect): string | undefined {
  if (typeof place === 'string') return undefined;
  return 'before' in place ? place.before : place.after;
}

export function applyChange(current: readonly string[], change: ListChange): string[] {
  if (change.kind === 'set') return [...new Set(change.ids)];

  const gone = new Set(change.disconnect);
  const chain = chainOf(current.filter((id) => !gone.has(id)).map((id) => ({ id })));
  for (const connect of change.connect) {
    chain.take(connect.id, () => undefined);
    putAt(chain, { id: connect.id }, connect, change);
  }
  return chain.items().map(({ id }) => id);
}

/** Puts an entry where it should go in a list that it is not part of. */
export function putAt<T extends { readonly id?: string }>(
  chain: Chain<T>,
  item: T,
  connect: Connect,
  change: { readonly connect: readonly Connect[]; readonly strict: boolean },
): void {
  if (chain.put(item, connect.place)) return;
  if (change.strict) throw new MissingAnchor(connect, change.connect);
  chain.put(item, 'end');
}
