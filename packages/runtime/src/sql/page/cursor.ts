import type { CursorPlan, CursorPosition, OrderTerm, PageEdge, PageShape } from '../../plan/index.js';
import { type Builder, opaque } from '../builder.js';
import { momentText } from '../moment.js';
import type { OrderKey } from '../sort/order.js';

/** The rows at the edges of a page, in the order of the list. */
export interface PageEdges {
  readonly first: PageEdge;
  readonly last: PageEdge;
  /** Whether the list goes on in the direction of the cursor. */
  readonly isMore: boolean;
}

/** The keys in the order in which the rows of a page are taken: backwards from a cursor that the page ends before. */
export function takenOrder(keys: readonly OrderKey[], cursor: CursorPlan | undefined): readonly OrderKey[] {
  if (cursor?.direction !== 'before') return keys;
  return keys.map(({ key, direction }) => ({ key, direction: direction === 'asc' ? 'desc' : 'asc' }));
}

/** Columns that always have a value. */
const FILLED: ReadonlySet<string> = new Set(['id', 'documentId', 'createdAt', 'updatedAt', 'locale']);

/**
 * The rows behind a cursor, as alternatives that follow each other. PostgreSQL finds the rows of each alternative in
 * one range of an index, but cannot use a range for a condition with `or`. Nulls are last in ascending order, and first
 * in descending order.
 */
export function rowsBehind(
  sql: Builder,
  terms: readonly OrderTerm[],
  keys: readonly OrderKey[],
  id: string,
  { from, direction }: CursorPlan,
): readonly string[] {
  if (from === undefined) return ['true'];
  const place = { sql, terms, keys, id, from, backwards: direction === 'before' };
  const [first] = keys;
  if (first === undefined) return [behind(place, 0)];
  const { key } = first;
  const value = valueAt(place, 0);
  const field = terms[0];
  if (value === undefined) {
    const same = `${key} is null and ${behind(place, 1)}`;
    return first.direction === 'asc' ? [same] : [same, `${key} is not null`];
  }
  const least = `${key} ${first.direction === 'asc' ? '>=' : '<='} ${value}`;
  const range = `${least} and (${beyond(first, value)} or ${behind(place, 1)})`;
  const isFilled = field !== undefined && field.edges.length === 0 && FILLED.has(field.field.name);
  return first.direction === 'asc' && !isFilled ? [range, `${key} is null`] : [range];
}

interface Place {
  readonly sql: Builder;
  readonly terms: readonly OrderTerm[];
  readonly keys: readonly OrderKey[];
  readonly id: string;
  readonly from: CursorPosition;
  readonly backwards: boolean;
}

/** Rows with the keys of the cursor before `index` that come behind it. */
function behind(place: Place, index: number): string {
  const key = place.keys[index];
  if (key === undefined) {
    const id = opaque(place.sql.param(place.from.id, 'bigint'), 'bigint');
    return `${place.id} ${place.backwards ? '<' : '>'} ${id}`;
  }
  const value = valueAt(place, index);
  const rest = behind(place, index + 1);
  if (value === undefined) {
    const same = `(${key.key} is null and ${rest})`;
    return key.direction === 'asc' ? same : `(${key.key} is not null or ${same})`;
  }
  const after = key.direction === 'asc' ? `${beyond(key, value)} or ${key.key} is null` : beyond(key, value);
  return `(${after} or (${key.key} = ${value} and ${rest}))`;
}

function beyond({ key, direction }: OrderKey, value: string): string {
  return `${key} ${direction === 'asc' ? '>' : '<'} ${value}`;
}

/** `undefined`: null. The value is opaque, because every page has another value. */
function valueAt({ sql, terms, from }: Place, index: number): string | undefined {
  const [value, term] = [from.keys[index], terms[index]];
  if (value === undefined || value === null || term === undefined) return undefined;
  const { postgres } = term.field.type;
  return opaque(sql.param(value, postgres), postgres);
}

/**
 * The edges of the page in the table `cg_page`, as JSON: the position of each row, its keys as text, and its id. The
 * page has one row more than it shows, if the list goes on.
 */
export function edgesOf(terms: readonly OrderTerm[], limit: string): string {
  const texts = terms.map(({ field }, index) => textOf(`k.cg_key${index}`, field.type.postgres));
  const row = `json_build_array(${['k.cg_position', ...texts, 'k.id'].join(', ')})`;
  const last = `(select max(p.cg_position) from cg_page p where p.cg_position <= ${limit})`;
  return `(select json_agg(${row}) from cg_page k where k.cg_position in (1, ${last}, ${limit} + 1))`;
}

/** The text from which a cursor is read again, without loss. */
export function textOf(key: string, type: string): string {
  return type === 'timestamptz' ? momentText(key) : `${key}::text`;
}

export function readEdges(json: Buffer | null, { limit, cursor }: PageShape): PageEdges | undefined {
  if (json === null || cursor === undefined) return undefined;
  const rows: readonly (string | number | null)[][] = JSON.parse(json.toString());
  const taken = rows
    .map(([position, ...rest]) => ({ position: Number(position), edge: edgeOf(rest) }))
    .toSorted((a, b) => a.position - b.position);
  const shown = taken.filter(({ position }) => position <= limit);
  const [nearest, farthest] = [shown[0], shown.at(-1)];
  if (nearest === undefined || farthest === undefined) return undefined;
  const isMore = shown.length < taken.length;
  return cursor.direction === 'after'
    ? { first: nearest.edge, last: farthest.edge, isMore }
    : { first: farthest.edge, last: nearest.edge, isMore };
}

function edgeOf(values: readonly (string | number | null)[]): PageEdge {
  const keys = values.slice(0, -1).map((key) => (key === null ? null : String(key)));
  return { keys, id: Number(values.at(-1)) };
}
