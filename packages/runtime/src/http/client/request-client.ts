import type { Context } from 'hono';

import type { Caller, Content } from '../../content/index.js';
import type { Client } from '../../database/index.js';
import { clientAddress } from './address.js';
import type { ContentEnv } from '../context.js';
import { nodeBindings } from './node-bindings.js';

/** A request as the database sees it. Most requests end before the name of their caller is needed. */
export class RequestClient implements Client {
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
