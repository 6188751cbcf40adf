/** How the API answers a request: for `content-gen explain`, and for the studio of `content-gen serve`. */
export { type ObservedStatement, type StatementObserver, observeStatements } from './database/observe.js';
export { type ReadAnswer, answerRead } from './inspect/answer-read.js';
export {
  type Decision,
  type Explanation,
  type ExplainedRequest,
  explainRead,
  measureStatement,
} from './read/explain.js';
