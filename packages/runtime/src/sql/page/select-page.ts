import { SNAPSHOT, type RawRow } from '../../database/index.js';
import type { PageShape, ReadPlan } from '../../plan/index.js';
import { whereClause } from '../builder.js';
import { SIZE } from '../budget/bytes.js';
import {
  type BoundedStatement,
  type Effort,
  type OverBudget,
  budgetOf,
  overSorted,
  readBudget,
} from '../budget/over-budget.js';
import { totalRows } from '../budget/row-count.js';
import { EnclosedJson, columnsOf, enclosed } from '../statement.js';
import { type Shape, budgetedText, builderFor, documentOf, isWeighed, snapshotOf } from '../document.js';
import { mainConditions } from '../main-conditions.js';
import { type PageEdges, readEdges } from './cursor.js';
import { linkedIds } from './linked-ids.js';
import { pageOf } from './page.js';
import { limitInText } from './page-size.js';
import type { TotalSlot } from './total.js';
import { orderKeys } from '../sort/order.js';
import { weighSorts } from '../sort/nested-sorts.js';
import { type OverSorted, eitherOver } from '../sort/over-sorted.js';
import { walkSorts } from '../sort/walk.js';
import { rowSource, tableOf } from '../source.js';

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
      /**
       * The snapshot of the database that the page was read from, if the shape asks for the snapshot and the database
       * tells it.
       */
      readonly snapshot: string | undefined;
    };

export interface PageStatement extends BoundedStatement<PageRow> {
  /** Absent if the statement cannot use a known total. */
  readonly total?: TotalSlot;
}

const pageColumns = columnsOf('data', 'total', 'state', 'edges', 'snapshot', 'budget', 'sort_over');

/** A page of documents: the inner select takes the page, so that only its rows are rendered. */
export function selectPage(plan: ReadPlan, page: PageShape, shape: Shape, effort: Effort = 'quick'): PageStatement {
  const limit = limitInText(page.limit);
  const sql = builderFor(plan, shape, { rowCount: totalRows, limit, effort });
  const source = rowSource('a', plan.model);
  const linked = page.withCount ? linkedIds(sql, plan) : undefined;
  const from = linked ?? `${tableOf(plan.model)} a${whereClause(mainConditions(sql, plan, source))}`;
  const values = sql.values.length;
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
    // Most totals hold for the snapshot of the answer, which has a column already.
    state: state === SNAPSHOT && shape.snapshot ? 'null' : state,
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
    effort,
    tables,
    counts,
    sorts,
    over,
    select: (page) => `select ${output} from ${documents(page).from}`,
  });
  const decode = (row: RawRow | undefined) => decodePage(row, page, over);
  const thorough = () => selectPage(plan, page, shape, 'thorough');
  const statement = { text, values: sql.values, blanks: sql.blanks, decode, thorough };
  return slot === undefined ? statement : { ...statement, total: { from, values, slot } };
}

function decodePage(row: RawRow | undefined, page: PageShape, over: OverSorted): PageRow {
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
  const snapshot = value('snapshot')?.toString();
  return {
    budget,
    data: new EnclosedJson(data),
    total,
    state: value('state')?.toString() ?? snapshot,
    edges,
    snapshot,
  };
}
