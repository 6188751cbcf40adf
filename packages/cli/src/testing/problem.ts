import { Problem } from '../diagnostics/problem.js';

/** A problem with a project under test. */
export class TestProblem extends Problem {
  override readonly name = 'TestProblem';
}
