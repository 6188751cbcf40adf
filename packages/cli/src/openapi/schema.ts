import type { Literal } from '../model/model.js';

/** A JSON Schema, or another object of the document. */
export type Schema = Readonly<Record<string, Literal>>;

/** A part of the document by its name, so that each part is written once. */
export function ref(name: string, section: 'schemas' | 'responses' | 'parameters' = 'schemas'): Schema {
  return { $ref: `#/components/${section}/${name}` };
}

export function anyOf(...schemas: readonly Schema[]): Schema {
  return { anyOf: schemas };
}

export function listOf(items: Schema, options: Schema = {}): Schema {
  return { type: 'array', items, ...options };
}

/** An object that may have other keys as well: answers get new keys over time. */
export function open(properties: Schema, required: readonly string[] = []): Schema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

/** An object whose other keys the API refuses. */
export function closed(properties: Schema, required: readonly string[] = []): Schema {
  return { ...open(properties, required), additionalProperties: false };
}

export const nullSchema: Schema = { type: 'null' };
export const textSchema: Schema = { type: 'string' };
export const flagSchema: Schema = { type: 'boolean' };
export const instant: Schema = { type: 'string', format: 'date-time' };
export const whole: Schema = { type: 'integer' };

/** The keys that a condition adds. */
export function when(condition: boolean, keys: Schema): Schema {
  return condition ? keys : {};
}
