import type { FilterPlan, PagePlan, ReadPlan, SortSite } from '../plan/index.js';
import { type Builder, opaque, whereClause } from './builder.js';
import { type Shape, budgetedText, builderFor, documentOf } from './document.js';
import { listDepth } from './length.js';
import { mainConditions } from './main-conditions.js';
import { weighSorts } from './sort/nested-sorts.js';
import { orderClause, orderTerms } from './sort/order.js';
import { type OverSorted, eitherOver } from './sort/over-sorted.js';
import { longestList, totalRows } from './row-count.js';
import { type SortWalk, walkSorts } from './sort/walk.js';
import { rowSource, tableOf } from './source.js';
import { type RawRow, type Statement, columnsOf } from './statement.js';
import { type TotalSlot, totalOf } from './total.js';

export type { Shape } from './document.js';

/** The request populates more rows than it may, or looks at more rows to sort by a key. */
interface OverBudget {
  readonly withinBudget: false;
  readonly sort?: SortSite;
}

const OVER_BUDGET: OverBudget = { withinBudget: false };

export type PageRow =
  | OverBudget
  | {
      readonly withinBudget: true;
      /** A JSON list. */
      readonly data: Buffer;
      /** Digits. `undefined`: the statement does not count. */
      readonly total: string | undefined;
      readonly snapshot: string | undefined;
    };

export interface PageStatement extends Statement<PageRow> {
  /** Absent if the statement cannot use a known total. */
  readonly total?: TotalSlot;
}

const pageColumns = columnsOf('data', 'total', 'snapshot', 'within_budget', 'sort_over');

/** A page of documents: the inner select takes the page, so that only its rows are rendered. */
export function selectPage(plan: ReadPlan, page: PagePlan, shape: Shape): PageStatement {
  const sql = builderFor(plan, shape, totalRows);
  const source = rowSource('a', plan.model);
  const from = `${tableOf(plan.model)} a${whereClause(mainConditions(sql, plan, source))}`;
  const key = `${from} ${JSON.stringify(sql.values)}`;
  const walk = walkSorts(sql, source, plan.order, from);
  const order = orderClause([...orderTerms(sql, source, plan.order, walk?.keys), 'a.id']);
  const { rows, total, snapshot = 'null', slot } = pageOf(sql, plan, page, { from, order, walk });
  const { object, joins, rowCount } = documentOf(sql, source, plan, shape);
  const sorts = weighSorts(sql, plan.node, 'page', source);
  const over = eitherOver(walk?.over, sorts?.over);
  const output = pageColumns.select({
    data: `coalesce(json_agg(d.data), '[]'::json)`,
    total,
    snapshot,
    within_budget: `coalesce(sum(d.n), 0) <= ${sql.maxRows}`,
    sort_over: over.index,
  });
  const select = (page: string) =>
    `select ${output} from (select ${object} as data, ${rowCount} as n, a.cg_total as total from ${page} a${joins}) d`;
  const text = budgetedText(sql, plan, {
    rows,
    source,
    columns: pageColumns,
    tables: walk?.tables,
    sorts,
    over,
    select,
  });
  const statement = { text, values: sql.values, decode: (row: RawRow | undefined) => decodePage(row, over) };
  return slot === undefined ? statement : { ...statement, total: { key, slot } };
}

function decodePage(row: RawRow | undefined, over: OverSorted): PageRow {
  if (row === undefined) throw new Error('A page has one row');
  const value = pageColumns.read(row);
  const sort = overSorted(value('sort_over'), over);
  if (sort !== undefined) return sort;
  if (!isTrue(value('within_budget'))) return OVER_BUDGET;
  const data = value('data');
  if (data === null) throw new Error('A page has data');
  const total = value('total')?.toString();
  return { withinBudget: true, data, total, snapshot: value('snapshot')?.toString() };
}

interface Page {
  readonly rows: string;
  readonly total: string;
  readonly snapshot?: string;
  /** See `TotalSlot`. */
  readonly slot?: number;
}

/** The rows that a list consists of, before it is divided into pages. */
interface Found {
  readonly from: string;
  readonly order: string;
  /** The same rows with their keys, if the list is sorted by lists. */
  readonly walk: SortWalk | undefined;
}

/**
 * The rows of a page, and the total. If conditions are costly, the statement counts the rows while it finds them;
 * otherwise a separate count is cheaper. A page behind the last row has no row that carries the total.
 */
function pageOf(sql: Builder, plan: ReadPlan, page: PagePlan, { from: all, order, walk }: Found): Page {
  const offset = page.start === 0 ? '' : ` offset ${opaque(sql.param(page.start, 'bigint'), 'bigint')}`;
  // The limit is part of the text, because Postgres has to know that a page is small.
  const slice = `${order} limit ${page.limit}${offset}`;
  const count = `(select count(*) from ${walk === undefined ? all : 'cg_sorted'})`;
  const counts = page.withCount && plan.where !== undefined && isCostly(plan.where);
  const separate = () => (page.withCount ? totalOf(sql, count) : { total: 'null' });
  if (walk === undefined && !counts) return { rows: `select a.*, null as cg_total from ${all}${slice}`, ...separate() };
  // Sorts and counts ids alone, because whole rows would not fit into memory.
  const found = `select a.id, ${counts ? 'count(*) over ()' : 'null'} as cg_total from ${walk?.from ?? all}${slice}`;
  const numbered = `select k.*, row_number() over () as cg_position from (${found}) k`;
  const rows = `select a.*, k.cg_total from (${numbered}) k join ${tableOf(plan.model)} a on a.id = k.id order by k.cg_position`;
  return counts
    ? { rows, total: `coalesce(max(d.total), ${page.start === 0 ? '0' : count})` }
    : { rows, ...separate() };
}

/** Conditions on related rows are costly. */
function isCostly(plan: FilterPlan): boolean {
  if (plan.kind === 'and' || plan.kind === 'or') return plan.items.some(isCostly);
  return plan.kind === 'exists' || plan.kind === 'absent';
}

/** `undefined`: the document does not exist for the caller. */
export type DocumentRow =
  | OverBudget
  | {
      readonly withinBudget: true;
      /** A JSON object. */
      readonly data: Buffer;
      /** The number of writes to the row; the ETag begins with it. */
      readonly revision: number;
    }
  | undefined;

const documentColumns = columnsOf('data', 'cg_version', 'within_budget', 'sort_over');

/** One document. Its id is the first value of the statement, and can be replaced. */
export function selectOne(plan: ReadPlan, documentId: string | undefined, shape: Shape): Statement<DocumentRow> {
  const sql = builderFor(plan, shape, listDepth(plan.node) > 1 ? totalRows : longestList);
  const source = rowSource('a', plan.model);
  const own = documentId === undefined ? [] : [`a.document_id = ${sql.slot(documentId, 'text')}`];
  const where = whereClause([...own, ...mainConditions(sql, plan, source)]);
  const rows = `select a.* from ${tableOf(plan.model)} a${where}${isOne(plan) ? '' : ' order by a.id limit 1'}`;
  const { object, joins, rowCount } = documentOf(sql, source, plan, shape);
  const sorts = weighSorts(sql, plan.node, 'page', source);
  const over = eitherOver(sorts?.over);
  const output = documentColumns.select({
    data: object,
    cg_version: 'a.cg_version',
    within_budget: `${rowCount} <= ${sql.maxRows}`,
    sort_over: over.index,
  });
  const select = (page: string) => `select ${output} from ${page} a${joins}`;
  const text = budgetedText(sql, plan, { rows, source, columns: documentColumns, sorts, over, select });
  return { text, values: sql.values, decode: (row) => decodeDocument(row, over) };
}

/** The statement for another document. */
export function forDocument(statement: Statement<DocumentRow>, documentId: string): Statement<DocumentRow> {
  return { ...statement, values: [documentId, ...statement.values.slice(1)] };
}

/** A statement that weighs always has a row, also without a document: then its data is null. */
function decodeDocument(row: RawRow | undefined, over: OverSorted): DocumentRow {
  if (row === undefined) return undefined;
  const value = documentColumns.read(row);
  const sort = overSorted(value('sort_over'), over);
  if (sort !== undefined) return sort;
  if (isFalse(value('within_budget'))) return OVER_BUDGET;
  const [data, revision] = [value('data'), value('cg_version')];
  if (data === null) return undefined;
  if (revision === null) throw new Error('A document has a revision');
  return { withinBudget: true, data, revision: Number(revision.toString()) };
}

/** The column `sort_over` of a row. */
function overSorted(value: Buffer | null, { sites }: OverSorted): OverBudget | undefined {
  if (value === null) return undefined;
  const sort = sites[Number(value.toString())];
  if (sort === undefined) throw new Error('A sort key has a place in the request');
  return { withinBudget: false, sort };
}

/** A document has one version of a status in a locale. */
function isOne({ model, version }: ReadPlan): boolean {
  return !model.localized || version.locales?.length === 1;
}

/** Postgres prints booleans as `t` and `f`. */
function isTrue(value: Buffer | null): boolean {
  return value?.toString() === 't';
}

function isFalse(value: Buffer | null): boolean {
  return value?.toString() === 'f';
}
