import { LimitError } from '../errors/index.js';

/**
 * The planning budget of one request: the sum of the depths of everything that the request leads to. See
 * docs/query-parameters.md.
 */
const MAX_EFFORT = 3_000;

/** Called for each relation or component that populate, filters and sort follow, before it is planned. */
export type SpendEffort = (depth: number, param: string) => void;

/**
 * A budget for planning, like the row budget for reading. Each level is planned again with every level above it, and
 * the shared populate of a dynamic zone is planned once per component and level; without a budget, the plan outgrows
 * memory before the first row is read.
 */
export function limitedEffort(): SpendEffort {
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

/** For filters and populate that are written in code. */
export const unlimitedEffort: SpendEffort = () => undefined;
