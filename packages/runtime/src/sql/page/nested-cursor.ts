import { literal } from '../../database/index.js';
import { type EdgeChild, type NestedCursor, sortOf } from '../../plan/index.js';
import { type Builder, limitClause, whereClause } from '../builder.js';
import type { Joined } from '../edge.js';
import { orderClause, orderKeys } from '../sort/order.js';
import { rowsBehind, takenOrder, textOf } from './cursor.js';

/** A page of a populated list, and the key of each row that shows its cursor. */
interface NestedPage {
  /** The rows of the page, in the order of the list. */
  readonly rows: string;
  readonly cursor: readonly [expression: string, key: string];
  readonly order: string;
}

/** The rows behind a cursor. Lists of a parent are short beside tables, so one condition serves all of its rows. */
export function nestedPage(
  sql: Builder,
  child: EdgeChild,
  { from, source, order }: Joined,
  conditions: readonly string[],
  cursor: NestedCursor,
  limit: number,
): NestedPage {
  const { alias } = source;
  const { terms } = cursor;
  const positions = order.slice(0, terms.length - child.order.length);
  const keys = [
    ...orderKeys(sql, source, child.order),
    ...positions.map((key) => ({ key, direction: 'asc' as const })),
  ];
  const taken = takenOrder(keys, cursor);
  const behind = rowsBehind(sql, terms, taken, `${alias}.id`, cursor);
  const backwards = cursor.direction === 'before' ? ' desc' : '';
  const sorted = orderClause([...taken.map(({ key, direction }) => `${key} ${direction}`), `${alias}.id${backwards}`]);
  const where = whereClause([...conditions, `(${behind.map((one) => `(${one})`).join(' or ')})`]);
  const texts = terms.map(({ field }, index) => textOf(keys[index]?.key ?? 'null', field.type.postgres));
  const place = `json_build_array(${[literal(sortOf(terms)), ...texts, `${alias}.id`].join(', ')})`;
  const columns = `${alias}.*, ${encoded(place)} as cg_cursor, row_number() over (${sorted.trim()}) as cg_position`;
  return {
    rows: `select ${columns} from ${from}${where}${sorted}${limitClause(sql, limit)}`,
    cursor: [`${alias}.cg_cursor`, '__cursor'],
    order: ` order by ${alias}.cg_position${backwards}`,
  };
}

/** JSON as a cursor carries it: base64 for URLs, without line breaks. */
function encoded(json: string): string {
  return `translate(encode(convert_to(${json}::text, 'UTF8'), 'base64'), E'+/=\\n', '-_')`;
}
