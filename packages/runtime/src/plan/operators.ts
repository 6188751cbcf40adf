import type { Operand } from './blanks/blank.js';

/** The operands of each comparison operator. */
export interface Operands extends Record<SingleOperator, readonly [operand: Operand]> {
  readonly $in: readonly Operand[];
  readonly $notIn: readonly Operand[];
  readonly $between: readonly [low: Operand, high: Operand];
  readonly $null: readonly [];
  readonly $notNull: readonly [];
}

export type Comparison = keyof Operands;

type Presence = '$null' | '$notNull';

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

const OTHER_OPERATORS: ReadonlySet<string> = new Set(['$in', '$notIn', '$between']);

/** Whether an operator compares with values. */
export function isComparison(operator: string): operator is Exclude<Comparison, Presence> {
  return Object.hasOwn(singleOperators, operator) || OTHER_OPERATORS.has(operator);
}

const TYPED: ReadonlySet<string> = new Set([
  ...OTHER_OPERATORS,
  ...(['$null', '$notNull'] satisfies Presence[]),
  ...Object.entries(singleOperators).flatMap(([operator, kind]) => (kind === 'typed' ? [operator] : [])),
]);

/** Whether an operator looks into text or JSON, and does not compare whole values. */
export function looksInside(operator: Comparison): boolean {
  return !TYPED.has(operator);
}
