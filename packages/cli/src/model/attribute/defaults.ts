import type { Literal, Scalar } from '../model.js';
import { compareNumbers, isWhole } from './numbers.js';

/** The error in the default of an attribute, such as `is longer than maxLength 5`. */
export function defaultProblem(scalar: Scalar, value: Literal): string | undefined {
  switch (scalar.type) {
    case 'string':
    case 'text':
    case 'richtext':
    case 'email':
    case 'password':
    case 'uid':
      return typeof value === 'string' ? textProblem(scalar, value) : 'must be text';
    case 'enumeration':
      return scalar.values && !scalar.values.includes(String(value))
        ? `is not one of ${scalar.values.join(', ')}`
        : undefined;
    case 'integer':
      return isInteger(value) ? rangeProblem(scalar, value) : 'must be a whole number between -2^31 and 2^31 - 1';
    case 'biginteger':
      return isWhole(value) ? rangeProblem(scalar, value) : 'must be a whole number, beyond 2^53 as text';
    case 'float':
    case 'decimal':
      return typeof value === 'number' ? rangeProblem(scalar, value) : 'must be a number';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'date':
      return isDate(value) ? undefined : 'must be a date such as 2024-02-29';
    case 'time':
      return matches(value, time) ? undefined : 'must be a time such as 08:30:00.000';
    case 'datetime':
    case 'timestamp':
      return isDatetime(value) ? undefined : 'must be a time such as 2024-02-29T08:30:00.000Z';
    case 'blocks':
      return Array.isArray(value) ? undefined : 'must be a list of blocks';
    case 'json':
      return undefined;
  }
}

/** The column has no limit, but the API uses the limit of Strapi. */
const longestString = 255;

function textProblem(scalar: Scalar, value: string): string | undefined {
  const short = scalar.type === 'string' || scalar.type === 'uid';
  const maxLength = scalar.maxLength ?? (short ? longestString : Infinity);
  if (value.length < (scalar.minLength ?? 0)) return `is shorter than minLength ${scalar.minLength}`;
  if (value.length > maxLength) return `is longer than maxLength ${maxLength}`;
  if (scalar.regex !== undefined && !new RegExp(scalar.regex).test(value)) return `does not match ${scalar.regex}`;
  if (scalar.type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return 'is not an e-mail address';
  if (scalar.type === 'uid' && !/^[A-Za-z0-9\-_.~]*$/.test(value))
    return 'may only contain letters, digits, - _ . and ~';
  return undefined;
}

function rangeProblem({ min, max }: Scalar, value: number | string): string | undefined {
  if (min !== undefined && compareNumbers(value, min) < 0) return `is less than min ${min}`;
  if (max !== undefined && compareNumbers(value, max) > 0) return `is greater than max ${max}`;
  return undefined;
}

const time = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?$/;
const zoned = /^(\d{4}-\d{2}-\d{2})([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

function isInteger(value: Literal): value is number {
  return typeof value === 'number' && (value | 0) === value;
}

function isDate(value: Literal): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function isDatetime(value: Literal): boolean {
  const day = typeof value === 'string' ? zoned.exec(value)?.[1] : undefined;
  return day !== undefined && isDate(day);
}

function matches(value: Literal, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}
