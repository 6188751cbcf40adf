/** Without a path, the answer is that of the API about a document that does not exist. */
async function send(
  connection: Connection,
  path: string | undefined,
  request: ApiRequest,
): Promise<Answer | Failure> {
  const { method = 'GET', query = {}, body, ifMatch, signal, anonymous } = request;
  if (path === undefined && method !== 'DELETE') return failureOf(404, NOT_FOUND);
  if (path === undefined) return NOTHING;
  const url = `${connection.url.replace(/\/$/, '')}/${path}${search(query)}`;
  const token = anonymous ? undefined : await tokenOf(connection);
  const key = `${token} ${url}`;
  const known = method === 'GET' ? connection.known.get(key) : undefined;
  const form = typeof FormData !== 'undefined' && body instanceof FormData;
  const init: RequestInit = {
    method,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body === undefined || form ? {} : { 'Content-Type': 'application/json' }),
      ...(ifMatch ? { 'If-Match': ifMatch } : {}),
      ...(known ? { 'If-None-Match': known.etag } : {}),
    },
    ...(body === undefined ? {} : { body: form ? (body as FormData) : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
    ...(connection.credentials ? { credentials: connection.credentials } : {}),
  };
  try {
    const response = await patient(connection, url, init, method !== 'POST' || !!request.repeatable);
    if (response.status === 304 && known) return { body: JSON.parse(known.text), etag: known.etag };
    const text = await response.text();
    if (!response.ok) return failureOf(response.status, text);
    const etag = response.headers.get('etag');
    if (method === 'GET') remember(connection, key, etag, text);
    // A proxy may remove the header. A write with the empty tag is refused, because no state has it.
    return text ? { body: JSON.parse(text), etag: etag ?? '""' } : NOTHING;
  } catch (error) {
    if (signal?.aborted) throw error;
    return { data: null, error: { status: 0, name: 'NetworkError', message: String(error) } };
  }
}

const NOTHING: Answer = { body: { data: undefined }, etag: '""' };

const NOT_FOUND = '{"error":{"status":404,"name":"NotFoundError","message":"Not Found"}}';

async function tokenOf({ session, token }: Connection): Promise<string | undefined> {
  return session?.jwt ?? (typeof token === 'function' ? token() : token);
}

/**
 * Repeats a request while the server is busy. A POST to a collection is not repeated, because a server that lost its
 * database cannot tell whether it wrote the document.
 */
async function patient(connection: Connection, url: string, init: RequestInit, repeatable: boolean): Promise<Response> {
  const { fetch: ask = fetch, retries = 3 } = connection;
  for (let attempt = 0; ; attempt++) {
    const response = await ask(url, init);
    if (response.status !== 503 || !repeatable || attempt >= retries) return response;
    const seconds = secondsOf(response.headers.get('retry-after'));
    if (seconds > MAX_PAUSE_S) return response;
    // An unread body would keep its connection.
    await response.body?.cancel();
    await pause(seconds * 1000, init.signal);
  }
}

/** A server that is busy for longer is an error, because users do not wait for it. */
const MAX_PAUSE_S = 30;

/** `Retry-After` is a number of seconds, or a date. */
function secondsOf(header: string | null): number {
  const seconds = header && isNaN(+header) ? (Date.parse(header) - Date.now()) / 1000 : Number(header);
  return seconds > 0 ? seconds : 1;
}

function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => (clearTimeout(timer), reject(signal?.reason));
    const timer = setTimeout(() => (signal?.removeEventListener('abort', stop), resolve()), ms);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}

const MAX_KNOWN = 100;

function remember({ known }: Connection, key: string, etag: string | null, text: string): void {
  known.delete(key);
  if (etag === null) return;
  known.set(key, { etag, text });
  for (const oldest of known.keys()) if (known.size > MAX_KNOWN) known.delete(oldest);
}

/** The error of the API; a proxy in front of it may answer without one. */
function failureOf(status: number, text: string): Failure {
  try {
    const { error } = JSON.parse(text) as Failure;
    if (error) return { data: null, error };
  } catch {
    // The text is not JSON.
  }
  return { data: null, error: { status, name: 'ServerError', message: text.slice(0, 200) } };
}
