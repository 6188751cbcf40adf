import type { Value } from '../database/index.js';

/** The operands of each comparison operator. */
export interface Operands extends Record<SingleOperator, readonly [operand: Value]> {
  readonly $in: readonly Value[];
  readonly $notIn: readonly Value[];
  readonly $between: readonly [low: Value, high: Value];
  readonly $null: readonly [];
  readonly $notNull: readonly [];
}

export type Comparison = keyof Operands;

/** A comparison operator with its operands. */
export type Compared<Operator extends Comparison = Comparison> = {
  [Each in Operator]: { readonly operator: Each; readonly operands: Operands[Each] };
}[Operator];

/** Operators with one operand, by how they read it. */
export const singleOperators = {
  $eq: 'typed',
  $ne: 'typed',
  $lt: 'typed',
  $lte: 'typed',
  $gt: 'typed',
  $gte: 'typed',
  $eqi: 'anyText',
  $nei: 'anyText',
  $contains: 'text',
  $notContains: 'text',
  $containsi: 'anyText',
  $notContainsi: 'anyText',
  $startsWith: 'text',
  $startsWithi: 'anyText',
  $endsWith: 'text',
  $endsWithi: 'anyText',
  $jsonSupersetOf: 'json',
} as const satisfies Record<string, OperandKind>;

export type SingleOperator = keyof typeof singleOperators;

/**
 * `typed` reads the operand as the type of the attribute. `text` takes attributes of type text only, because these
 * operators are case-sensitive; `anyText` reads any attribute as text. `json` takes JSON attributes only.
 */
type OperandKind = 'typed' | 'text' | 'anyText' | 'json';

const OTHER_OPERATORS: ReadonlySet<string> = new Set(['$in', '$notIn', '$between', '$null', '$notNull']);

export function isComparison(operator: string): operator is Comparison {
  return Object.hasOwn(singleOperators, operator) || OTHER_OPERATORS.has(operator);
}

const TYPED: ReadonlySet<string> = new Set([
  ...OTHER_OPERATORS,
  ...Object.entries(singleOperators).flatMap(([operator, kind]) => (kind === 'typed' ? [operator] : [])),
]);

/** Whether an operator looks into text or JSON, and does not compare whole values. */
export function looksInside(operator: Comparison): boolean {
  return !TYPED.has(operator);
}
