import type { FilterPlan } from '../plan/index.js';
import type { Builder } from './builder.js';
import { isPattern } from './operators.js';

/**
 * A plan for any value assumes that a pattern matches one row in 200, and so begins with the rows of the pattern. If a
 * filter also has another condition, this plan can be many times slower than a plan for the value at hand, for which
 * PostgreSQL uses its statistics. So such a statement is planned each time it runs.
 */
export function needsFreshPlan(where: FilterPlan): boolean {
  const { relations, patterns, outside } = choicesIn(where, false);
  return patterns > 0 && relations > 0 && relations + outside > 1;
}

/**
 * A condition that always holds. A plan for any value has to allow for the other case, which looks more expensive than
 * planning again, so PostgreSQL plans again. With the value known, the condition vanishes.
 */
export function freshPlan(sql: Pick<Builder, 'slot'>): string {
  return `(not ${sql.slot(false, 'boolean')} or (select count(*) from generate_series(1, 1000000000)) = 0)`;
}

interface Choices {
  /** Conditions on related rows. */
  readonly relations: number;
  readonly patterns: number;
  /** The patterns of the rows themselves. */
  readonly outside: number;
}

function choicesIn(plan: FilterPlan, isRelated: boolean): Choices {
  switch (plan.kind) {
    case 'and':
    case 'or':
      return plan.items.map((item) => choicesIn(item, isRelated)).reduce(sum, NONE);
    case 'compare': {
      const patterns = isPattern(plan.operator) && !plan.negated ? 1 : 0;
      return { relations: 0, patterns, outside: isRelated ? 0 : patterns };
    }
    case 'matches':
      return NONE;
    case 'absent':
      return { ...NONE, relations: 1 };
    case 'exists':
      return sum({ ...NONE, relations: 1 }, plan.where === undefined ? NONE : choicesIn(plan.where, true));
  }
}

const NONE: Choices = { relations: 0, patterns: 0, outside: 0 };

function sum(a: Choices, b: Choices): Choices {
  return {
    relations: a.relations + b.relations,
    patterns: a.patterns + b.patterns,
    outside: a.outside + b.outside,
  };
}
