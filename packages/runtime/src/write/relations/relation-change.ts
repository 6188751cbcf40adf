import { type Connect, type ListChange, type Place, anchorOf } from '../../order/index.js';
import type { PlaceInput, Reference, RelationInput } from '../input/relation-input.js';
import type { References } from '../targets/references.js';

/** By attribute: the change of its list. */
export type Changes = ReadonlyMap<string, ListChange>;

/** An id that no document has: a body named an anchor by a row that does not exist, so the anchor is in no list. */
const NO_DOCUMENT = '#';

/** The row id that such an anchor was named by. */
export function missingRowOf(id: string): number | undefined {
  return id.startsWith(NO_DOCUMENT) ? Number(id.slice(NO_DOCUMENT.length)) : undefined;
}

/** A relation value over documents. A to-one relation takes the last document of several. */
export function toChange(relation: RelationInput, references: References, many: boolean): ListChange {
  const known = (entries: readonly Reference[]) =>
    entries.map((entry) => references.documentOf(entry)).filter((id) => id !== undefined);
  if (relation.kind === 'set') {
    const ids = known(relation.entries);
    return { kind: 'set', ids: many ? [...new Set(ids)] : ids.slice(-1) };
  }
  const connect = relation.connect.flatMap(({ entry, place }): Connect[] => {
    const id = references.documentOf(entry);
    return id === undefined ? [] : [{ id, place: placeOf(place, references) }];
  });
  const last = many ? undefined : connect.at(-1);
  if (last !== undefined) return { kind: 'set', ids: [last.id] };
  return { kind: 'change', disconnect: known(relation.disconnect), connect, strict: relation.strict };
}

/** The first document that a relation value connects more than once. */
export function connectedTwice(relation: RelationInput, references: References): string | undefined {
  if (relation.kind === 'set') return undefined;
  const connected = new Set<string>();
  for (const { entry } of relation.connect) {
    const id = references.documentOf(entry);
    if (id === undefined) continue;
    if (connected.has(id)) return id;
    connected.add(id);
  }
  return undefined;
}

/** Whether a change leaves every list unchanged. */
export function isNothing(change: ListChange): boolean {
  return change.kind === 'change' && change.connect.length === 0 && change.disconnect.length === 0;
}

/** Every document a change names, anchors included. */
export function namedIn(change: ListChange): string[] {
  const anchors = change.kind === 'set' ? [] : change.connect.flatMap((connect) => anchorOf(connect) ?? []);
  return [...new Set([...movedIn(change), ...anchors])];
}

/** Every document that enters the list, leaves the list or gets another place. */
export function movedIn(change: ListChange): string[] {
  if (change.kind === 'set') return [...change.ids];
  return [...change.disconnect, ...change.connect.map(({ id }) => id)];
}

function placeOf(place: PlaceInput, references: References): Place {
  if (typeof place === 'string') return place;
  const anchor = 'before' in place ? place.before : place.after;
  const id = references.documentOf(anchor) ?? `${NO_DOCUMENT}${anchor.row}`;
  return 'before' in place ? { before: id } : { after: id };
}

/** SQL for ranks of a list, each in parentheses. */
interface NeighbourSql {
  /** The first rank, or with ` desc` the last one. */
  readonly end: (direction: '' | ' desc') => string;
  /** The nearest rank on one side of each anchor. */
  readonly beside: (anchors: readonly string[], side: 'before' | 'after') => string;
}

/** SQL for the ranks next to the places where a change puts entries. No other rank matters to the change. */
export function neighboursOf(change: Extract<ListChange, { kind: 'change' }>, sql: NeighbourSql): string {
  const { connect, strict } = change;
  const [before, after] = [anchorsOf(connect, 'before'), anchorsOf(connect, 'after')];
  const places: string[] = [];
  if (connect.some(({ place }) => place === 'start')) places.push(sql.end(''));
  // An entry whose anchor is missing goes to the end, unless it is refused.
  if (!strict || connect.some(({ place }) => place === 'end')) places.push(sql.end(' desc'));
  if (before.length > 0) places.push(sql.beside(before, 'before'));
  if (after.length > 0) places.push(sql.beside(after, 'after'));
  return places.join(' union ');
}

/** Each anchor once, because its neighbour is looked up. */
function anchorsOf(connect: readonly Connect[], side: 'before' | 'after'): readonly string[] {
  const anchors = connect.flatMap(({ place }) => {
    if (typeof place === 'string') return [];
    if ('before' in place) return side === 'before' ? [place.before] : [];
    return side === 'after' ? [place.after] : [];
  });
  return [...new Set(anchors)];
}
