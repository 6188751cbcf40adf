import { Problem } from '../diagnostics/problem.js';

/** A problem with migrations. */
export class MigrationProblem extends Problem {
  override readonly name = 'MigrationProblem';

  constructor(
    message: string,
    /** Whether the migration would lose data without permission. */
    readonly losesData = false,
  ) {
    super(message);
  }
}
