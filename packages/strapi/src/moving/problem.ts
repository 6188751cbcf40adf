import { Problem } from 'content-gen/tools';

/** A problem with a project to move. */
export class MovingProblem extends Problem {
  override readonly name = 'MovingProblem';
}
