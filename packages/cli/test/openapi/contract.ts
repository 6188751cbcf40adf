/** Compares what a server answers with what its OpenAPI document says. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ValidateFunction } from 'ajv';

export type Json = null | string | number | boolean | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export interface Document extends JsonObject {
  readonly paths: { readonly [path: string]: { readonly [method: string]: OperationObject } };
  readonly components: { readonly [section: string]: { readonly [name: string]: JsonObject } };
}

export interface OperationObject extends JsonObject {
  readonly operationId: string;
}

export interface Exchange {
  readonly method: string;
  /** With the query string. */
  readonly path: string;
  readonly status: number;
  readonly body: string;
}

export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
}

export function operationsOf(document: Document): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Follows a `$ref`. */
export function resolve(document: Document, value: JsonObject): JsonObject {
  const address = value['$ref'];
  if (typeof address !== 'string') return value;
  const [section = '', name = ''] = address.slice('#/components/'.length).split('/');
  return resolve(document, document.components[section]![name]!);
}

export function contractOf(document: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addFormat('time-local', /^\d{2}:\d{2}:\d{2}(\.\d{1,3})?$/);
  ajv.addSchema(closed(document, '') as object, 'openapi');
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (schema: JsonObject): ValidateFunction => {
    const key = JSON.stringify(schema);
    const known = validators.get(key) ?? ajv.compile(closed(absolute(schema), '') as object);
    validators.set(key, known);
    return known;
  };
  const operations = operationsOf(document);

  /** The operation of a request. A fixed path comes before one with a parameter. */
  const operationOf = (method: string, target: string): Operation | undefined => {
    const segments = new URL(target, 'http://server').pathname.split('/');
    const fitting = operations.filter((one) => one.method === method.toLowerCase() && fits(one.path, segments));
    return fitting.toSorted((one, other) => params(one.path) - params(other.path))[0];
  };

  return {
    operationOf,
    /** What is wrong with an answer. Undefined if nothing is, or the document has no such operation. */
    problemOf(exchange: Exchange): string | undefined {
      const found = operationOf(exchange.method, exchange.path);
      if (found === undefined) return undefined;
      const responses = found.operation['responses'] as JsonObject;
      const key = String(exchange.status) in responses ? String(exchange.status) : 'default';
      const at = `${exchange.method} ${exchange.path}: ${exchange.status}`;
      if (key === 'default' && exchange.status < 500) return `${at} is not documented`;
      const response = resolve(document, responses[key] as JsonObject);
      const content = response['content'] as JsonObject | undefined;
      if (content === undefined) return exchange.body === '' ? undefined : `${at} has a body`;
      if (!('application/json' in content)) return undefined;
      const schema = (content['application/json'] as JsonObject)['schema'] as JsonObject;
      const validate = validatorOf(schema);
      if (validate(JSON.parse(exchange.body))) return undefined;
      const [error] = validate.errors ?? [];
      return `${at}: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)} ${exchange.body.slice(0, 400)}`;
    },
  };
}

function params(path: string): number {
  return path.split('{').length;
}

function fits(pattern: string, segments: readonly string[]): boolean {
  const parts = pattern.split('/');
  return (
    parts.length === segments.length && parts.every((part, index) => part.startsWith('{') || part === segments[index])
  );
}

/** Answers must not have keys that the document does not have, although clients have to accept them. */
function closed(value: Json, key: string): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => closed(item, ''));
  const entries = Object.entries(value).map(([name, item]) => [name, closed(item, name)]);
  const isOpen = key !== 'properties' && 'properties' in value && !('additionalProperties' in value);
  return { ...Object.fromEntries(entries), ...(isOpen ? { additionalProperties: false } : {}) };
}

/** References into the document, from outside of it. */
function absolute(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/components/', '"openapi#/components/')) as Json;
}
