/** Requests made from an OpenAPI document. */
import * as fc from 'fast-check';

import { type Document, type Json, type JsonObject, type Operation, resolve } from './contract.js';
import { valuesOf } from './values.js';

export interface Request {
  readonly method: string;
  /** With the query string. */
  readonly path: string;
  readonly body?: Json;
}

/** Ids of documents that exist. */
export interface KnownIds {
  all(): readonly string[];
  of(type: string): readonly string[];
}

/** Requests that follow the document. */
export function requestsOf(document: Document, { path, method, operation }: Operation, known: KnownIds) {
  const ids = () => known.all();
  const parameters = ((operation['parameters'] ?? []) as readonly JsonObject[]).map((one) => resolve(document, one));
  const queries = parameters.filter((one) => one['in'] === 'query');
  const query = fc
    .subarray(queries.map((one) => String(one['name'])))
    .chain((chosen) =>
      fc.record(
        Object.fromEntries(
          queries
            .filter((one) => chosen.includes(String(one['name'])) || one['required'])
            .map((one) => [String(one['name']), parameterOf(document, one, ids)]),
        ),
      ),
    )
    .map((values) => Object.entries(values).flatMap(([name, value]) => bracketsOf(name, value, isDeep(queries, name))));
  const schema = bodyOf(document, operation);
  const target = pathsOf(path, () => known.of(String([operation['tags']].flat()[0])));
  return fc
    .tuple(target, query, schema === undefined ? fc.constant(undefined) : valuesOf(document, schema, ids, 5))
    .map(([to, pairs, body]): Request => ({
      method: method.toUpperCase(),
      path: pairs.length === 0 ? to : `${to}?${pairs.join('&')}`,
      ...(body === undefined ? {} : { body }),
    }));
}

export function bodyOf(document: Document, operation: JsonObject): JsonObject | undefined {
  const body = operation['requestBody'] as JsonObject | undefined;
  const content = body && (resolve(document, body)['content'] as JsonObject);
  const json = content?.['application/json'] as JsonObject | undefined;
  return json?.['schema'] as JsonObject | undefined;
}

function parameterOf(document: Document, parameter: JsonObject, ids: () => readonly string[]): fc.Arbitrary<Json> {
  if (parameter['name'] === 'sort') return fc.subarray(['id', 'createdAt:desc', 'documentId:asc']);
  return valuesOf(document, parameter['schema'] as JsonObject, ids, 4);
}

function pathsOf(path: string, ids: () => readonly string[]): fc.Arbitrary<string> {
  const id = fc.nat(1_000).map((index) => ids()[index % (ids().length + 1)] ?? 'unknown0000000000000000a');
  return id.map((value) => path.replace(/\{[^}]+\}/, encodeURIComponent(value)));
}

function isDeep(queries: readonly JsonObject[], name: string): boolean {
  return queries.some((one) => one['name'] === name && one['style'] === 'deepObject');
}

/** `filters[author][name][$eq]=Ines`, as the descriptions of the parameters say. Lists of other styles repeat the name. */
function bracketsOf(name: string, value: Json, deep: boolean): readonly string[] {
  if (value === null) return [];
  if (typeof value !== 'object') return [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`];
  if (Array.isArray(value)) {
    return value.flatMap((item: Json, index) => bracketsOf(deep ? `${name}[${index}]` : name, item, deep));
  }
  return Object.entries(value).flatMap(([key, item]) => bracketsOf(`${name}[${key}]`, item, deep));
}
