/** Something that the person who started `serve` can put right; the message says how. */
export class ServeProblem extends Error {
  override readonly name = 'ServeProblem';
}
