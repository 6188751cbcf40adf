import { Failure, type Problem } from '../../../failure.js';
import type { DescribedType, Description } from '../../../data/description.js';
import { type Shape, plainProblems } from '../../form/problems/plain-problems.js';
import type { FormValues } from '../../form/value.js';
import type { Writing } from '../writing.js';

/** The problems that a failure names, in words for people. */
export function plainFailure({ key, form, description }: Writing, failure: unknown): readonly Problem[] {
  if (!(failure instanceof Failure)) return [];
  // The form itself writes for people.
  if (failure.status === 0) return failure.problems;
  return plainProblems(failure.problems, shapeOf(key.type, form.values, description));
}

export function shapeOf({ attributes }: DescribedType, values: FormValues, { components }: Description): Shape {
  return { attributes, values, components };
}
