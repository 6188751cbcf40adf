import type { Attribute, Scalar } from '../../model/model.js';

/** The rule of the definition that a published value breaks. A write would refuse the value; an import lists it. */
export function brokenRule(attribute: Attribute, value: unknown): string | undefined {
  // A condition may hide the attribute, and then no rule of the attribute holds.
  if (attribute.visibleIf !== undefined) return undefined;
  const isMissing = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
  if (isMissing || (value === '' && attribute.required)) return attribute.required ? 'is required' : undefined;
  if (attribute.kind === 'scalar') return brokenScalar(attribute, value);
  if (attribute.kind !== 'component' && attribute.kind !== 'dynamicZone') return undefined;
  const count = Array.isArray(value) ? value.length : 1;
  if (attribute.min !== undefined && count < attribute.min) return `must have at least ${attribute.min} entries`;
  if (attribute.max !== undefined && count > attribute.max) return `must have at most ${attribute.max} entries`;
  return undefined;
}

function brokenScalar(attribute: Scalar, value: unknown): string | undefined {
  const { min, max, type, values } = attribute;
  // The hash of a password says nothing about the length of the password.
  if (type === 'password') return undefined;
  if (typeof value === 'string') return brokenText(attribute, value);
  if (typeof value !== 'number') return undefined;
  if (min !== undefined && value < Number(min)) return `must be at least ${min}`;
  if (max !== undefined && value > Number(max)) return `must be at most ${max}`;
  return values === undefined ? undefined : `must be one of ${values.join(', ')}`;
}

function brokenText(attribute: Scalar, value: string): string | undefined {
  const { minLength, type, values, regex } = attribute;
  const isShort = type === 'string' || type === 'uid' || type === 'email';
  const maxLength = attribute.maxLength ?? (isShort ? 255 : undefined);
  if (values !== undefined && !values.includes(value)) return `must be one of ${values.join(', ')}`;
  if (maxLength !== undefined && value.length > maxLength) return `must be at most ${maxLength} characters`;
  if (minLength !== undefined && value.length < minLength) return `must be at least ${minLength} characters`;
  if (regex !== undefined && value !== '' && !new RegExp(regex).test(value)) return `must match ${regex}`;
  return undefined;
}
