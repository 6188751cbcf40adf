import type { Env, MiddlewareHandler } from 'hono';

import { type Tree, parseBrackets } from '../../query/index.js';
import type { StandardSchemaV1 } from '../../shape/index.js';
import type { ContentEnv } from '../context.js';
import { queryText } from '../request.js';
import { checked, readValid } from './valid-body.js';

/** What a route of your own takes. */
export interface RouteInput<Body, Query> {
  /** One line for the OpenAPI document. */
  readonly summary?: string;
  /** A Standard Schema of the body. */
  readonly body?: Body;
  /** A Standard Schema of the query: an object of texts, lists and objects. */
  readonly query?: Query;
}

type Optional = StandardSchemaV1 | undefined;
type TypesOf<Schema> = Schema extends StandardSchemaV1 ? NonNullable<Schema['~standard']['types']> : never;
type InputOf<Body, Query, Side extends 'input' | 'output'> = (Body extends StandardSchemaV1
  ? { json: TypesOf<Body>[Side] }
  : unknown) &
  (Query extends StandardSchemaV1 ? { query: TypesOf<Query>[Side] } : unknown);

/** The types that Hono gives a handler after `valid`, and `RoutesOf` gives a client. */
interface Typed<Body, Query> {
  in: InputOf<Body, Query, 'input'> & {};
  out: InputOf<Body, Query, 'output'> & {};
}

/** A symbol that all copies of this module share, because `serve` reads the routes of an app with another copy. */
const ROUTE_INPUT: unique symbol = Symbol.for('content-gen.routeInput') as never;

/**
 * Checks the body and the query of a route of your own, after `contentContext`: `c.req.valid('json')` and
 * `c.req.valid('query')` are their values. What does not fit is a 400 of the API. OpenAPI documents list the route.
 */
export function valid<
  Body extends Optional = undefined,
  Query extends Optional = undefined,
  E extends Env = Env,
  Path extends string = string,
>(input: RouteInput<Body, Query>): MiddlewareHandler<E, Path, Typed<Body, Query>> {
  const { body, query } = input;
  const check: MiddlewareHandler<ContentEnv> = async (c, next) => {
    if (c.get('scope') === undefined)
      throw new Error(`valid() needs contentContext before it, in the route ${c.req.method} ${c.req.path}`);
    if (query !== undefined) {
      const value = await checked(query, plain(parseBrackets(queryText(c))), { source: 'query' });
      c.req.addValidatedData('query', asObject(value));
    }
    if (body !== undefined) c.req.addValidatedData('json', asObject(await readValid(c, body)));
    await next();
  };
  const handler: unknown = Object.assign(check, { [ROUTE_INPUT]: input });
  return handler as MiddlewareHandler<E, Path, Typed<Body, Query>>;
}

/** With ordinary objects, because schemas call their methods. A key without `=` is an empty text. */
function plain(tree: Tree): unknown {
  if (tree === null || typeof tree === 'string') return tree ?? '';
  if (Array.isArray(tree)) return tree.map(plain);
  return Object.fromEntries(Object.entries(tree).map(([key, below]: [string, Tree]) => [key, plain(below)]));
}

/** Hono declares an object, and keeps any value: a schema may return a text or a number. */
function asObject(value: unknown): object {
  return value as object;
}

/** What `valid` was given, if a handler is its result. */
export function routeInputOf(handler: object): RouteInput<StandardSchemaV1, StandardSchemaV1> | undefined {
  return ROUTE_INPUT in handler ? (handler[ROUTE_INPUT] as RouteInput<StandardSchemaV1, StandardSchemaV1>) : undefined;
}
