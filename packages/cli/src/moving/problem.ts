/** A problem that the user can solve; the message says how. */
export class MovingProblem extends Error {
  override readonly name = 'MovingProblem';
}
