/** A copy of this package that @content-gen/strapi loads has another class, so that a mark tells the problems. */
const MARK = Symbol.for('content-gen.problem');

/** A problem that the user can solve; the message says how. Any other error is a bug in content-gen. */
export class Problem extends Error {
  readonly [MARK] = true;
}

export function isProblem(error: unknown): error is Problem {
  return error instanceof Error && MARK in error;
}
