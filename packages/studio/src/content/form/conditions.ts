import jsonLogic from 'json-logic-js';

import { scalarBody } from './scalar-body.js';
import type { DescribedAttribute, FormValues } from './value.js';

/** The attributes whose conditions hold. The server evaluates the same rules: it checks no attribute that they hide. */
export function shownAttributes(
  attributes: readonly DescribedAttribute[],
  values: FormValues,
): readonly DescribedAttribute[] {
  if (attributes.every(({ condition }) => condition === undefined)) return attributes;
  const beside = Object.fromEntries(attributes.map((attribute) => [attribute.name, plain(attribute, values)]));
  return attributes.filter(({ condition }) => condition === undefined || Boolean(jsonLogic.apply(condition, beside)));
}

/** A value as a body has it, for rules: they compare `5` with numbers. */
function plain(attribute: DescribedAttribute, values: FormValues): unknown {
  const value = values[attribute.name];
  if (attribute.kind === 'scalar') return scalarBody(attribute.type, value);
  if (!Array.isArray(value) || attribute.kind === 'dynamicZone' || attribute.many) return value;
  return value[0] ?? null;
}

/** The attributes that must be sent together, because the API evaluates a condition with the values of the body alone. */
export function bound(attributes: readonly DescribedAttribute[]): readonly ReadonlySet<string>[] {
  return attributes.flatMap(({ name, condition }) =>
    condition === undefined ? [] : [new Set([name, ...variables(condition)])],
  );
}

/** `{ "==": [{ "var": "kind" }, "sale"] }` looks at `kind`. */
function variables(rule: unknown): readonly string[] {
  if (typeof rule !== 'object' || rule === null) return [];
  return Object.entries(rule).flatMap(([key, inner]: [string, unknown]) => {
    if (key !== 'var') return variables(inner);
    const [path]: readonly unknown[] = Array.isArray(inner) ? inner : [inner];
    return typeof path === 'string' ? [path.split('.')[0] ?? ''] : [];
  });
}
