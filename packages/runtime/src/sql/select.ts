import type { Value } from '../database/index.js';
import type { FilterPlan, PagePlan, ReadPlan } from '../plan/index.js';
import { type Builder, opaque, limitClause, whereClause } from './builder.js';
import { SIZE } from './byte-budget.js';
import { type Effort, type Shape, builderFor, documentOf, isWeighed, weighedText } from './document.js';
import { listDepth } from './length.js';
import { mainConditions } from './main-conditions.js';
import { orderClause, orderTerms } from './order.js';
import { limitInText } from './page-size.js';
import { longestList, totalRows } from './row-count.js';
import { rowSource, tableOf } from './source.js';
import { type RawRow, type Statement, columnsOf } from './statement.js';
import { type TotalSlot, totalOf } from './total.js';

export type { Shape } from './document.js';

/** The answer has more rows or bytes than it may. `unsure`: only a thorough statement can tell. */
export interface OverBudget {
  readonly budget: 'rows' | 'bytes' | 'unsure';
}

export type PageRow =
  | OverBudget
  | {
      readonly budget: 'fits';
      /** A JSON list. */
      readonly data: Buffer;
      /** Digits. `undefined`: the statement does not count. */
      readonly total: string | undefined;
      readonly snapshot: string | undefined;
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

const pageColumns = columnsOf('data', 'total', 'snapshot', 'budget');

/** A page of documents: the inner select takes the page, so that only its rows are rendered. */
export function selectPage(plan: ReadPlan, page: PagePlan, shape: Shape, effort: Effort = 'quick'): PageStatement {
  const limit = limitInText(page.limit);
  const sql = builderFor(plan, shape, { rowCount: totalRows, limit, effort });
  const source = rowSource('a', plan.model);
  const from = `${tableOf(plan.model)} a${whereClause(mainConditions(sql, plan, source))}`;
  const key = `${from} ${JSON.stringify(sql.values)}`;
  const order = orderClause([...orderTerms(sql, source, plan.order), 'a.id']);
  const { rows, total, snapshot = 'null', slot } = pageOf(sql, plan, page, from, order);
  const { shown, joins } = documentOf(sql, source, plan, shape);
  // The offset keeps PostgreSQL from merging the two selects, which would build the JSON twice.
  const documents = (page: string) =>
    sql.bytes.documents(`select ${shown}, a.cg_total as total from ${page} a${joins} offset 0`);
  const { fits } = documents('');
  const output = pageColumns.select({
    data: `coalesce(json_agg(d.data) filter (where ${fits}), '[]'::json)`,
    total,
    snapshot,
    budget: budgetOf(sql, 'sum(d.n)', `sum(${SIZE} + 1 + d.left_out)`, `bool_and(${fits} and d.left_out = 0)`),
  });
  const text = weighedText(
    sql,
    plan,
    source,
    isWeighed(plan.node, limit, effort),
    rows,
    pageColumns,
    (page) => `select ${output} from ${documents(page).from}`,
  );
  const thorough = () => selectPage(plan, page, shape, 'thorough');
  const statement = { text, values: sql.values, decode: decodePage, thorough };
  return slot === undefined ? statement : { ...statement, total: { key, slot } };
}

function decodePage(row: RawRow | undefined): PageRow {
  if (row === undefined) throw new Error('A page has one row');
  const value = pageColumns.read(row);
  const budget = readBudget(value('budget'));
  if (budget !== 'fits') return { budget };
  const data = value('data');
  if (data === null) throw new Error('A page has data');
  const total = value('total')?.toString();
  return { budget, data, total, snapshot: value('snapshot')?.toString() };
}

interface Page {
  readonly rows: string;
  readonly total: string;
  readonly snapshot?: string;
  /** See `TotalSlot`. */
  readonly slot?: number;
}

/**
 * The rows of a page, and the total. If conditions are costly, the statement counts the rows while it finds them;
 * otherwise a separate count is cheaper. A page behind the last row has no row that carries the total.
 */
function pageOf(sql: Builder, plan: ReadPlan, page: PagePlan, from: string, order: string): Page {
  const offset = page.start === 0 ? '' : ` offset ${opaque(sql.param(page.start, 'bigint'), 'bigint')}`;
  // Postgres has to know that a page is small, so the text has a limit: a power of two, so that texts stay few.
  const slice = `${order} limit ${limitInText(page.limit)}${offset}`;
  const limit = limitClause(sql, page.limit);
  const count = `(select count(*) from ${from})`;
  if (!page.withCount || plan.where === undefined || !isCostly(plan.where)) {
    const rows = `select a.*, null as cg_total from (select a.* from ${from}${slice}) a${limit}`;
    return page.withCount ? { rows, ...totalOf(sql, count) } : { rows, total: 'null' };
  }
  const found = `select a.id, count(*) over () as cg_total from ${from}${slice}`;
  const numbered = `select k.*, row_number() over () as cg_position from (${found}) k${limit}`;
  return {
    rows: `select a.*, k.cg_total from (${numbered}) k join ${tableOf(plan.model)} a on a.id = k.id order by k.cg_position`,
    total: `coalesce(max(d.total), ${page.start === 0 ? '0' : count})`,
  };
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
      readonly budget: 'fits';
      /** A JSON object. */
      readonly data: Buffer;
      /** The number of writes to the row; the ETag begins with it. */
      readonly revision: number;
    }
  | undefined;

const documentColumns = columnsOf('data', 'cg_version', 'budget');

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
  const output = documentColumns.select({
    data: 'd.data',
    cg_version: 'd.cg_version',
    budget: budgetOf(sql, 'd.n', `${SIZE} + d.left_out`, 'd.left_out = 0'),
  });
  const select = (page: string) =>
    `select ${output} from (select ${shown}, a.cg_version from ${page} a${joins} offset 0) d`;
  const text = weighedText(sql, plan, source, isWeighed(plan.node, 1, effort), rows, documentColumns, select);
  const thorough = () => selectOne(plan, documentId, shape, 'thorough');
  return { text, values: sql.values, decode: decodeDocument, thorough };
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
function decodeDocument(row: RawRow | undefined): DocumentRow {
  if (row === undefined) return undefined;
  const value = documentColumns.read(row);
  const [data, revision, shown] = [value('data'), value('cg_version'), value('budget')];
  if (shown === null) return undefined;
  const budget = readBudget(shown);
  if (budget !== 'fits') return { budget };
  if (data === null) throw new Error('A document has data');
  if (revision === null) throw new Error('A document has a revision');
  return { budget, data, revision: Number(revision.toString()) };
}

/** A document has one version of a status in a locale. */
function isOne({ model, version }: ReadPlan): boolean {
  return !model.localized || version.locales?.length === 1;
}

type Budget = OverBudget['budget'] | 'fits';

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
