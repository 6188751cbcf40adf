/** How values of a scalar type are compared in filters. */
export type ComparisonKind = 'text' | 'order' | 'boolean' | 'choice' | 'json';

const COMPARISONS: Readonly<Record<string, ComparisonKind>> = {
  integer: 'order',
  biginteger: 'order',
  float: 'order',
  decimal: 'order',
  date: 'order',
  time: 'order',
  datetime: 'order',
  timestamp: 'order',
  boolean: 'boolean',
  enumeration: 'choice',
  json: 'json',
  blocks: 'json',
};

export function comparisonOf(type: string): ComparisonKind {
  return COMPARISONS[type] ?? 'text';
}
