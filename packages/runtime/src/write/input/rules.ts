import jsonLogic from 'json-logic-js';

import { type Attribute, type ComponentAttribute, type DynamicZone, textType } from '../../model/index.js';
import { type ValuePath, type Problem, label } from './problems.js';

/**
 * Whether the rules of an attribute hold for these values. As in Strapi, the condition sees the values beside the
 * attribute: those of the body while the body is read, and those of the whole version or entry when the version is
 * published.
 */
export function isShown({ conditions }: Attribute, values: object): boolean {
  return conditions === undefined || Boolean(jsonLogic.apply(conditions.visible, values));
}

/**
 * The attribute without its rules. The type of the attribute remains, because the database cannot store values of other
 * types.
 */
export function withoutRules(attribute: Attribute): Attribute {
  switch (attribute.kind) {
    case 'scalar': {
      const { kind, type } = attribute;
      return { kind, type: type.name === 'enumeration' ? textType : type, maxLength: Number.MAX_SAFE_INTEGER };
    }
    case 'component':
    case 'dynamicZone': {
      const { min: _min, max: _max, required: _required, ...rest } = attribute;
      return rest;
    }
    default: {
      const { required: _required, ...rest } = attribute;
      return rest;
    }
  }
}

/** The problem of a list with fewer or more entries than the definition of the list allows. */
export function countProblems(
  attribute: ComponentAttribute | DynamicZone,
  entries: readonly unknown[],
  path: ValuePath,
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
