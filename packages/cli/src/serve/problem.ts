import { Problem } from '../diagnostics/problem.js';

/** A problem of `serve`. */
export class ServeProblem extends Problem {
  override readonly name = 'ServeProblem';
}
