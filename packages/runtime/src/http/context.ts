import type { Context, MiddlewareHandler } from 'hono';

import {
  type Caller,
  type Content,
  type ContentDefinition,
  type Scope,
  claim,
  contentFor,
  contentOf,
} from '../content/index.js';
import type { Client } from '../database/index.js';
import { type OpenDocuments, compileDocuments } from '../documents/index.js';
import { ContentError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import type { Documents } from '../shape/index.js';
import { type AnswerHeaders, completeHeaders, createCors, giveHeaders } from './answers.js';
import { clientAddress, nodeBindings } from './client/address.js';
import { isWatched, watched } from './observe/watched-request.js';
import { PUBLIC, callerOf, requestIdOf } from './request.js';
import { asContext, isKnownRoute } from './routing/known-route.js';

/** The context of the handlers of a content API. */
export interface ContentEnv<Models = unknown> {
  Variables: {
    /** The documents of the project, with the rights of the caller. */
    content: unknown extends Models ? AnyDocuments : Documents<Models>;
    /** The project, the caller and the id of the request. */
    scope: Scope;
    /** Headers of every answer. */
    headers: AnswerHeaders;
    /** An answer that already has the headers of every answer. */
    complete: Response;
    /** The same request was answered at another address. */
    isReaddressed: boolean;
  };
}

/**
 * The documents of a project whose types are not known here. `any`, because a context accepts no other type for them.
 */
// oxlint-disable-next-line typescript/no-explicit-any
type AnyDocuments = any;

/** Gives every request its project, its caller, its id, and the documents that the caller may see and write. */
export function content<Models extends Readonly<Record<string, AnyModel>>, Role extends string>(
  definition: ContentDefinition<Models, Role>,
): MiddlewareHandler<ContentEnv<Models>> {
  // Only the claim counts here: `serve` and the first request report two copies of this package.
  claim(definition);
  const { api } = definition.settings;
  const cors = createCors(api.cors);
  const documentsOf = documentsIn();
  const handle: MiddlewareHandler<ContentEnv> = async (c, next) => {
    const requestId = requestIdOf(c);
    c.set('headers', { 'X-Request-Id': requestId, ...cors.headersFor(c.req.header('origin')) });
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined)
      return cors.preflight(c);

    const project = contentOf(definition);
    const caller = await callerOfRequest(c, project);
    const v4 = api.responses === 'strapi' && c.req.header('strapi-response-format') === 'v4';
    const own = contentFor(project, new RequestClient(c, project, caller));
    const scope: Scope = { content: own, caller, requestId, ...(v4 ? { format: 'v4' as const } : {}) };
    c.set('scope', scope);
    c.set('content', documentsOf(project)(scope));
    await next();
    completeHeaders(c);
    return undefined;
  };
  const observed: MiddlewareHandler<ContentEnv> = (c, next) => {
    // Your own routes before the API may use this middleware, too.
    if (c.get('scope') !== undefined) return next();
    const project = contentOf(definition);
    return isWatched(project) ? watched(c, project, () => handle(c, next)) : handle(c, next);
  };
  // The documents have the properties that the generated types describe.
  return asContext(observed) as MiddlewareHandler<ContentEnv<Models>>;
}

async function callerOfRequest(c: Context<ContentEnv>, project: Content): Promise<Caller> {
  try {
    if (!isDecodable(c.req.path)) throw new ContentError(400, 'BadRequestError', 'failed to decode', null);
    const authorization = c.req.header('authorization');
    // Authenticate only on known routes, so that a 404 does not depend on credentials.
    if (authorization === undefined || !isKnownRoute(c)) return PUBLIC;
    return await callerOf(project, authorization);
  } catch (error) {
    // The error handler of your app may be that of Hono, which knows no headers of CORS.
    giveHeaders(c);
    throw error;
  }
}

/** Compiles the documents of a project with its first request. */
function documentsIn(): (project: Content) => OpenDocuments {
  let compiled: { readonly project: Content; readonly open: OpenDocuments } | undefined;
  return (project) => {
    if (compiled?.project !== project) compiled = { project, open: compileDocuments(project) };
    return compiled.open;
  };
}

function isDecodable(path: string): boolean {
  // oxlint-disable-next-line no-control-regex
  if (!/[%\0]/.test(path)) return true;
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    // `decodeURIComponent` has no other way to report a bad escape.
    return false;
  }
}

/** A request as the database sees it. Most requests end before the name of the caller is needed. */
class RequestClient implements Client {
  readonly timeoutMs: number | undefined;
  readonly #context: Context<ContentEnv>;
  readonly #content: Content;
  readonly #caller: Caller;
  #name: string | undefined;

  constructor(context: Context<ContentEnv>, content: Content, caller: Caller) {
    this.#context = context;
    this.#content = content;
    this.#caller = caller;
    const isPublic = caller.kind === 'role' && caller.role === 'public';
    this.timeoutMs = isPublic ? content.settings.api.rest.publicTimeoutMs : undefined;
  }

  get caller(): string {
    return (this.#name ??= this.#nameOfCaller());
  }

  isGone(): boolean {
    const { incoming, outgoing } = nodeBindings(this.#context);
    // Where there is no Node server, only the signal of the request knows.
    if (incoming === undefined) return this.#context.req.raw.signal?.aborted === true;
    return incoming.socket?.destroyed === true && outgoing?.writableFinished !== true;
  }

  #nameOfCaller(): string {
    if (this.#caller.kind === 'token') return `token ${this.#caller.id}`;
    if (this.#caller.user !== undefined) return `user ${this.#caller.user.documentId}`;
    return `address ${clientAddress(this.#context, this.#content.usersSettings.trustedProxies)}`;
  }
}
