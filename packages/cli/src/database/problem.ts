/**
 * A problem with the database that the user can solve; the message says how. Any other error is a bug in content-gen.
 */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem';
}
