import { type AnyModel, USER_UID } from '../../model/index.js';

import type { StandardSchemaV1 } from '../../shape/index.js';
import type { OpenApiDocument } from './document.js';

/** An object of an OpenAPI document. */
export interface Schema {
  readonly [key: string]: unknown;
}

/** The JSON Schema of a body: that of the generated routes for a generated validator. */
export function bodySchema(
  document: OpenApiDocument,
  schema: StandardSchemaV1,
  { prefix, pointer }: { readonly prefix: string; readonly pointer: string },
): Schema {
  return generated(document, schema, prefix) ?? relocated(offered(schema) ?? {}, pointer);
}

/** The parameters that the schema of a query names, or one parameter for the whole query. */
export function queryParameters(schema: StandardSchemaV1): readonly Schema[] {
  const { properties, required = [] } = (offered(schema) ?? {}) as { properties?: Schema; required?: string[] };
  if (!isSchema(properties)) return [{ name: 'query', in: 'query', schema: { type: 'object' } }];
  return Object.entries(properties).map(([name, each]) => {
    // The definitions of the whole schema are not in the document.
    const own = isSchema(each) && !JSON.stringify(each).includes('"$ref"') ? each : {};
    const nested = own['type'] === 'object' ? { style: 'deepObject' } : {};
    return { name, in: 'query', ...(required.includes(name) ? { required: true } : {}), ...nested, schema: own };
  });
}

/** The schema of the generated operation that writes the same `data`. */
function generated({ paths }: OpenApiDocument, schema: object, prefix: string): Schema | undefined {
  if (!isGenerated(schema)) return undefined;
  const { model, purpose } = schema;
  const [post, put] = addressesOf(model, prefix);
  const operation = purpose === 'create' && post !== undefined ? paths?.[post]?.['post'] : paths?.[put]?.['put'];
  const body = valueAt(operation, 'requestBody', 'content', 'application/json', 'schema');
  // Users are sent without an envelope.
  const data = model.uid === USER_UID ? body : valueAt(body, 'properties', 'data');
  return isSchema(data) ? data : undefined;
}

function addressesOf(model: AnyModel, prefix: string): readonly [post: string | undefined, put: string] {
  if (model.single) return [undefined, `${prefix}/${model.name}`];
  const list = `${prefix}/${model.plural}`;
  return [list, `${list}/${model.uid === USER_UID ? '{id}' : '{documentId}'}`];
}

function isGenerated(schema: object): schema is { readonly model: AnyModel; readonly purpose: string } {
  return 'model' in schema && 'purpose' in schema && '~standard' in schema;
}

/** The JSON Schema that a Standard Schema offers: by the standard, or by a method of Zod or ArkType. */
function offered(schema: StandardSchemaV1): Schema | undefined {
  try {
    const made =
      called(schema['~standard'], 'jsonSchema', 'input', { target: 'draft-2020-12' }) ??
      called(schema, undefined, 'toJSONSchema', { io: 'input' }) ??
      called(schema, undefined, 'toJsonSchema');
    if (!isSchema(made)) return undefined;
    const { $schema: _, ...rest } = made;
    return rest;
  } catch {
    // Libraries throw if a schema has no form in JSON.
    return undefined;
  }
}

function called(holder: object, key: string | undefined, method: string, options?: object): unknown {
  const owner = key === undefined ? holder : valueAt(holder, key);
  const call = valueAt(owner, method);
  return typeof call === 'function' ? call.call(owner, options) : undefined;
}

/** References into the schema itself lead to the place of the schema in the document. */
function relocated(schema: Schema, pointer: string): Schema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#') ? pointer + value.slice(1) : value,
  );
  return JSON.parse(text) as Schema;
}

function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => (isSchema(at) ? at[key] : undefined), value);
}

function isSchema(value: unknown): value is Schema {
  return (typeof value === 'object' || typeof value === 'function') && value !== null;
}
