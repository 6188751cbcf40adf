import { type Connect, type ListChange, type Place, anchorOf } from '../../order/operations.js';
import type { References } from '../targets/references.js';
import type { PlaceInput, Reference, RelationInput } from '../input/relation-input.js';

/** Stands for an anchor that was named by a row that does not exist: it is in no list. */
const NOWHERE = '#';

/** A document is connected more than once by one change. */
export class ConnectedTwice extends Error {
  constructor(readonly id: string) {
    super(`${id} is connected twice`);
  }
}

/** A relation value over documents. A to-one relation takes the last of what it is given. */
export function toChange(relation: RelationInput, references: References, many: boolean): ListChange {
  const known = (entries: readonly Reference[]) => entries.flatMap((entry) => references.documentOf(entry) ?? []);
  if (relation.kind === 'set') {
    const ids = known(relation.entries);
    return { kind: 'set', ids: many ? [...new Set(ids)] : ids.slice(-1) };
  }
  const connect = relation.connect.map(({ entry, place }): Connect => ({
    id: references.documentOf(entry)!,
    place: placeOf(place, references),
  }));
  refuseTwice(connect);
  if (!many && connect.length > 0) return { kind: 'set', ids: [connect.at(-1)!.id] };
  return { kind: 'change', disconnect: known(relation.disconnect), connect, strict: relation.strict };
}

/** Whether a change says anything at all. */
export function isNothing(change: ListChange): boolean {
  return change.kind === 'change' && change.connect.length === 0 && change.disconnect.length === 0;
}

/** Every document a change names, anchors included. */
export function namedIn(change: ListChange): string[] {
  return [...new Set([...movedIn(change), ...anchorsIn(change)])];
}

/** Every document that comes, goes or gets another place. */
export function movedIn(change: ListChange): string[] {
  if (change.kind === 'set') return [...change.ids];
  return [...change.disconnect, ...change.connect.map(({ id }) => id)];
}

export function anchorsIn(change: ListChange): string[] {
  if (change.kind === 'set') return [];
  return change.connect.flatMap((connect) => anchorOf(connect) ?? []);
}

function placeOf(place: PlaceInput, references: References): Place {
  if (typeof place === 'string') return place;
  const anchor = 'before' in place ? place.before : place.after;
  const id = references.documentOf(anchor) ?? `${NOWHERE}${anchor.row}`;
  return 'before' in place ? { before: id } : { after: id };
}

function refuseTwice(connect: readonly Connect[]): void {
  const seen = new Set<string>();
  for (const { id } of connect) {
    if (seen.has(id)) throw new ConnectedTwice(id);
    seen.add(id);
  }
}
