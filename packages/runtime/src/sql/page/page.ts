import type { PageShape, ReadPlan } from '../../plan/index.js';
import { type Builder, limitClause, opaque } from '../builder.js';
import { edgesOf, rowsBehind, takenOrder } from './cursor.js';
import { limitInText } from './page-size.js';
import { type OrderKey, orderClause } from '../sort/order.js';
import type { SortWalk } from '../sort/walk.js';
import { tableOf } from '../source.js';
import { readsRelated, totalOf } from './total.js';

/** The rows of a page in the table `a`, and the total. */
interface PageSql extends Counted {
  /** `name as materialized (…)` */
  readonly tables: readonly string[];
  readonly rows: string;
  /** The edges of the page, if it has cursors. */
  readonly edges?: string;
}

interface Counted {
  readonly total: string;
  readonly state?: string;
  /** See `TotalSlot`. */
  readonly slot?: number;
}

/** The rows that a list consists of, before it is divided into pages. */
interface Found {
  /** The table `a` and its conditions. */
  readonly from: string;
  readonly keys: readonly OrderKey[];
  /** The same rows with their keys, if the list is sorted by lists. */
  readonly walk: SortWalk | undefined;
}

/** A list, and the page of it that a request asks for. */
interface Asked {
  readonly sql: Builder;
  readonly plan: ReadPlan;
  readonly page: PageShape;
}

/** Rows to take a page from: tables and conditions, their sort keys, and their id. */
interface Rows {
  readonly from: string;
  readonly keys: readonly OrderKey[];
  readonly id: string;
}

/**
 * Up to this number, the rows that meet a filter are collected before they are sorted. PostgreSQL assumes that they are
 * spread evenly over any order, and might walk through the whole table in the order of the list to find them.
 */
const FEW = 5_000;

export function pageOf(sql: Builder, plan: ReadPlan, page: PageShape, { from, keys, walk }: Found): PageSql {
  const asked = { sql, plan, page };
  if (walk !== undefined) {
    const ids = takenIds(asked, { from: walk.from, keys, id: 'a.id' });
    return rowsOf(asked, walk.tables, numbered(ids), separateTotal(asked, 'cg_sorted'));
  }
  if (readsRelated(plan.where) && page.withCount) return collectedPage(asked, from, keys);
  if (plan.where !== undefined && !readsRelated(plan.where) && !readsRelated(plan.rows.main))
    return fewOrMany(asked, from, keys);
  const all = { from, keys, id: 'a.id' };
  const total = separateTotal(asked, from);
  // A deep page takes the ids of its rows first: PostgreSQL then skips the rows before it in the index alone.
  const isDeep = page.cursor !== undefined || page.depth === 'deep';
  if (isDeep) return rowsOf(asked, [], numbered(takenIds(asked, all)), total);
  // PostgreSQL takes an unknown limit for a tenth of the rows, so the limit that it knows stands outside: otherwise it
  // would expect three rows of 25, and count what is related to them one by one.
  const first = `select a.* from ${from}${orderOf(asked, all)}${limitClause(sql, page.limit)}${offsetOf(asked)}`;
  return { tables: [], rows: `select a.* from (${first}) a limit ${limitInText(page.limit)}`, ...total };
}

/**
 * Conditions on related rows are costly, so the statement evaluates these conditions once, for the page and the total.
 * A limit would lead PostgreSQL to a plan that finds the first rows soon and the whole set late.
 */
function collectedPage(asked: Asked, from: string, keys: readonly OrderKey[]): PageSql {
  const tables = [`cg_found as materialized (${withKeys(from, keys)})`];
  const ids = takenIds(asked, { from: 'cg_found f where true', keys: storedKeys(keys), id: 'f.id' });
  return rowsOf(asked, tables, numbered(ids), { total: '(select count(*) from cg_found)' });
}

/** A filter whose rows are collected if they are few; otherwise the page is taken in the order of the list. */
function fewOrMany(asked: Asked, from: string, keys: readonly OrderKey[]): PageSql {
  const tables = [
    `cg_few as materialized (${withKeys(from, keys)} limit ${FEW + 1})`,
    'cg_size(n) as materialized (select count(*) from cg_few)',
  ];
  const isFew = `(select n from cg_size) <= ${FEW}`;
  const few = takenIds(asked, { from: `cg_few f where ${isFew}`, keys: storedKeys(keys), id: 'f.id' });
  const many = takenIds(asked, { from: `${from} and not (${isFew})`, keys, id: 'a.id' });
  const { total, ...counted } = separateTotal(asked, from);
  return rowsOf(asked, tables, `${numbered(few)} union all ${numbered(many)}`, {
    total: asked.page.withCount ? `case when ${isFew} then (select n from cg_size) else ${total} end` : total,
    ...counted,
  });
}

/** The ids of rows with their sort keys. */
function withKeys(from: string, keys: readonly OrderKey[]): string {
  return `select ${['a.id', ...keys.map(({ key }, index) => `${key} as cg_key${index}`)].join(', ')} from ${from}`;
}

function storedKeys(keys: readonly OrderKey[]): readonly OrderKey[] {
  return keys.map(({ direction }, index) => ({ key: `f.cg_key${index}`, direction }));
}

/** The ids of the rows of a page in the order in which they are taken; with their keys if the page has cursors. */
function takenIds(asked: Asked, rows: Rows): string {
  const { sql, plan, page } = asked;
  const { cursor } = page;
  if (cursor === undefined) return `select ${rows.id} from ${rows.from}${sliceOf(asked, rows)}`;
  const taken = { ...rows, keys: takenOrder(rows.keys, cursor) };
  const columns = [`${rows.id} as id`, ...rows.keys.map(({ key }, index) => `${key} as cg_key${index}`)].join(', ');
  const [first = '', ...others] = rowsBehind(sql, plan.order, taken.keys, rows.id, cursor).map(
    (condition) => `select ${columns} from ${rows.from} and (${condition})${sliceOf(asked, taken)}`,
  );
  if (others.length === 0) return first;
  const all = {
    from: '',
    keys: taken.keys.map(({ direction }, n) => ({ key: `u.cg_key${n}`, direction })),
    id: 'u.id',
  };
  return `select u.* from (${[first, ...others].map((one) => `(${one})`).join(' union all ')}) u${sliceOf(asked, all)}`;
}

/**
 * The order and the limits of a page. PostgreSQL has to know that a page is small, so the text has a limit: a power of
 * two, so that texts stay few.
 */
function sliceOf(asked: Asked, rows: Rows): string {
  return `${orderOf(asked, rows)} limit ${limitInText(sizeOf(asked.page))}${offsetOf(asked)}`;
}

function orderOf({ page }: Asked, { keys, id }: Rows): string {
  const last = page.cursor?.direction === 'before' ? `${id} desc` : id;
  return orderClause([...keys.map(({ key, direction }) => `${key} ${direction}`), last]);
}

function offsetOf({ sql, page }: Asked): string {
  return page.depth === 'first' ? '' : ` offset ${opaque(sql.param(page.start, 'bigint'), 'bigint')}`;
}

/** A page with cursors takes one row more, which tells whether the list goes on. */
function sizeOf({ limit, cursor }: PageShape): number {
  return cursor === undefined ? limit : limit + 1;
}

/** A join does not keep an order, so ids carry their position. */
function numbered(ids: string): string {
  return `select k.*, row_number() over () as cg_position from (${ids}) k`;
}

/** The rows with the ids of a page. Only they are read from the table, because whole rows would not fit into memory. */
function rowsOf({ sql, plan, page }: Asked, tables: readonly string[], ids: string, total: Counted): PageSql {
  const taken = `select k.* from (${ids}) k order by k.cg_position${limitClause(sql, sizeOf(page))}`;
  const table = `${tableOf(plan.model)} a`;
  if (page.cursor === undefined) {
    const rows = `select a.* from (${taken}) k join ${table} on a.id = k.id order by k.cg_position`;
    return { tables, rows, ...total };
  }
  const shown = `k.cg_position <= ${opaque(sql.param(page.limit, 'bigint'), 'bigint')}`;
  const order = page.cursor.direction === 'before' ? ' desc' : '';
  return {
    tables: [...tables, `cg_page as materialized (${taken})`],
    rows: `select a.* from cg_page k join ${table} on a.id = k.id where ${shown} order by k.cg_position${order}`,
    edges: edgesOf(plan.order, opaque(sql.param(page.limit, 'bigint'), 'bigint')),
    ...total,
  };
}

function separateTotal({ sql, plan, page }: Asked, from: string): Counted {
  return page.withCount ? totalOf(sql, plan, `(select count(*) from ${from})`) : { total: 'null' };
}
