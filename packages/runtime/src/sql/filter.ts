import type { FilterPlan } from '../plan/index.js';
import { type Builder, whereClause } from './builder.js';
import { joinEdge } from './edge.js';
import { matchesWords } from './full-text.js';
import { compareSql } from './operators.js';
import { type Select, lookedUp, mayPlanBothWays, mayJoin } from './related.js';
import { type Source, valueOf } from './source.js';

/** A condition on a row or entry. Relations are `exists`: joins would multiply rows. */
export function condition(sql: Builder, source: Source, plan: FilterPlan): string {
  return conditionIn(sql, source, plan, { joined: 0, begun: new Set() });
}

/** `select`: the select whose rows all have to meet the plan; `undefined` if the plan is one of several alternatives. */
function conditionIn(sql: Builder, source: Source, plan: FilterPlan, select: Select | undefined): string {
  switch (plan.kind) {
    case 'and':
    case 'or': {
      const neutral = plan.kind === 'and' ? 'true' : 'false';
      const items = plan.items.map((item) => conditionIn(sql, source, item, plan.kind === 'and' ? select : undefined));
      return items.length === 0 ? neutral : `(${items.join(` ${plan.kind} `)})`;
    }
    case 'compare': {
      const compared = compareSql(sql, valueOf(source, plan.field), plan, plan.field);
      return plan.negated ? `not (${compared})` : compared;
    }
    case 'matches':
      return matchesWords(sql, source, plan.search);
    case 'absent':
      return `not ${exists(sql, source, { kind: 'exists', edge: plan.edge, orAbsent: false }, select)}`;
    case 'exists': {
      if (!plan.orAbsent) return exists(sql, source, plan, select);
      const found = exists(sql, source, plan, undefined);
      return `(${found} or not ${exists(sql, source, { kind: 'exists', edge: plan.edge, orAbsent: false }, undefined)})`;
    }
  }
}

function exists(
  sql: Builder,
  source: Source,
  plan: Extract<FilterPlan, { kind: 'exists' }>,
  select: Select | undefined,
): string {
  const joined = joinEdge(sql, plan.edge, source);
  const joins = select !== undefined && mayJoin(select, source);
  const isPlanned = joins || (select === undefined && mayPlanBothWays(sql, plan));
  const inside = joins ? select : { joined: 0, begun: new Set<Source>() };
  const where = plan.where === undefined ? [] : [conditionIn(sql, joined.source, plan.where, inside)];
  if (!isPlanned) return lookedUp(joined, plan.where, where);
  const known = joined.links?.known ?? [];
  return `exists (select 1 from ${joined.from}${whereClause([...joined.conditions, ...known, ...where])})`;
}
