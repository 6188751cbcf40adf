import type { FilterPlan } from '../plan/plan.js';
import { type Builder, whereClause } from './builder.js';
import type { Joined } from './edge.js';
import { type Source, aliasOf } from './source.js';

/*
 * Postgres meets a condition on related rows by a join, by a table of hashes, or by looking it up for each row. Choosing has
 * its price: joins that all start from one row are compared with each other, and each alternative is planned in both ways,
 * with everything in it, so that twelve within each other take seconds. A few have the choice; the rest is looked up.
 */

/** A select while its conditions are written. */
export interface Select {
  /** How many conditions have become joins of it. */
  joined: number;
  /** The rows that one starts from. */
  readonly begun: Set<Source>;
}

/** As many as Postgres looks for the best order of: its `from_collapse_limit`. */
const MAX_JOINED = 8;
/** A chain of conditions, one within the other, is planned sooner than as many side by side. */
const MAX_CHAIN = 16;

/** Whether one more condition may become a join. */
export function mayJoin(select: Select, source: Source): boolean {
  if (select.joined >= (select.begun.has(source) ? MAX_JOINED : MAX_CHAIN)) return false;
  select.begun.add(source);
  select.joined++;
  return true;
}

/** How much may be in an alternative that is planned in both ways. */
const MAX_WITHIN = 6;

export function mayAsk(sql: Builder, plan: FilterPlan): boolean {
  return conditionsIn(plan) <= MAX_WITHIN && sql.mayAsk();
}

/**
 * A condition that is looked up: an offset is nothing that Postgres would look through. Related rows are found first, and
 * only those are looked into; otherwise every row of their table might be.
 */
export function lookedUp(joined: Joined, plan: FilterPlan | undefined, where: readonly string[]): string {
  if (plan === undefined || conditionsIn(plan) === 0)
    return `exists (select 1 from ${joined.from}${whereClause([...joined.conditions, ...where])} offset 0)`;
  const alias = aliasOf(joined.source);
  const found = `(select ${alias}.* from ${joined.from}${whereClause(joined.conditions)} offset 0) ${alias}`;
  return `exists (select 1 from ${found}${whereClause(where)} offset 0)`;
}

/** How many conditions on related rows there are in one. */
function conditionsIn(plan: FilterPlan): number {
  switch (plan.kind) {
    case 'and':
    case 'or':
      return plan.items.reduce((sum, item) => sum + conditionsIn(item), 0);
    case 'compare':
      return 0;
    case 'absent':
      return 1;
    case 'exists':
      return (plan.orAbsent ? 2 : 1) + (plan.where === undefined ? 0 : conditionsIn(plan.where));
  }
}
