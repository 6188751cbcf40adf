import type { Value, RawRow } from '../database/index.js';
import type { ReadPlan } from '../plan/index.js';
import { type Builder, whereClause } from './builder.js';
import { SIZE } from './budget/bytes.js';
import {
  type BoundedStatement,
  type Effort,
  type OverBudget,
  budgetOf,
  overSorted,
  readBudget,
} from './budget/over-budget.js';
import { longestList, totalRows } from './budget/row-count.js';
import { EnclosedJson, columnsOf, enclosed } from './statement.js';
import { type Shape, budgetedText, builderFor, documentOf, isWeighed, snapshotOf } from './document.js';
import { listDepth } from './length.js';
import { mainConditions } from './main-conditions.js';
import { weighSorts } from './sort/nested-sorts.js';
import { type OverSorted, eitherOver } from './sort/over-sorted.js';
import { type RowSource, rowSource, tableOf } from './source.js';

/** `undefined`: the document does not exist for the caller. */
export type DocumentRow =
  | OverBudget
  | {
      readonly budget: 'fits';
      /** An object. */
      readonly data: EnclosedJson;
      /** The id of the row and the number of writes to the row; the ETag begins with this revision. */
      readonly revision: string;
      /** As in `PageRow`. */
      readonly snapshot: string | undefined;
    }
  | undefined;

const documentColumns = columnsOf('data', 'revision', 'snapshot', 'budget', 'sort_over');

/**
 * A version that is made again has another id, so that its counter cannot be taken for the counter of the former
 * version.
 */
const REVISION = `a.id || '.' || a.cg_version as revision`;

/** One document. The document id is the first value of the statement, and can be replaced. */
export function selectOne(
  plan: ReadPlan,
  documentId: string | undefined,
  shape: Shape,
  effort: Effort = 'quick',
): BoundedStatement<DocumentRow> {
  return selectRow(plan, shape, effort, (sql, source) => {
    const own = documentId === undefined ? [] : [`a.document_id = ${sql.slot(documentId, 'text')}`];
    const where = whereClause([...own, ...mainConditions(sql, plan, source)]);
    return `select a.* from ${tableOf(plan.model)} a${where}${isOne(plan) ? '' : ' order by a.id limit 1'}`;
  });
}

/** The documents that use a file. The row of the file gets the columns that statements need of a document. */
export function selectUses(plan: ReadPlan, id: number, shape: Shape): BoundedStatement<DocumentRow> {
  return selectRow({ ...plan, node: { ...plan.node, fields: [] } }, shape, 'quick', (sql) => {
    const columns = `a.*, '' as locale, 'published' as cg_status, 0 as cg_version`;
    return `select ${columns} from ${tableOf(plan.model)} a where a.id = ${sql.param(id, 'bigint')}`;
  });
}

function selectRow(
  plan: ReadPlan,
  shape: Shape,
  effort: Effort,
  rowsOf: (sql: Builder, source: RowSource) => string,
): BoundedStatement<DocumentRow> {
  const rowCount = listDepth(plan.node) > 1 ? totalRows : longestList;
  const sql = builderFor(plan, shape, { rowCount, limit: 1, effort });
  const source = rowSource('a', plan.model);
  const rows = rowsOf(sql, source);
  const { shown, joins } = documentOf(sql, source, plan, shape);
  const sorts = weighSorts(sql, plan.node, 'page', source);
  const over = eitherOver(sorts?.over);
  const output = documentOutput(sql, shape, over);
  const select = (page: string) =>
    `select ${output} from (select ${shown}, ${REVISION} from ${page} a${joins} offset 0) d`;
  const weighs = isWeighed(plan.node, 1, effort);
  const text = budgetedText(sql, plan, { rows, source, columns: documentColumns, weighs, effort, sorts, over, select });
  const thorough = () => selectRow(plan, shape, 'thorough', rowsOf);
  return { text, values: sql.values, blanks: sql.blanks, decode: (row) => decodeDocument(row, over), thorough };
}

function documentOutput(sql: Builder, shape: Shape, over: OverSorted): string {
  return documentColumns.select({
    data: enclosed('d.data::text'),
    revision: 'd.revision',
    snapshot: snapshotOf(shape),
    budget: budgetOf(sql, 'd.n', `${SIZE} + d.left_out`, 'd.left_out = 0'),
    sort_over: over.index,
  });
}

/** A document that consists of its row alone, so that the statement that writes the row can show it. */
export interface RowDocument {
  /** Selects the document from a table of the statement with one row. */
  readonly select: (table: string) => string;
  readonly decode: (row: RawRow) => DocumentRow;
}

/** `undefined`: the document shows more than its row. */
export function selectFromRow(plan: ReadPlan, shape: Shape): RowDocument | undefined {
  if (plan.node.children.length > 0) return undefined;
  const sql = builderFor(plan, shape, { rowCount: longestList, limit: 1, effort: 'quick' });
  const { shown, joins } = documentOf(sql, rowSource('a', plan.model), plan, shape);
  const over = eitherOver();
  const output = documentOutput(sql, shape, over);
  if (sql.values.length > 0) return undefined;
  return {
    select: (table) => `select ${output} from (select ${shown}, ${REVISION} from ${table} a${joins} offset 0) d`,
    decode: (row) => decodeDocument(row, over),
  };
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
  const [data, revision, shown] = [value('data'), value('revision'), value('budget')];
  if (shown === null) return undefined;
  const budget = readBudget(shown);
  if (budget !== 'fits') return { budget };
  if (data === null) throw new Error('A document has data');
  if (revision === null) throw new Error('A document has a revision');
  const snapshot = value('snapshot')?.toString();
  return { budget, data: new EnclosedJson(data), revision: revision.toString(), snapshot };
}

/** A document has one version of a status in a locale. */
function isOne({ model, version }: ReadPlan): boolean {
  return !model.localized || version.locales?.length === 1;
}
