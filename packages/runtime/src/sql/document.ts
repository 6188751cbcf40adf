import type { NodePlan, ReadPlan } from '../plan/index.js';
import { type Builder, createBuilder } from './builder.js';
import { type ByteBudget, quickBudget, thoroughBudget, weighedBudget } from './byte-budget.js';
import { condition } from './filter.js';
import { unguarded } from './main-conditions.js';
import { listDepth } from './length.js';
import { objectOf, render } from './node.js';
import type { RowCount } from './row-count.js';
import type { RowSource, Source } from './source.js';
import type { Columns } from './statement.js';
import { weigh } from './weighing.js';

/** The form of documents in the answer; see docs/compatibility.md. */
export interface Shape {
  readonly oneLocale: boolean;
  readonly entryDocumentId: boolean;
  /** Every document of the answer carries `meta: {}`. */
  readonly documentMeta: boolean;
  /** The answer shows the row id. */
  readonly id: boolean;
  readonly maxRows: number;
  readonly maxBytes: number;
}

/** A quick statement may be unsure whether an answer fits its budget of bytes; a thorough one costs more. */
export type Effort = 'quick' | 'thorough';

export interface Bounds {
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
  return createBuilder({ ...shape, version, guard, rowCount, bytes: bytesOf(plan, shape, limit, effort) });
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

/** A document as a JSON object. */
export function documentOf(sql: Builder, source: Source, plan: ReadPlan, shape: Shape) {
  const { columns, joins, rowCount, leftOut } = render(sql, source, plan.node);
  const shown = columns.filter(([, key]) => shape.id || key !== 'id');
  const { object, join } = objectOf(sql, shape.documentMeta ? [...shown, [`'{}'::json`, 'meta']] : shown);
  return { shown: `${object} as data, ${rowCount} as n, ${leftOut} as left_out`, joins: joins + join };
}

/**
 * The text of a statement. If lists contain lists, the statement weighs them first: over the budget it renders no row,
 * and the column `budget` is `rows`.
 */
export function weighedText(
  sql: Builder,
  plan: ReadPlan,
  source: Source,
  weighs: boolean,
  rows: string,
  columns: Pick<Columns<string>, 'names'>,
  select: (page: string) => string,
): string {
  if (!weighs) return select(`(${rows})`);
  const weighing = weigh(sql, plan.node, 'page', source);
  const tables = [
    `page as materialized (${rows})`,
    ...weighing.tables,
    `scale(within_budget, row_share) as materialized (select ${weighing.withinBudget}, ${sql.bytes.max} / greatest(${weighing.count}, 1))`,
  ];
  // Postgres evaluates a limit before it reads the first row, but a condition only after the rows are rendered.
  const gate = `limit (select case when within_budget then null else 0 end::bigint from scale)`;
  const output = columns.names.map((name) =>
    name === 'budget' ? `case when scale.within_budget then x.budget else 'rows' end as budget` : `x.${name}`,
  );
  return `with ${tables.join(', ')} select ${output.join(', ')} from scale left join (${select('page')} ${gate}) x on true`;
}
