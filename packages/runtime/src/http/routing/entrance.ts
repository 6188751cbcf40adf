import type { Context } from 'hono';

type Answer = Response | Promise<Response>;

interface Entrance {
  readonly request: Request;
  /** Sends another request to the app that this request came to. */
  readonly send: (request: Request) => Answer;
}

/**
 * The entrance is in the bindings of a request, because a map of requests would keep each request until the next full
 * collection.
 */
const ENTRANCE = Symbol('entrance');

/**
 * Remembers where requests come in. The routes of the API do not know the app that they are a part of, and the app may
 * have middleware and handlers of its own for their paths. So another spelling of a path has to be routed from the
 * entrance.
 */
export function asEntrance<Env, Rest extends readonly unknown[]>(
  answer: (request: Request, env?: Env, ...rest: Rest) => Answer,
): (request: Request, env?: Env, ...rest: Rest) => Answer {
  const fetch = (request: Request, env?: Env, ...rest: Rest): Answer => {
    if (entranceIn(env)?.request === request) return answer(request, env, ...rest);
    const entrance: Entrance = { request, send: (other) => fetch(other, env, ...rest) };
    return answer(request, Object.assign({}, env, { [ENTRANCE]: entrance }), ...rest);
  };
  return fetch;
}

/** `undefined` if the server has called the app itself, or the app has replaced the request. */
export function entranceOf(c: Context): ((request: Request) => Answer) | undefined {
  const entrance = entranceIn(c.env);
  return entrance?.request === c.req.raw ? entrance.send : undefined;
}

function entranceIn(env: unknown): Entrance | undefined {
  // Hono leaves the type of an environment to the app that is served.
  return (env as { readonly [ENTRANCE]?: Entrance } | undefined)?.[ENTRANCE];
}
