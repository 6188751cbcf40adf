import { type OpenApi, type Schema, resolved } from './openapi.js';

/** A body for an endpoint, with the values of a real document where it has them. */
export function exampleBody(document: OpenApi, schema: Schema, real: unknown): unknown {
  return exampleOf(document, schema, isObject(real) ? real : {}, 0);
}

const MAX_DEPTH = 4;

function exampleOf(document: OpenApi, schema: Schema, real: Readonly<Record<string, unknown>>, depth: number): unknown {
  const known = schema.$ref === undefined ? schema : resolved<Schema>(document, { $ref: schema.$ref });
  if (known === undefined || depth > MAX_DEPTH) return null;
  if (known.const !== undefined) return known.const;
  if (known.enum !== undefined) return known.enum[0];
  const [first, ...others] = known.allOf ?? [];
  if (first !== undefined) {
    const parts = [first, ...others].map((part) => exampleOf(document, part, real, depth));
    return Object.assign({}, ...parts.filter(isObject));
  }
  const choices = known.anyOf ?? known.oneOf;
  if (choices !== undefined)
    return exampleOf(document, choices.find(({ type }) => type !== 'null') ?? {}, real, depth + 1);
  if (known.properties !== undefined) return objectOf(document, known.properties, real, depth);
  if (known.items !== undefined) return [];
  return standard(known);
}

/** `data` wraps the attributes of the document; values of relations and components have another form in bodies. */
function objectOf(
  document: OpenApi,
  properties: Readonly<Record<string, Schema>>,
  real: Readonly<Record<string, unknown>>,
  depth: number,
) {
  const entries = Object.entries(properties).flatMap(([name, schema]): readonly (readonly [string, unknown])[] => {
    if (name === 'data' && depth === 0) return [[name, exampleOf(document, schema, real, depth + 1)]];
    if (Object.hasOwn(real, name)) {
      const value = real[name];
      return typeof value === 'object' && value !== null ? [] : [[name, value]];
    }
    return isPlain(document, schema) ? [[name, exampleOf(document, schema, {}, depth + 1)]] : [];
  });
  return Object.fromEntries(entries);
}

/** Whether a schema is of text, numbers or flags, and not of relations or components. */
function isPlain(document: OpenApi, schema: Schema): boolean {
  const known = schema.$ref === undefined ? schema : resolved<Schema>(document, { $ref: schema.$ref });
  if (known === undefined || known.properties !== undefined || known.items !== undefined) return false;
  const choices = known.anyOf ?? known.oneOf ?? known.allOf;
  return choices === undefined
    ? known.type !== undefined || known.enum !== undefined
    : choices.every((choice) => isPlain(document, choice));
}

function standard({ type, format }: Schema): unknown {
  const [name] = typeof type === 'string' ? [type] : (type ?? []);
  if (name === 'integer' || name === 'number') return 1;
  if (name === 'boolean') return true;
  if (name === 'null' || name === undefined) return null;
  return format === 'date-time'
    ? '2026-01-31T12:00:00.000Z'
    : format === 'date'
      ? '2026-01-31'
      : format === 'email'
        ? 'ines@example.org'
        : 'text';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
