import type { Scalar } from '../../../model/attributes/attribute.js';
import { type ExpectedType, type Path, type Report, missingProblem, typeProblem } from '../problems.js';

/** How values of one kind of scalar come in. A value that was cast is what the API shows, and what entries store. */
export interface ValueKind {
  /** What holds for drafts as well. Returns the value to store, or reports why there is none. Never called with null. */
  cast(value: unknown, at: At): unknown;
  /** What has to hold before a value is published, beside that. */
  check?(value: unknown, at: At): void;
  /** The type that null is not. Where it is absent, null is "not defined". */
  readonly type?: ExpectedType;
}

/** The attribute a value is for, and where it stands. */
export interface At {
  readonly attribute: Scalar;
  readonly path: Path;
  readonly report: Report;
}

export function requiredProblem(kind: ValueKind, path: Path) {
  if (kind.type === undefined) return missingProblem(path, null);
  return kind.type === 'number' ? typeProblem(path, 'number', Number.NaN) : typeProblem(path, kind.type, null);
}
