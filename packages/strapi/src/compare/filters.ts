import type { Attribute, ScalarType } from 'content-gen/tools';

import { type Json, isJson } from './difference.js';
import type { Random } from './random.js';

/** Parameters of a query string, in order. */
export type Parameters = readonly (readonly [key: string, value: string])[];

const comparisons = ['$eq', '$ne', '$in', '$notIn', '$lt', '$lte', '$gt', '$gte', '$between'];
/** Operators that compare texts by order are left out, because the order depends on the collation of a database. */
const texts = [
  ...['$eq', '$eqi', '$ne', '$nei', '$in', '$notIn', '$contains', '$containsi', '$notContains', '$notContainsi'],
  ...['$startsWith', '$startsWithi', '$endsWith', '$endsWithi'],
];
const names = ['$eq', '$ne', '$in', '$notIn'];

const operators: Readonly<Partial<Record<ScalarType, readonly string[]>>> = {
  string: texts,
  text: texts,
  richtext: texts,
  email: texts,
  uid: texts,
  enumeration: names,
  boolean: ['$eq', '$ne'],
  integer: comparisons,
  biginteger: comparisons,
  float: comparisons,
  decimal: comparisons,
  date: comparisons,
  time: comparisons,
  datetime: comparisons,
  timestamp: comparisons,
};

/** Longer values make addresses that servers refuse. */
const MAX_LENGTH = 100;

/** Every filter on an attribute, with values that documents of the old server have. */
export function filtersOn(
  attribute: Attribute,
  documents: readonly Json[],
  random: Random,
  at = 'filters',
): readonly Parameters[] {
  if (attribute.kind !== 'scalar' || attribute.private || attribute.type === 'password') return [];
  const key = `${at}[${attribute.name}]`;
  const flags = ['$null', '$notNull'].map((operator): Parameters => [[`${key}[${operator}]`, 'true']]);
  const values = [...new Set(documents.map((document) => document[attribute.name]).flatMap(textOf))];
  if (values.length === 0) return flags;
  const known = operators[attribute.type] ?? [];
  return [...flags, ...known.map((operator) => parametersOf(`${key}[${operator}]`, operator, values, random))];
}

function textOf(value: unknown): readonly string[] {
  const isShort = typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH;
  if (typeof value === 'string' && !isShort) return value === '' ? [] : [value.slice(0, MAX_LENGTH)];
  return isShort || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
}

function parametersOf(key: string, operator: string, values: readonly string[], random: Random): Parameters {
  const [one = '', other = one] = random.shuffled(values);
  if (operator === '$in' || operator === '$notIn') {
    return [one, other].map((value, index): Parameters[number] => [`${key}[${index}]`, value]);
  }
  if (operator === '$between') {
    return [one, other].toSorted(ascending).map((value, index): Parameters[number] => [`${key}[${index}]`, value]);
  }
  return [[key, partOf(one, operator)]];
}

function ascending(one: string, other: string): number {
  return Number(one) - Number(other) || (one < other ? -1 : 1);
}

/** A word for the operators that search in texts. */
function partOf(value: string, operator: string): string {
  const length = Math.ceil(value.length / 2);
  if (/ontains/.test(operator)) return value.split(/\s+/).find((word) => word !== '') ?? value;
  if (operator.startsWith('$starts')) return value.slice(0, length);
  return operator.startsWith('$ends') ? value.slice(-length) : value;
}

/** The objects that documents have at a populated key. */
export function populatedAt(documents: readonly Json[], key: string): readonly Json[] {
  return documents.flatMap((document) => {
    const value = document[key];
    return (Array.isArray(value) ? value : [value]).filter(isJson);
  });
}
