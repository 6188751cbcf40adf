import type { Scalar } from '../../../model/index.js';
import { type ExpectedType, type ValuePath, type Report, missingProblem, typeProblem } from '../problems.js';

/** How values of one kind of scalar are read. The API shows the cast value, and entries store it. */
export interface ValueKind {
  /** The rules that also hold for drafts. Returns the value to store, or reports a problem. Never called with null. */
  cast(value: unknown, at: At): unknown;
  /** The rules that hold for published values only. */
  check?(value: unknown, at: At): void;
  /** The type that Strapi names in its message for a missing value; without a type the message is "must be defined". */
  readonly type?: ExpectedType;
}

/** The attribute and the path of a value. */
export interface At {
  readonly attribute: Scalar;
  readonly path: ValuePath;
  readonly report: Report;
}

export function requiredProblem(kind: ValueKind, path: ValuePath) {
  if (kind.type === undefined) return missingProblem(path, null);
  return kind.type === 'number' ? typeProblem(path, 'number', Number.NaN) : typeProblem(path, kind.type, null);
}
