import type { FilterPlan, PagePlan, ReadPlan } from '../plan/index.js';
import { type Builder, limitClause, opaque } from './builder.js';
import { limitInText } from './page-size.js';
import { type OrderKey, orderClause } from './sort/order.js';
import type { SortWalk } from './sort/walk.js';
import { tableOf } from './source.js';
import { totalOf } from './total.js';

/** The rows of a page in the table `a`, and the total. */
export interface Page {
  /** `name as materialized (…)` */
  readonly tables: readonly string[];
  readonly rows: string;
  readonly total: string;
  readonly snapshot?: string;
  /** See `TotalSlot`. */
  readonly slot?: number;
}

/** The rows that a list consists of, before it is divided into pages. */
export interface Found {
  /** The table `a` and its conditions. */
  readonly from: string;
  readonly keys: readonly OrderKey[];
  /** The same rows with their keys, if the list is sorted by lists. */
  readonly walk: SortWalk | undefined;
}

/** From this row on, a page takes the ids of its rows first: PostgreSQL then skips the rows before in the index alone. */
const DEEP = 100;

/**
 * Up to this number, the rows that meet a filter are collected before they are sorted. PostgreSQL assumes that they are
 * spread evenly over any order, and might walk through the whole table in the order of the list to find them.
 */
const FEW = 5_000;

export function pageOf(sql: Builder, plan: ReadPlan, page: PagePlan, found: Found): Page {
  const { walk, from } = found;
  const filtered = plan.where !== undefined;
  const isCollected = isCostly(plan.where) && page.withCount;
  if (walk === undefined && isCollected) return collectedPage(sql, plan, page, found);
  if (walk === undefined && filtered && !isCostly(plan.where) && !isCostly(plan.rows.main))
    return fewOrMany(sql, plan, page, found);
  const total = separateTotal(sql, page, walk === undefined ? from : 'cg_sorted');
  if (walk === undefined && page.start < DEEP) {
    const rows = `select a.* from ${from}${sliceOf(sql, page, found.keys, 'a.id')}`;
    return { tables: [], rows: `select a.* from (${rows}) a${limitClause(sql, page.limit)}`, ...total };
  }
  const ids = `select a.id from ${walk?.from ?? from}${sliceOf(sql, page, found.keys, 'a.id')}`;
  return { tables: walk?.tables ?? [], rows: rowsOf(sql, plan, page, numbered(ids)), ...total };
}

/**
 * Conditions on related rows are costly, so the statement meets them once, for the page and the total. A limit would
 * lead PostgreSQL to a plan that finds the first rows soon and all of them late.
 */
function collectedPage(sql: Builder, plan: ReadPlan, page: PagePlan, { from, keys }: Found): Page {
  const tables = [`cg_found as materialized (${withKeys(from, keys)})`];
  const ids = `select f.id from cg_found f${sliceOf(sql, page, storedKeys(keys), 'f.id')}`;
  return { tables, rows: rowsOf(sql, plan, page, numbered(ids)), total: '(select count(*) from cg_found)' };
}

/** A filter whose rows are collected if they are few; otherwise the page is taken in the order of the list. */
function fewOrMany(sql: Builder, plan: ReadPlan, page: PagePlan, { from, keys }: Found): Page {
  const tables = [
    `cg_few as materialized (${withKeys(from, keys)} limit ${FEW + 1})`,
    'cg_size(n) as materialized (select count(*) from cg_few)',
  ];
  const [isFew, areMany] = ['<=', '>'].map((operator) => `(select n from cg_size) ${operator} ${FEW}`);
  const few = `select f.id from cg_few f where ${isFew}${sliceOf(sql, page, storedKeys(keys), 'f.id')}`;
  const many = `select a.id from ${from} and ${areMany}${sliceOf(sql, page, keys, 'a.id')}`;
  const { total, ...counted } = separateTotal(sql, page, from);
  return {
    tables,
    rows: rowsOf(sql, plan, page, `${numbered(few)} union all ${numbered(many)}`),
    total: page.withCount ? `case when ${isFew} then (select n from cg_size) else ${total} end` : total,
    ...counted,
  };
}

/** The ids of rows with their sort keys. */
function withKeys(from: string, keys: readonly OrderKey[]): string {
  return `select ${['a.id', ...keys.map(({ key }, index) => `${key} as cg_key${index}`)].join(', ')} from ${from}`;
}

function storedKeys(keys: readonly OrderKey[]): readonly OrderKey[] {
  return keys.map(({ direction }, index) => ({ key: `f.cg_key${index}`, direction }));
}

/**
 * The order and the limits of a page. PostgreSQL has to know that a page is small, so the text has a limit: a power of
 * two, so that texts stay few.
 */
function sliceOf(sql: Builder, page: PagePlan, keys: readonly OrderKey[], id: string): string {
  const order = orderClause([...keys.map(({ key, direction }) => `${key} ${direction}`), id]);
  const offset = page.start === 0 ? '' : ` offset ${opaque(sql.param(page.start, 'bigint'), 'bigint')}`;
  return `${order} limit ${limitInText(page.limit)}${offset}`;
}

/** A join does not keep an order, so ids carry their position. */
function numbered(ids: string): string {
  return `select k.id, row_number() over () as cg_position from (${ids}) k`;
}

/** The rows with the ids of a page. Only they are read from the table, because whole rows would not fit into memory. */
function rowsOf(sql: Builder, { model }: ReadPlan, page: PagePlan, ids: string): string {
  const taken = `select k.* from (${ids}) k order by k.cg_position${limitClause(sql, page.limit)}`;
  return `select a.* from (${taken}) k join ${tableOf(model)} a on a.id = k.id order by k.cg_position`;
}

function separateTotal(sql: Builder, page: PagePlan, from: string): Omit<Page, 'tables' | 'rows'> {
  return page.withCount ? totalOf(sql, `(select count(*) from ${from})`) : { total: 'null' };
}

/** Conditions on related rows are costly. */
function isCostly(plan: FilterPlan | undefined): boolean {
  if (plan === undefined) return false;
  if (plan.kind === 'and' || plan.kind === 'or') return plan.items.some(isCostly);
  return plan.kind === 'exists' || plan.kind === 'absent';
}
