import type { FilterPlan } from '../plan/plan.js';
import type { Builder } from './builder.js';
import { joinEdge } from './edge.js';
import { operators } from './operators.js';
import { type Source, valueOf } from './source.js';

/** A condition on a row or entry. Relations are `exists`: joins would multiply rows. */
export function condition(sql: Builder, source: Source, plan: FilterPlan): string {
  switch (plan.kind) {
    case 'and':
    case 'or': {
      const neutral = plan.kind === 'and' ? 'true' : 'false';
      const items = plan.items.map((item) => condition(sql, source, item));
      return items.length === 0 ? neutral : `(${items.join(` ${plan.kind} `)})`;
    }
    case 'compare': {
      const compared = operators[plan.operator](sql, valueOf(source, plan.field), plan.operands, plan.field);
      return plan.negated ? `not (${compared})` : compared;
    }
    case 'absent':
      return `not ${exists(sql, source, { kind: 'exists', edge: plan.edge, orAbsent: false })}`;
    case 'exists': {
      const found = exists(sql, source, plan);
      if (!plan.orAbsent) return found;
      return `(${found} or not ${exists(sql, source, { kind: 'exists', edge: plan.edge, orAbsent: false })})`;
    }
  }
}

function exists(sql: Builder, source: Source, plan: Extract<FilterPlan, { kind: 'exists' }>): string {
  const joined = joinEdge(sql, plan.edge, source);
  const where = plan.where === undefined ? [] : [condition(sql, joined.source, plan.where)];
  return `exists (select 1 from ${joined.from}${whereClause([...joined.conditions, ...where])})`;
}

export function whereClause(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}
