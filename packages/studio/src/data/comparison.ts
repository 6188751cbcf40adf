/** How values of a scalar type are compared in filters. */
export type Comparison = 'text' | 'order' | 'boolean' | 'choice' | 'json';

const COMPARISONS: Readonly<Record<string, Comparison>> = {
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

export function comparisonOf(type: string): Comparison {
  return COMPARISONS[type] ?? 'text';
}
