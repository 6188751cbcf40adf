/** A problem with migrations that the user can solve; the message says how. */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem';

  constructor(
    message: string,
    /** Whether the migration would lose data without permission. */
    readonly losesData = false,
  ) {
    super(message);
  }
}
