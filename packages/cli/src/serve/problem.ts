/** A problem that the user of `serve` can solve; the message says how. */
export class ServeProblem extends Error {
  override readonly name = 'ServeProblem';
}
