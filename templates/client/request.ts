/** Sends a request, and once more with the next token of the session where the server refused the token. */
async function send(connection: Connection, path: string | undefined, request: ApiRequest): Promise<Answer | Failure> {
  // Without a path, the answer is that of the API about a document that does not exist.
  if (path === undefined) return request.method === 'DELETE' ? NOTHING : failureOf(404, NOT_FOUND);
  const { session, renew } = connection;
  const jwt = session?.jwt;
  const answer = await sendOnce(connection, path, request);
  if (answer.error?.status !== 401 || !session || !jwt || !renew || request.anonymous) return answer;
  return (await renew(session, jwt, request.signal)) ? sendOnce(connection, path, request) : answer;
}

async function sendOnce(connection: Connection, path: string, request: ApiRequest): Promise<Answer | Failure> {
  const { method = 'GET', query = {}, body, ifMatch, signal, anonymous } = request;
  const url = addressOf(connection.url, path) + search(query);
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
    const { response, text } = await patient(connection, url, init, request.repeatable ?? !/^P[OA]/.test(method));
    const { status, headers } = response;
    if (status === 304 && known) return { body: JSON.parse(known.text), etag: known.etag };
    if (!response.ok) return failureOf(status, text);
    const etag = headers.get('etag');
    if (!text) return NOTHING;
    // A proxy may remove the header. A write with the empty tag is refused, because no state has it.
    const answer = { etag: etag ?? '""', headers };
    if (request.text && !/json/.test(headers.get('content-type') ?? '')) return { body: text, ...answer };
    if (method === 'GET') remember(connection, key, etag, text);
    return { body: JSON.parse(text), ...answer };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { data: null, error: { status: 0, name: 'NetworkError', message: String(error) } };
  }
}

/** A path with a slash begins at the root of the host. No path leads to another host, which would get the token. */
function addressOf(url: string, path: string): string {
  return /^[/\\]/.test(path)
    ? url.replace(/^(\w+:\/\/[^/]*)?.*/, '$1') + path.replace(/^[/\\]+/, '/')
    : `${url.replace(/\/$/, '')}/${path}`;
}

const NOTHING: Answer = { body: { data: undefined }, etag: '""' };

const NOT_FOUND = '{"error":{"status":404,"name":"NotFoundError","message":"Not Found"}}';

async function tokenOf({ session, token }: Connection): Promise<string | undefined> {
  return session?.jwt ?? (typeof token === 'function' ? token() : token);
}

/**
 * Repeats what the server refused because it is busy (503, 429), and a read whose response was lost. A write whose
 * response was lost is not repeated, and neither is a POST to a collection, because the server may have done it.
 */
async function patient(
  { fetch: ask = fetch, retries = 3 }: Connection,
  url: string,
  init: RequestInit,
  repeatable: boolean,
): Promise<{ response: Response; text: string }> {
  for (let attempt = 0; ; attempt++) {
    const isLast = !repeatable || attempt >= retries;
    let seconds = 2 ** attempt / 4;
    try {
      const response = await ask(url, init);
      const text = await response.text();
      const isBusy = response.status === 503 || response.status === 429;
      if (isBusy) seconds = secondsOf(response.headers.get('retry-after'));
      if (!isBusy || isLast || seconds > MAX_PAUSE_S) return { response, text };
    } catch (error) {
      if (isLast || init.method !== 'GET' || init.signal?.aborted) throw error;
    }
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
