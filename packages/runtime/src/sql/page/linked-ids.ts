import type { FilterPlan, ReadPlan } from '../../plan/index.js';
import { type Builder, whereClause } from '../builder.js';
import { linkedRows } from '../edge.js';
import { condition } from '../filter.js';
import { freshPlan, needsFreshPlan } from '../fresh-plan.js';
import { localeCondition } from '../main-conditions.js';

/**
 * The rows of a list as a table `a` of their ids, if links tell which rows these are: where the only condition is about a
 * relation with links, and the list is in the order of its ids. PostgreSQL then reads no row that the page does not show.
 */
export function linkedIds(sql: Builder, { model, version, where, order, rows }: ReadPlan): string | undefined {
  const only = where === undefined ? undefined : onlyItem(where);
  const comparesVersions = model.draftAndPublish && version.publicationFilter !== undefined;
  if (only?.kind !== 'exists' || only.orAbsent || only.edge.kind !== 'rows') return undefined;
  if (order.length > 0 || rows.main !== undefined || comparesVersions) return undefined;
  const linked = linkedRows(sql, only.edge, model);
  if (linked === undefined) return undefined;
  const conditions = [
    ...linked.conditions,
    ...(model.localized && version.locales !== undefined ? [localeCondition(sql, linked.link, version.locales)] : []),
    ...(only.where === undefined ? [] : [condition(sql, linked.source, only.where)]),
    ...(needsFreshPlan(only) ? [freshPlan(sql)] : []),
  ];
  return `(select distinct ${linked.link}.source_id as id from ${linked.from}${whereClause(conditions)}) a where true`;
}

/** A filter with one condition may be wrapped in conjunctions. */
function onlyItem(plan: FilterPlan): FilterPlan {
  const [item, ...others] = plan.kind === 'and' ? plan.items : [];
  return item !== undefined && others.length === 0 ? onlyItem(item) : plan;
}
