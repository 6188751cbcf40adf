import { LimitError } from '../errors/index.js';
import { type Comparison, looksInside } from './operators.js';

/** The most that the conditions of one request may weigh. See docs/query-parameters.md. */
const MAX_WEIGHT = 1_000;
/** Comparing text costs about this many times as much as comparing numbers or whole texts. */
const TEXT_WEIGHT = 20;

/** Called for each condition before it becomes SQL. `path` is the key of the condition. */
export type ConditionWeight = (operator: Comparison, param: string, path: string) => void;

/**
 * A budget for conditions: PostgreSQL evaluates each condition for every row that it looks at, and a short query string
 * can have hundreds.
 */
export function limitedWeight(): ConditionWeight {
  let total = 0;
  return (operator, param, path) => {
    total += weightOf(operator);
    if (total <= MAX_WEIGHT) return;
    throw new LimitError(
      `Too many conditions at ${path}. The conditions of a request may weigh ${MAX_WEIGHT}; each weighs 1, and ${TEXT_WEIGHT} if it looks into text or JSON`,
      { path, source: 'query', param },
    );
  };
}

/** For filters that are written in code. */
export const unlimitedWeight: ConditionWeight = () => undefined;

function weightOf(operator: Comparison): number {
  return looksInside(operator) ? TEXT_WEIGHT : 1;
}
