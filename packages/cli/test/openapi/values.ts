/** Values that fit a schema of an OpenAPI document. */
import * as fc from 'fast-check';

import { type Document, type Json, type JsonObject, resolve } from './contract.js';

const scalarTypes = ['string', 'integer', 'number', 'boolean', 'null'];

/** Values of a schema. At the end of the depth, optional keys are left out, and lists are empty. */
export function valuesOf(
  document: Document,
  given: JsonObject,
  ids: () => readonly string[],
  depth = 3,
): fc.Arbitrary<Json> {
  const below = (schema: Json) => valuesOf(document, schema as JsonObject, ids, depth - 1);
  if (given['$ref'] === '#/components/schemas/id') return idsOf(ids);
  // Names of attributes are text in the document; those that every type has do.
  if (given['$ref'] === '#/components/schemas/names') return fc.constantFrom('id', ['id']);
  const schema = resolve(document, given);
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonObject[] | undefined;
  if (choices !== undefined) {
    // Recursion ends at scalars, where there are any.
    const plain = choices.filter((choice) => isScalar(resolve(document, choice)));
    const isPopulate = String(given['$ref']).endsWith('Populate');
    if (isPopulate) return fc.oneof(fc.constant('*'), below(choices.at(-1)!));
    const usable = depth <= 0 && plain.length > 0 ? plain : choices;
    return fc.oneof(...usable.map((choice) => below(alsoRequiring(document, choice, schema['required']))));
  }
  if (schema['allOf'] !== undefined) return merged(document, schema, ids, depth);
  if ('const' in schema) return fc.constant(schema['const'] as Json);
  if (schema['enum'] !== undefined) return fc.constantFrom(...(schema['enum'] as readonly Json[]));
  const types = [schema['type'] ?? 'any'].flat() as readonly string[];
  return fc.oneof(...types.map((type) => typed(type, schema, below, depth)));
}

function typed(
  type: string,
  schema: JsonObject,
  below: (schema: Json) => fc.Arbitrary<Json>,
  depth: number,
): fc.Arbitrary<Json> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({
        min: Number(schema['minimum'] ?? -2_000_000_000),
        max: Number(schema['maximum'] ?? 2_000_000_000),
      });
    case 'number':
      return fc
        .double({ min: Number(schema['minimum'] ?? -1e6), max: Number(schema['maximum'] ?? 1e6), noNaN: true })
        .map((value) => (Object.is(value, -0) ? 0 : value));
    case 'string':
      return textOf(schema);
    case 'array': {
      const minLength = Number(schema['minItems'] ?? 0);
      const maxLength = Math.max(minLength, depth <= 0 ? 0 : Math.min(Number(schema['maxItems'] ?? 3), 3));
      return fc.array(below(schema['items'] ?? {}), { minLength, maxLength });
    }
    case 'object':
      return objectOf(schema, below, depth);
    default:
      return fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant({ any: ['JSON'] }));
  }
}

function objectOf(schema: JsonObject, below: (schema: Json) => fc.Arbitrary<Json>, depth: number): fc.Arbitrary<Json> {
  const properties = Object.entries((schema['properties'] ?? {}) as JsonObject);
  const required = (schema['required'] ?? []) as readonly string[];
  const kept = properties.filter(([name]) => depth > 0 || required.includes(name));
  // A few keys at a time, because each one may be refused.
  const optional = kept.map(([name]) => name).filter((name) => !required.includes(name));
  // Only the chosen keys get values, because the values of all keys at every depth would be too many to make.
  return fc
    .subarray(optional, { maxLength: Math.min(optional.length, 3) })
    .chain((chosen) =>
      fc.record(
        Object.fromEntries(
          kept
            .filter(([name]) => required.includes(name) || chosen.includes(name))
            .map(([name, inner]) => [name, below(inner)]),
        ),
      ),
    );
}

/** `allOf` one schema, with more required keys. */
function merged(
  document: Document,
  schema: JsonObject,
  ids: () => readonly string[],
  depth: number,
): fc.Arbitrary<Json> {
  const [only] = schema['allOf'] as readonly JsonObject[];
  return valuesOf(document, { ...resolve(document, only!), required: schema['required'] ?? [] }, ids, depth);
}

function textOf(schema: JsonObject): fc.Arbitrary<Json> {
  const maxLength = Math.min(Number(schema['maxLength'] ?? 20), 20);
  switch (schema['format']) {
    case 'date-time':
      return instants.map((date) => date.toISOString());
    case 'date':
      return instants.map((date) => date.toISOString().slice(0, 10));
    case 'time-local':
      return instants.map((date) => date.toISOString().slice(11, 23));
    case 'email':
      return fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.org$/);
  }
  const pattern = schema['pattern'];
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern), { maxLength });
  return fc.string({ minLength: Number(schema['minLength'] ?? 0), maxLength, unit: 'grapheme' });
}

const instants = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

function idsOf(ids: () => readonly string[]): fc.Arbitrary<Json> {
  return fc.nat(1_000).map((index) => ids()[index % (ids().length + 1)] ?? 'unknown0000000000000000a');
}

function isScalar(schema: JsonObject): boolean {
  return 'const' in schema || 'enum' in schema || scalarTypes.some((type) => [schema['type']].flat().includes(type));
}

/** A list of entries requires `__component` beside `anyOf`. */
function alsoRequiring(document: Document, choice: JsonObject, required: Json | undefined): JsonObject {
  if (required === undefined) return choice;
  const schema = resolve(document, choice);
  return { ...schema, required: [schema['required'] ?? [], required].flat() as readonly string[] };
}
