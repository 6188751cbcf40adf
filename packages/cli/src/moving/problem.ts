import { Problem } from '../diagnostics/problem.js';

/** A problem with a project to move. */
export class MovingProblem extends Problem {
  override readonly name = 'MovingProblem';
}
