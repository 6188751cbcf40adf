import type { Context } from 'hono';

/** The part of the environment that the Node server passes; other servers pass none. */
export interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string; readonly destroyed?: boolean } };
  readonly outgoing?: { readonly writableFinished?: boolean };
}

export function nodeBindings(c: Context): NodeBindings {
  return (c.env ?? {}) as NodeBindings; // Hono leaves the type of an environment to the app that is served.
}
