import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';

import type { Caller, Content } from '../content/content.js';
import type { Share } from '../database/share.js';
import type { ContentEnv } from './context.js';
import { clientAddress } from './client-address.js';

const PUBLIC_TIMEOUT_MS = 5_000;

/** A request as the database sees it. Most requests never need to know their caller's name or the end of their client. */
export class RequestShare implements Share {
  readonly timeoutMs: number | undefined;
  readonly #context: Context<ContentEnv>;
  readonly #content: Content;
  readonly #caller: Caller;
  #name: string | undefined;
  #departure: AbortSignal | undefined;

  constructor(context: Context<ContentEnv>, content: Content, caller: Caller) {
    this.#context = context;
    this.#content = content;
    this.#caller = caller;
    const isPublic = caller.kind === 'role' && caller.role === 'public';
    this.timeoutMs = isPublic ? (content.settings.api.rest.publicTimeoutMs ?? PUBLIC_TIMEOUT_MS) : undefined;
  }

  get caller(): string {
    return (this.#name ??= this.#nameOfCaller());
  }

  get departure(): AbortSignal {
    return (this.#departure ??= departureOf(this.#context));
  }

  #nameOfCaller(): string {
    if (this.#caller.kind === 'token') return `token ${this.#caller.id}`;
    if (this.#caller.user !== undefined) return `user ${this.#caller.user.documentId}`;
    return `address ${clientAddress(this.#context, this.#content.usersSettings.trustedProxies)}`;
  }
}

interface NodeBindings {
  readonly outgoing?: ServerResponse;
}

/** Aborts when the connection closes before the answer is complete. */
function departureOf(c: Context<ContentEnv>): AbortSignal {
  // The Node server passes its response as an environment; its signal would cost a second copy of the request.
  const { outgoing } = (c.env ?? {}) as NodeBindings;
  if (outgoing === undefined) return c.req.raw.signal;
  const controller = new AbortController();
  const close = () => {
    if (!outgoing.writableFinished) controller.abort();
  };
  if (outgoing.destroyed) close();
  else outgoing.once('close', close);
  return controller.signal;
}
