import type { Code } from '../diagnostics/codes.js';
import { suggest } from '../diagnostics/suggestion.js';
import type { Path } from './source-position.js';
import { isObject } from './plain-object.js';

/** Records an error in a value of the config. */
export type ConfigReport = (code: Code, path: Path, message: string, hint?: string) => void;

/** A JSON schema, which editors complete by. */
export type JsonSchema = Readonly<Record<string, unknown>>;

type Check = (value: unknown, path: Path, report: ConfigReport) => void;

/** Checks the shape of a value and reports every error in it. `schema` accepts every value that the check accepts. */
export type Shape = Check & { readonly schema: JsonSchema };

/** One shape for each key of a type, so that a missing or extra key does not compile. */
export type ShapeOf<T> = { readonly [Key in keyof Required<T>]: Shape };

export function shape(schema: JsonSchema, check: Check): Shape {
  return Object.assign(check, { schema });
}

/** Another check looks at the value. */
export const anything = shape({}, () => undefined);

export function value(expected: string, schema: JsonSchema, fits: (value: unknown) => boolean): Shape {
  return shape({ ...schema, description: expected }, (value, path, report) => {
    if (!fits(value)) report('CG103', path, `${nameOf(path)} must be ${expected}, not ${describe(value)}`);
  });
}

export function textShape(expected = 'text', pattern = /^/): Shape {
  const schema = { type: 'string', pattern: pattern.source };
  return value(expected, schema, (value) => typeof value === 'string' && pattern.test(value));
}

export const flagShape = value('true or false', { type: 'boolean' }, (value) => typeof value === 'boolean');

/** A whole number of at least one. */
export const countShape = value('a whole number of 1 or more', { type: 'integer', minimum: 1 }, isCount);

export function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

export function oneOfShape(...choices: readonly string[]): Shape {
  return value(`one of ${choices.join(', ')}`, { enum: choices }, (value) =>
    choices.some((choice) => choice === value),
  );
}

/** A list whose items have the given shape. */
export function list(item: Shape): Shape {
  return shape({ type: 'array', items: item.schema }, (value, path, report) => {
    if (!Array.isArray(value)) {
      report('CG103', path, `${nameOf(path)} must be a list, not ${describe(value)}`);
      return;
    }
    for (const [index, each] of value.entries()) {
      item(each, [...path, typeof each === 'string' ? { item: each } : { index }], report);
    }
  });
}

/** One of the given words, or another shape. */
export function wordOr(words: readonly string[], other: Shape): Shape {
  return shape({ anyOf: [{ enum: words }, other.schema] }, (value, path, report) => {
    if (typeof value !== 'string') other(value, path, report);
    else if (!words.includes(value)) {
      const expected = words.map((word) => JSON.stringify(word)).join(' or ');
      report('CG103', path, `${nameOf(path)} must be ${expected} if it is text, not ${describe(value)}`);
    }
  });
}

/** An object with any keys, whose values have the given shape. */
export function record(each: Shape): Shape {
  return shape({ type: 'object', additionalProperties: each.schema }, (value, path, report) => {
    if (!isObject(value)) report('CG103', path, `${nameOf(path)} must be an object, not ${describe(value)}`);
    else for (const [key, inner] of Object.entries(value)) each(inner, [...path, key], report);
  });
}

/** An object with the given keys and no others. Keys are optional unless they are required. */
export function objectShape(shapes: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape {
  const properties = Object.fromEntries(Object.entries(shapes).map(([key, { schema }]) => [key, schema]));
  const schema = { type: 'object', properties, required, additionalProperties: false };
  return shape(schema, (value, path, report) => {
    if (!isObject(value)) {
      report('CG103', path, `${nameOf(path)} must be an object, not ${describe(value)}`);
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      const known = Object.hasOwn(shapes, key) ? shapes[key] : undefined;
      if (known && inner !== undefined) known(inner, [...path, key], report);
      if (known) continue;
      // `$schema` is for editors, and no key that anybody misses.
      const keys = Object.keys(shapes).filter((name) => name !== '$schema');
      const owner = path.length > 0 ? `of ${nameOf(path)}` : 'of the config';
      report(
        'CG102',
        [...path, key],
        `"${key}" is not a key ${owner}`,
        suggest(key, keys) ?? `the keys are ${keys.join(', ')}`,
      );
    }
    for (const key of required) {
      if (value[key] === undefined) report('CG103', path, `${nameOf(path)} needs the key ${key}`);
    }
  });
}

function nameOf(path: Path): string {
  const names = path.filter((step) => typeof step === 'string');
  const inside = path.some((step) => typeof step !== 'string' && 'item' in step) ? 'an item of ' : '';
  return names.length > 0 ? inside + names.join('.') : 'the config';
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function') return 'a function';
  return isObject(value) ? 'an object' : (JSON.stringify(value) ?? 'undefined');
}
