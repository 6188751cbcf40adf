export {
  type Answer,
  type FittingRow,
  answerOf,
  digestOf,
  documentText,
  readBounded,
  selectWritten,
  shapeOf,
  tooLargeAnswer,
} from './answer.js';
export { cachedPlan } from './cached-plan.js';
export { type ExplainedRequest, askerOf } from './explain.js';
export { findMany } from './find-many.js';
export { findOne, findSingle } from './find-one.js';
export { type PlannedQuery, planQuery } from './plan-query.js';
export type { Query, TextQuery } from './request.js';
