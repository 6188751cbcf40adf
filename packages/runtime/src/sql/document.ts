import { SNAPSHOT } from '../database/index.js';
import type { NodePlan, ReadPlan } from '../plan/index.js';
import { type Builder, createBuilder } from './builder.js';
import { type ByteBudget, quickBudget, thoroughBudget, weighedBudget } from './budget/bytes.js';
import type { Effort } from './budget/over-budget.js';
import { condition } from './filter.js';
import { publicationConditions, unguarded } from './main-conditions.js';
import type { NestedSorts } from './sort/nested-sorts.js';
import { listDepth } from './length.js';
import { objectOf, render } from './node.js';
import type { OverSorted } from './sort/over-sorted.js';
import type { RowCount } from './budget/row-count.js';
import type { RowSource, Source } from './source.js';
import type { Columns } from './statement.js';
import { weigh } from './budget/weighing.js';

/** The form of documents in the answer; see docs/compatibility.md. */
export interface Shape {
  readonly oneLocale: boolean;
  readonly entryDocumentId: boolean;
  /** Every document of the answer carries `meta: {}`, unless its type has an attribute of this name. */
  readonly documentMeta: boolean;
  /** The answer shows the row id. */
  readonly id: boolean;
  readonly maxRows: number;
  readonly maxSortedRows: number;
  readonly maxBytes: number;
  /** The row of the answer names the snapshot of the database. */
  readonly snapshot: boolean;
}

/** The SQL of the snapshot of an answer. */
export function snapshotOf(shape: Shape): string {
  return shape.snapshot ? SNAPSHOT : 'null';
}

interface Bounds {
  readonly rowCount: RowCount;
  /** The most documents of the answer. */
  readonly limit: number;
  readonly effort: Effort;
}

export function builderFor(plan: ReadPlan, shape: Shape, { rowCount, limit, effort }: Bounds): Builder {
  const { version, rows } = plan;
  const guard = (sql: Builder, source: RowSource) => {
    const plan = rows.related(source.model);
    return plan === undefined ? [] : [condition(unguarded(sql), source, plan)];
  };
  const publication = (sql: Builder, { model, alias }: RowSource) =>
    publicationConditions(sql, model, alias, rows.relatedDrafts?.(model));
  return createBuilder({ ...shape, version, guard, publication, rowCount, bytes: bytesOf(plan, shape, limit, effort) });
}

function bytesOf({ node }: ReadPlan, { maxBytes, maxRows }: Shape, limit: number, effort: Effort): ByteBudget {
  if (effort === 'thorough') return thoroughBudget(maxBytes, maxRows);
  if (isWeighed(node, limit, effort)) return weighedBudget(limit, maxBytes, maxRows);
  return quickBudget(node, limit, maxBytes, maxRows);
}

/** Whether rows are counted before they are rendered: if their number multiplies. */
export function isWeighed(node: NodePlan, limit: number, effort: Effort): boolean {
  return listDepth(node) + Number(effort === 'thorough' && limit > 1) > 1;
}

/** A document as a JSON object. `counts`: see `render`. */
export function documentOf(sql: Builder, source: Source, plan: ReadPlan, shape: Shape, counts?: string[]) {
  const { columns, joins, rowCount, leftOut } = render(sql, source, plan.node, counts);
  const shown = columns.filter(([, key]) => shape.id || key !== 'id');
  const isFree = plan.model.attributes['meta'] === undefined;
  const { object, join } = objectOf(sql, shape.documentMeta && isFree ? [...shown, [`'{}'::json`, 'meta']] : shown);
  return { shown: `${object} as data, ${rowCount} as n, ${leftOut} as left_out`, joins: joins + join };
}

/** A statement with its budgets. */
interface Budgeted {
  /** The rows of the answer. */
  readonly rows: string;
  readonly source: Source;
  readonly columns: Pick<Columns<string>, 'names'>;
  /** Whether rows are counted before they are rendered. */
  readonly weighs: boolean;
  readonly effort: Effort;
  /** Common table expressions that `rows` needs. */
  readonly tables?: readonly string[] | undefined;
  /** Common table expressions that read the rows of the answer from the table `page`. */
  readonly counts?: readonly string[];
  readonly sorts: NestedSorts | undefined;
  readonly over: OverSorted;
  readonly select: (page: string) => string;
}

/**
 * The text of a statement. If lists contain lists, or are sorted by lists, the statement weighs them first: over the
 * budget the statement renders no row, and the column `budget` is `rows` or `unsure`, or `sort_over` is not null.
 */
export function budgetedText(sql: Builder, plan: ReadPlan, statement: Budgeted): string {
  const { rows, source, columns, weighs, effort, tables = [], counts = [], sorts, over, select } = statement;
  const weighing = weighs ? weigh(sql, plan.node, 'page', source, effort) : undefined;
  const page = [`page as materialized (${rows})`, ...counts];
  if (weighing === undefined && sorts === undefined) {
    return counts.length === 0
      ? `${withTables(tables)}${select(`(${rows})`)}`
      : `${withTables([...tables, ...page])}${select('page')}`;
  }
  const share = weighing === undefined ? 'null::bigint' : `${sql.bytes.max} / greatest(${weighing.count}, 1)`;
  const limits = `select ${weighing?.withinBudget ?? 'true'}, ${share}, ${over.index}`;
  const all = [
    ...tables,
    ...page,
    ...(weighing?.tables ?? []),
    ...(sorts?.tables ?? []),
    `scale(within_budget, row_share, sort_over) as materialized (${limits})`,
  ];
  // Postgres evaluates a limit before it reads the first row, but a condition only after the rows are rendered.
  const gate = `limit (select case when within_budget and sort_over is null then null else 0 end::bigint from scale)`;
  const output = columns.names.map((name) => {
    if (name === 'budget')
      return `case when scale.within_budget then x.budget else '${weighing?.refusal ?? 'rows'}' end as budget`;
    return name === 'sort_over' ? 'scale.sort_over' : `x.${name}`;
  });
  return `${withTables(all)}select ${output.join(', ')} from scale left join (${select('page')} ${gate}) x on true`;
}

function withTables(tables: readonly string[]): string {
  return tables.length === 0 ? '' : `with ${tables.join(', ')} `;
}
