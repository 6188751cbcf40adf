import type { ComponentAttribute, DynamicZone } from '../../model/index.js';
import { type Path, type Problem, label } from './problems.js';

/** The problem of a list with fewer or more entries than its definition allows. */
export function countProblems(
  attribute: ComponentAttribute | DynamicZone,
  entries: readonly unknown[],
  path: Path,
  shown: unknown = entries,
): Problem[] {
  const { min, max } = attribute;
  const problem = (rule: string): Problem => ({
    path,
    message: `${label(path)} field must have ${rule} items`,
    value: shown,
  });
  // As in Strapi, an empty list that is not required may be shorter than `min`.
  const isLimited = entries.length > 0 || attribute.required === true;
  if (isLimited && min !== undefined && entries.length < min) return [problem(`at least ${min}`)];
  if (max !== undefined && entries.length > max) return [problem(`less than or equal to ${max}`)];
  return [];
}
