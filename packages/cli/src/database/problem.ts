/** Something about the database that its owner can put right; the message says how. Anything else is our mistake. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem';
}
