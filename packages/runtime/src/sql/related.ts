import type { FilterPlan } from '../plan/index.js';
import { type Builder, whereClause } from './builder.js';
import type { Joined } from './edge.js';
import type { Source } from './source.js';

/*
 * Postgres meets a condition on related rows by a join, by a hash table, or by a lookup per row. Joins that start from the
 * same row are compared with each other, and an alternative (`or`) is planned both as a hash table and as a lookup, with
 * everything in it: twelve nested alternatives take seconds to plan. So a few conditions leave Postgres the choice, and
 * the rest are looked up.
 */

/** A select while its conditions are written. */
export interface Select {
  /** How many conditions have become joins of the select. */
  joined: number;
  /** The sources that a join starts from. */
  readonly begun: Set<Source>;
}

/** The default of `from_collapse_limit`: up to this number Postgres searches for the best join order. */
const MAX_JOINED = 8;
/** Nested conditions are cheaper to plan than the same number side by side. */
const MAX_CHAIN = 16;

/** Whether one more condition may become a join. */
export function mayJoin(select: Select, source: Source): boolean {
  if (select.joined >= (select.begun.has(source) ? MAX_JOINED : MAX_CHAIN)) return false;
  select.begun.add(source);
  select.joined++;
  return true;
}

/** How many conditions may be in an alternative that is planned both ways. */
const MAX_WITHIN = 6;

export function mayPlanBothWays(sql: Builder, plan: FilterPlan): boolean {
  return conditionsIn(plan) <= MAX_WITHIN && sql.mayPlanBothWays();
}

/**
 * A condition that is looked up per row. `OFFSET 0` is an optimization fence. The inner select finds the related rows
 * first, otherwise Postgres might check the condition on every row of their table.
 */
export function lookedUp(joined: Joined, plan: FilterPlan | undefined, where: readonly string[]): string {
  if (plan === undefined || conditionsIn(plan) === 0)
    return `exists (select 1 from ${joined.from}${whereClause([...joined.conditions, ...where])} offset 0)`;
  const { alias } = joined.source;
  const found = `(select ${alias}.* from ${joined.from}${whereClause(joined.conditions)} offset 0) ${alias}`;
  return `exists (select 1 from ${found}${whereClause(where)} offset 0)`;
}

/** The number of conditions on related rows in a plan. */
function conditionsIn(plan: FilterPlan): number {
  switch (plan.kind) {
    case 'and':
    case 'or':
      return plan.items.reduce((sum, item) => sum + conditionsIn(item), 0);
    case 'compare':
    case 'matches':
      return 0;
    case 'absent':
      return 1;
    case 'exists':
      return (plan.orAbsent ? 2 : 1) + (plan.where === undefined ? 0 : conditionsIn(plan.where));
  }
}
