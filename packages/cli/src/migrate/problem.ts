/** Something about migrations that their owner can put right; the message says how. */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem';

  constructor(
    message: string,
    /** The way on would lose data, and nobody said that it may. */
    readonly losesData = false,
  ) {
    super(message);
  }
}
