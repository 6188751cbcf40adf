/** How the API answers a request: for `content-gen explain`. */
export {
  type Decision,
  type Explanation,
  type ExplainedRequest,
  explainRead,
  measureStatement,
} from './read/explain.js';
