import { findTargetHandler } from 'hono/utils/handler';
import type { H } from 'hono/types';

import { type Schema, bodySchema, queryParameters } from './schemas.js';
import { type OwnPath, pathsOf } from './paths.js';
import { type RouteInput, routeInputOf } from './valid.js';
import type { StandardSchemaV1 } from '../../shape/index.js';

/** An app with routes, such as that of Hono. */
export interface OwnApp {
  readonly routes: readonly { readonly method: string; readonly path: string; readonly handler: H }[];
}

/** The parts of an OpenAPI document that routes of a project are added to. */
export interface OpenApiDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  readonly components?: Readonly<Record<string, Schema | undefined>>;
}

interface OwnOperation {
  readonly method: string;
  readonly at: OwnPath;
  readonly input: RouteInput<StandardSchemaV1, StandardSchemaV1>;
}

/**
 * An OpenAPI document with the routes of an app that use `valid`. Such routes come before generated routes of the same
 * path.
 */
export function withOwnRoutes(document: OpenApiDocument, app: OwnApp, prefix: string): OpenApiDocument {
  const own: Record<string, Record<string, Schema>> = {};
  const nameOf = namesIn(document);
  const idOf = operationIds();
  for (const { method, at, input } of operationsOf(app)) {
    const path = nameOf(at);
    const methods = (own[path] ??= {});
    // Of several routes with the same method and path, the first answers.
    methods[method] ??= {
      operationId: idOf(method, path),
      ...describe(document, { method, at: { ...at, path }, input }, prefix),
    };
  }
  const paths = Object.entries(own).map(([path, methods]) => [path, { ...document.paths?.[path], ...methods }]);
  return { ...document, paths: { ...document.paths, ...Object.fromEntries(paths) } };
}

function operationsOf({ routes }: OwnApp): readonly OwnOperation[] {
  return routes.flatMap(({ method, path, handler }) => {
    // Routes of other frameworks may have another value here, or no value.
    const input = typeof handler === 'function' ? routeInputOf(findTargetHandler(handler)) : undefined;
    // A route of all methods, or of all paths, is no operation.
    if (input === undefined || !METHODS.has(method)) return [];
    return pathsOf(path).map((at) => ({ method: method.toLowerCase(), at, input }));
  });
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']);

/** For OpenAPI, paths that differ only in the names of parameters are one path, named as in the document. */
function namesIn({ paths = {} }: OpenApiDocument): (at: OwnPath) => string {
  const known = new Map(Object.keys(paths).map((path) => [nameless(path), path]));
  return ({ path }) => {
    const name = known.get(nameless(path)) ?? path;
    known.set(nameless(path), name);
    return name;
  };
}

/** `own_get_my_feed`, and `own_get_my_feed_2` for another path with the same words: each id is in a document once. */
function operationIds(): (method: string, path: string) => string {
  const taken = new Set<string>();
  return (method, path) => {
    const words = ['own', method, ...(path.match(/\w+/g) ?? [])].join('_');
    let id = words;
    for (let number = 2; taken.has(id); number++) id = `${words}_${number}`;
    taken.add(id);
    return id;
  };
}

function nameless(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}

function describe(document: OpenApiDocument, { method, at, input }: OwnOperation, prefix: string): Schema {
  const names = [...at.path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  const inPath = names.map((name, index) => ({ name, in: 'path', required: true, schema: at.parameters[index] ?? {} }));
  const parameters = [...inPath, ...(input.query === undefined ? [] : queryParameters(input.query))];
  const pointer = `#/paths/${escaped(at.path)}/${method}/requestBody/content/application~1json/schema`;
  return {
    tags: ['own'],
    ...(input.summary === undefined ? {} : { summary: input.summary }),
    ...(document.components?.['securitySchemes']?.['bearer'] === undefined ? {} : { security: [{}, { bearer: [] }] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(input.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: bodySchema(document, input.body, { prefix, pointer }) } },
          },
        }),
    responses: { '2XX': { description: 'The answer of the project.' }, ...errorsIn(document) },
  };
}

/** A path as a part of a JSON pointer in a URI. */
function escaped(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function errorsIn({ components }: OpenApiDocument): Schema {
  const named = Object.entries({ '400': 'BadRequest', default: 'UnexpectedError' });
  const known = named.filter(([, name]) => components?.['responses']?.[name] !== undefined);
  return Object.fromEntries(known.map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]));
}
