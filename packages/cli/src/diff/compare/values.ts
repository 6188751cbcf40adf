import { isDeepStrictEqual } from 'node:util';

import type { Attribute, Literal } from '../../model/model.js';

/** Whether a body without the attribute is refused. */
export function isDemanded(attribute: Attribute): boolean {
  return (
    attribute.required &&
    attribute.writable &&
    attribute.visibleIf === undefined &&
    defaultOf(attribute) === undefined &&
    !(attribute.kind === 'scalar' && attribute.targetField !== undefined)
  );
}

/** Whether every answer has a value. */
export function promisesValue({ required, visibleIf, keepOldValues }: Attribute): boolean {
  return required && visibleIf === undefined && keepOldValues !== true;
}

export function defaultOf(attribute: Attribute): Literal | undefined {
  return attribute.kind === 'scalar' ? attribute.default : undefined;
}

export function isSameValue(before: unknown, now: unknown): boolean {
  return isDeepStrictEqual(before, now);
}

/** A value in a message. */
export function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
