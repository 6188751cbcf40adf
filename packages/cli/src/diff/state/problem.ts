import { Problem } from '../../diagnostics/problem.js';

/** Why two states cannot be compared. The message says what to do. */
export class DiffProblem extends Problem {
  override readonly name = 'DiffProblem';
}
