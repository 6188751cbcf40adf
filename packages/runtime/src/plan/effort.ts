import { LimitError } from '../errors/index.js';

/** The sum of how deep each place is that one request may lead to; docs/query-parameters.md names it. */
const MAX_EFFORT = 3_000;

/** Called for each place that populate, filters and sort lead to, before it is looked into. */
export type Effort = (depth: number, param: string) => void;

/**
 * A budget for planning, as the row budget is one for reading. What is deep is planned again with everything above it; and
 * the shared populate of a zone is planned for each of its components, level after level, which would outgrow memory
 * before a single row is looked at.
 */
export function limitedEffort(): Effort {
  let spent = 0;
  return (depth, param) => {
    spent += depth;
    if (spent <= MAX_EFFORT) return;
    throw new LimitError(
      `The request leads to too many places. The maximum for populate, filters and sort together is ${MAX_EFFORT}, where each place counts as many as it is levels deep`,
      { source: 'query', param },
    );
  };
}

/** Of what is written in code. */
export const anyEffort: Effort = () => undefined;
