import { getTableName } from 'drizzle-orm';

import { SNAPSHOT, identifier, literal } from '../../database/index.js';
import { isCounted } from '../../model/index.js';
import type { FilterPlan, ReadPlan } from '../../plan/index.js';
import { type Builder, opaque } from '../builder.js';
import { localeCondition } from '../main-conditions.js';
import { statusLiteral } from '../source.js';

/** A total that a statement counts, unless its values bring the total of the same state along. */
export interface TotalSlot {
  /** The rows that are counted. */
  readonly from: string;
  /** How many of the first values of the statement `from` may have. */
  readonly values: number;
  /** The index of the known state in the values; the known total follows it, and then whether to count. */
  readonly slot: number;
}

/** The SQL of a total, and of the state of the database that it holds for. */
interface Total {
  readonly total: string;
  readonly state: string;
  readonly slot: number;
}

/**
 * The total of a list. Triggers count all rows of a type (`model/total-counters.ts`), and mark every change of its
 * table: while the marks are the same, a filtered total is the same, too. Conditions that read other tables use the
 * whole database as their state, as does a table that nothing counts.
 */
export function totalOf(sql: Builder, plan: ReadPlan, count: string): Total {
  const slot = sql.values.length;
  const state = readsOneTable(plan) ? `coalesce(${markOf(plan)}, ${SNAPSHOT})` : SNAPSHOT;
  const isFiltered = !isWhole(plan);
  const known = `${isFiltered ? state : SNAPSHOT} = ${sql.slot('', 'text')}`;
  const total = sql.slot(0, 'bigint');
  const mayCount = opaque(sql.slot(true, 'boolean'), 'boolean');
  const counted = `case when ${mayCount} then ${count} end`;
  // While the database has not changed, the known total is cheaper than adding up the counters.
  const otherwise = isFiltered ? counted : `coalesce(${counterOf(sql, plan)}, ${counted})`;
  return {
    total: `case when ${known} then ${total} else ${otherwise} end`,
    state: isFiltered ? state : SNAPSHOT,
    slot,
  };
}

/** Names the state of the table of a type, if triggers follow its changes. */
function markOf(plan: ReadPlan): string {
  return `(select bit_xor(t.mark)::text from ${countersOf(plan)} having ${isFollowed(plan)})`;
}

function counterOf(sql: Builder, plan: ReadPlan): string {
  const { model, version } = plan;
  const locale = !model.localized
    ? ` and t.locale = ''`
    : version.locales === undefined
      ? ''
      : ` and ${localeCondition(sql, 't', version.locales)}`;
  const counted = `coalesce(sum(t.added) filter (where t.status = ${statusLiteral(sql, model)}${locale}), 0)`;
  return `(select ${counted}::bigint from ${countersOf(plan)} having ${isFollowed(plan)})`;
}

function countersOf(plan: ReadPlan): string {
  return `cg_totals t where t.relation = ${relationOf(plan)}`;
}

function isFollowed(plan: ReadPlan): string {
  return `bool_or(t.base) and ${isCounted(relationOf(plan))}`;
}

function relationOf({ model }: ReadPlan): string {
  return `${literal(identifier(getTableName(model.table)))}::regclass`;
}

/** Whether a list has all rows of a status and locale. */
function isWhole({ model, version, where, rows }: ReadPlan): boolean {
  return where === undefined && rows.main === undefined && !(model.draftAndPublish && version.publicationFilter);
}

/** `publicationFilter` compares rows with others of the same table. */
function readsOneTable({ where, rows, version }: ReadPlan): boolean {
  const plans = [where, rows.main, version.publicationFilter === undefined ? undefined : rows.drafts];
  return !plans.some(readsRelated);
}

/** Whether conditions are about related rows. */
export function readsRelated(plan: FilterPlan | undefined): boolean {
  if (plan === undefined) return false;
  if (plan.kind === 'and' || plan.kind === 'or') return plan.items.some(readsRelated);
  return plan.kind === 'exists' || plan.kind === 'absent';
}
