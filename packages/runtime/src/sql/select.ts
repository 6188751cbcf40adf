import { SNAPSHOT, type Value } from '../database/index.js';
import type { PagePlan, ReadPlan, SortSite } from '../plan/index.js';
import { type Builder, whereClause } from './builder.js';
import { SIZE } from './budget/bytes.js';
import { EnclosedJson, enclosed } from './enclosed-json.js';
import { type Effort, type Shape, budgetedText, builderFor, documentOf, isWeighed } from './document.js';
import { listDepth } from './length.js';
import { mainConditions } from './main-conditions.js';
import { type PageEdges, readEdges } from './page/cursor.js';
import { pageOf } from './page/page.js';
import { limitInText } from './page/page-size.js';
import { orderKeys } from './sort/order.js';
import { weighSorts } from './sort/nested-sorts.js';
import { type OverSorted, eitherOver } from './sort/over-sorted.js';
import { longestList, totalRows } from './budget/row-count.js';
import { walkSorts } from './sort/walk.js';
import { rowSource, tableOf } from './source.js';
import { type RawRow, type Statement, columnsOf } from './statement.js';
import type { TotalSlot } from './page/total.js';

export type { Shape } from './document.js';

/**
 * The answer has more rows or bytes than it may, or its sort looks at more rows. `unsure`: only a thorough statement can
 * tell.
 */
export type OverBudget =
  { readonly budget: 'rows' | 'bytes' | 'unsure' } | { readonly budget: 'sort'; readonly sort: SortSite };

/** The snapshot of the database that an answer was read from, if its shape asks for it and the database tells. */
type Snapshot = string | undefined;

export type PageRow =
  | OverBudget
  | {
      readonly budget: 'fits';
      /** A list. */
      readonly data: EnclosedJson;
      /** Digits. `undefined`: the statement did not count. */
      readonly total: string | undefined;
      /** The state of the database that the total holds for. */
      readonly state: string | undefined;
      /** Absent if the page has no cursors, or no rows. */
      readonly edges: PageEdges | undefined;
      readonly snapshot: Snapshot;
    };

export interface PageStatement extends BoundedStatement<PageRow> {
  /** Absent if the statement cannot use a known total. */
  readonly total?: TotalSlot;
}

/** A statement whose answer may exceed its budget. */
export interface BoundedStatement<Row> extends Statement<Row> {
  /** The same statement, which is never unsure. */
  readonly thorough: () => Statement<Row>;
}

const pageColumns = columnsOf('data', 'total', 'state', 'edges', 'snapshot', 'budget', 'sort_over');

/** A page of documents: the inner select takes the page, so that only its rows are rendered. */
export function selectPage(plan: ReadPlan, page: PagePlan, shape: Shape, effort: Effort = 'quick'): PageStatement {
  const limit = limitInText(page.limit);
  const sql = builderFor(plan, shape, { rowCount: totalRows, limit, effort });
  const source = rowSource('a', plan.model);
  const from = `${tableOf(plan.model)} a${whereClause(mainConditions(sql, plan, source))}`;
  const key = `${from} ${JSON.stringify(sql.values)}`;
  const walk = walkSorts(sql, source, plan.order, from);
  const keys = orderKeys(sql, source, plan.order, walk?.keys);
  const { tables, rows, total, state = 'null', edges = 'null', slot } = pageOf(sql, plan, page, { from, keys, walk });
  const counts: string[] = [];
  const { shown, joins } = documentOf(sql, source, plan, shape, counts);
  const sorts = weighSorts(sql, plan.node, 'page', source);
  const over = eitherOver(walk?.over, sorts?.over);
  // The offset keeps PostgreSQL from merging the two selects, which would build the JSON twice.
  const documents = (page: string) => sql.bytes.documents(`select ${shown} from ${page} a${joins} offset 0`);
  const { fits } = documents('');
  const output = pageColumns.select({
    // Joining texts takes less time than `json_agg`.
    data: enclosed(`'[' || coalesce(string_agg(d.data::text, ',') filter (where ${fits}), '') || ']'`),
    total,
    state,
    edges,
    snapshot: snapshotOf(shape),
    budget: budgetOf(sql, 'sum(d.n)', `sum(${SIZE} + 1 + d.left_out)`, `bool_and(${fits} and d.left_out = 0)`),
    sort_over: over.index,
  });
  const text = budgetedText(sql, plan, {
    rows,
    source,
    columns: pageColumns,
    weighs: isWeighed(plan.node, limit, effort),
    tables,
    counts,
    sorts,
    over,
    select: (page) => `select ${output} from ${documents(page).from}`,
  });
  const decode = (row: RawRow | undefined) => decodePage(row, page, over);
  const thorough = () => selectPage(plan, page, shape, 'thorough');
  const statement = { text, values: sql.values, decode, thorough };
  return slot === undefined ? statement : { ...statement, total: { key, slot } };
}

function decodePage(row: RawRow | undefined, page: PagePlan, over: OverSorted): PageRow {
  if (row === undefined) throw new Error('A page has one row');
  const value = pageColumns.read(row);
  const sort = overSorted(value('sort_over'), over);
  if (sort !== undefined) return sort;
  const budget = readBudget(value('budget'));
  if (budget !== 'fits') return { budget };
  const data = value('data');
  if (data === null) throw new Error('A page has data');
  const total = value('total')?.toString();
  const edges = readEdges(value('edges'), page);
  const [state, snapshot] = [value('state')?.toString(), value('snapshot')?.toString()];
  return { budget, data: new EnclosedJson(data), total, state, edges, snapshot };
}

/** `undefined`: the document does not exist for the caller. */
export type DocumentRow =
  | OverBudget
  | {
      readonly budget: 'fits';
      /** An object. */
      readonly data: EnclosedJson;
      /** The number of writes to the row; the ETag begins with it. */
      readonly revision: number;
      readonly snapshot: Snapshot;
    }
  | undefined;

const documentColumns = columnsOf('data', 'cg_version', 'snapshot', 'budget', 'sort_over');

/** One document. Its id is the first value of the statement, and can be replaced. */
export function selectOne(
  plan: ReadPlan,
  documentId: string | undefined,
  shape: Shape,
  effort: Effort = 'quick',
): BoundedStatement<DocumentRow> {
  const rowCount = listDepth(plan.node) > 1 ? totalRows : longestList;
  const sql = builderFor(plan, shape, { rowCount, limit: 1, effort });
  const source = rowSource('a', plan.model);
  const own = documentId === undefined ? [] : [`a.document_id = ${sql.slot(documentId, 'text')}`];
  const where = whereClause([...own, ...mainConditions(sql, plan, source)]);
  const rows = `select a.* from ${tableOf(plan.model)} a${where}${isOne(plan) ? '' : ' order by a.id limit 1'}`;
  const { shown, joins } = documentOf(sql, source, plan, shape);
  const sorts = weighSorts(sql, plan.node, 'page', source);
  const over = eitherOver(sorts?.over);
  const output = documentColumns.select({
    data: enclosed('d.data::text'),
    cg_version: 'd.cg_version',
    snapshot: snapshotOf(shape),
    budget: budgetOf(sql, 'd.n', `${SIZE} + d.left_out`, 'd.left_out = 0'),
    sort_over: over.index,
  });
  const select = (page: string) =>
    `select ${output} from (select ${shown}, a.cg_version from ${page} a${joins} offset 0) d`;
  const weighs = isWeighed(plan.node, 1, effort);
  const text = budgetedText(sql, plan, { rows, source, columns: documentColumns, weighs, sorts, over, select });
  const thorough = () => selectOne(plan, documentId, shape, 'thorough');
  return { text, values: sql.values, decode: (row) => decodeDocument(row, over), thorough };
}

/** The statement for another document. */
export function forDocument(
  statement: BoundedStatement<DocumentRow>,
  documentId: string,
): BoundedStatement<DocumentRow> {
  const { text, values, decode } = statement;
  const own = (all: readonly Value[]) => [documentId, ...all.slice(1)];
  const thorough = () => {
    const other = statement.thorough();
    return { ...other, values: own(other.values) };
  };
  return { text, values: own(values), decode, thorough };
}

/** A statement that weighs always has a row, also without a document: then its data is null. */
function decodeDocument(row: RawRow | undefined, over: OverSorted): DocumentRow {
  if (row === undefined) return undefined;
  const value = documentColumns.read(row);
  const sort = overSorted(value('sort_over'), over);
  if (sort !== undefined) return sort;
  const [data, revision, shown] = [value('data'), value('cg_version'), value('budget')];
  if (shown === null) return undefined;
  const budget = readBudget(shown);
  if (budget !== 'fits') return { budget };
  if (data === null) throw new Error('A document has data');
  if (revision === null) throw new Error('A document has a revision');
  const snapshot = value('snapshot')?.toString();
  return { budget, data: new EnclosedJson(data), revision: Number(revision.toString()), snapshot };
}

function snapshotOf(shape: Shape): string {
  return shape.snapshot ? SNAPSHOT : 'null';
}

/** The column `sort_over` of a row. */
function overSorted(value: Buffer | null, { sites }: OverSorted): OverBudget | undefined {
  if (value === null) return undefined;
  const sort = sites[Number(value.toString())];
  if (sort === undefined) throw new Error('A sort key has a place in the request');
  return { budget: 'sort', sort };
}

/** A document has one version of a status in a locale. */
function isOne({ model, version }: ReadPlan): boolean {
  return !model.localized || version.locales?.length === 1;
}

type Budget = 'rows' | 'bytes' | 'unsure' | 'fits';

/** Whether an answer with so many rows and bytes, of which nothing was left out, is within its budget. */
function budgetOf(sql: Builder, rows: string, bytes: string, isWhole: string): string {
  const tooMany = `when ${rows} > ${sql.maxRows} then 'rows'`;
  return `case ${tooMany} when ${bytes} > ${sql.bytes.max} then 'bytes' when not (${isWhole}) then 'unsure' else 'fits' end`;
}

function readBudget(value: Buffer | null): Budget {
  const text = value?.toString();
  if (text === 'fits' || text === 'rows' || text === 'bytes' || text === 'unsure') return text;
  throw new Error('A statement tells whether its answer is within its budget');
}
