export const COMMIT = 'commit';

/** A statement that writes what a transaction has collected. Absent if there is nothing to write. */
type LastStatement = () => string | undefined;

/**
 * The statements at the end of one transaction, while it holds all of its locks. They are sent together with COMMIT, so
 * that they cost no round trip. If the transaction is rolled back, they are forgotten.
 */
export class CommitWork {
  readonly #statements: LastStatement[] = [];

  add(statement: LastStatement): void {
    this.#statements.push(statement);
  }

  /** The text that ends the transaction. */
  get text(): string {
    return [...this.#statements.flatMap((statement) => statement() ?? []), COMMIT].join('; ');
  }
}
