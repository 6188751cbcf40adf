import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * The answer that refuses a request to the console, or `undefined` if the request may pass. The console shows the data
 * of every role, so a session of the API is not enough: the request must come from this machine, from a page of this
 * server or from no page, and with the token that `serve` prints.
 */
export function refusalOf(request: Request, env: object | undefined, token: string): Response | undefined {
  if (!isLoopback(addressOf(env)) || request.method !== 'GET') return problem(404, 'NotFoundError', 'Not Found');
  if (isForeignPage(request.headers)) {
    return problem(403, 'ForbiddenError', 'Only pages of this server may ask.');
  }
  const [, given = ''] = /^bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (timingSafeEqual(digest(given), digest(token))) return undefined;
  // Not a 401, because the session of a user is valid elsewhere.
  return problem(403, 'ForbiddenError', 'Sign in with the token that "content-gen serve" prints.');
}

export function problem(status: number, name: string, message: string): Response {
  return json({ data: null, error: { status, name, message, details: {} } }, status);
}

const headers = {
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json; charset=utf-8',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

/** Browsers name the site that asks. A page on another port of this machine is another origin. */
function isForeignPage(asked: Headers): boolean {
  const site = asked.get('sec-fetch-site');
  const origin = asked.get('origin');
  const isForeignOrigin = origin !== null && URL.canParse(origin) && new URL(origin).host !== asked.get('host');
  return isForeignOrigin || origin === 'null' || (site !== null && site !== 'same-origin' && site !== 'none');
}

/** The address of the client: the Node server puts its request into the environment. */
function addressOf(env: object | undefined): unknown {
  const incoming = env !== undefined && 'incoming' in env ? env.incoming : undefined;
  if (typeof incoming !== 'object' || incoming === null || !('socket' in incoming)) return undefined;
  const { socket } = incoming;
  return typeof socket === 'object' && socket !== null && 'remoteAddress' in socket ? socket.remoteAddress : undefined;
}

function isLoopback(address: unknown): boolean {
  return typeof address === 'string' && /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(address);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
