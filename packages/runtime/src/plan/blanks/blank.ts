import type { Value } from '../../database/index.js';
import type { Blank } from '../../query/index.js';

/** A value of a plan, or how it is made of the values of a query each time the plan is used. */
export type Operand = Value | Unfilled;

export interface Unfilled {
  /** Operands with the same key are made alike, so a statement needs one parameter for them. */
  readonly key: string;
  /** `texts`: the values of the blanks of a query. Throws as it would have thrown while planning. */
  readonly fill: (texts: readonly string[]) => Value;
}

export function isUnfilled(operand: Operand): operand is Unfilled {
  return typeof operand === 'object' && operand !== null && 'fill' in operand && 'key' in operand;
}

export function fillIn(operand: Operand, texts: readonly string[]): Value {
  return isUnfilled(operand) ? operand.fill(texts) : operand;
}

/** Reads a value of a query now, or later if it is a blank. `how` tells apart the ways to read one value. */
export function operandOf<Sent extends string | number>(
  sent: Sent | Blank<string>,
  how: string,
  read: (text: string) => Value,
): Operand {
  if (typeof sent !== 'object') return read(String(sent));
  const { blank } = sent;
  return { key: `${blank} ${how}`, fill: (texts) => read(texts[blank] ?? '') };
}

/** An operand that is made of others. */
export function combined(
  operands: readonly Operand[],
  how: string,
  make: (values: readonly Value[]) => Value,
): Operand {
  if (!operands.some(isUnfilled)) return make(operands.map((operand) => fillIn(operand, [])));
  const keys = operands.map((operand) => (isUnfilled(operand) ? [operand.key] : operand));
  return {
    key: `${how} ${JSON.stringify(keys)}`,
    fill: (texts) => make(operands.map((operand) => fillIn(operand, texts))),
  };
}
