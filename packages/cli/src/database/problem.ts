import { Problem } from '../diagnostics/problem.js';

/** A problem with the database. */
export class DatabaseProblem extends Problem {
  override readonly name = 'DatabaseProblem';
}
