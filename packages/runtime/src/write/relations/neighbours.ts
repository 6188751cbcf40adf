import type { Connect, ListChange } from '../../order/index.js';

/** SQL for ranks of a list, each in parentheses. */
interface NeighbourSql {
  /** The first rank, or with ` desc` the last one. */
  readonly end: (direction: '' | ' desc') => string;
  /** The nearest rank on one side of each anchor. */
  readonly beside: (anchors: readonly string[], side: 'before' | 'after') => string;
}

/** SQL for the ranks next to the places that a change puts entries at. All others cannot matter to it. */
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
