/** A problem that the API reports, or that kept a request from reaching it (`status: 0`). */
export interface ApiError {
  status: number;
  /** `ValidationError`, `ForbiddenError`, `NotFoundError`, `NetworkError`, … */
  name: string;
  message: string;
  details?: unknown;
}

/** The result of a call that failed. Calls throw only if they are aborted or have no meaning. */
export interface Failure {
  data: null;
  meta?: undefined;
  error: ApiError;
}

export interface ClientOptions {
  /** The address of the API with its prefix: `https://www.example.org/api`. */
  url: string;
  /** An API token, or a function that returns the current one. `signIn` takes its place. */
  token?: string | (() => string | undefined | Promise<string | undefined>);
  fetch?: typeof fetch;
  /** How often a request is repeated while the server is busy (503); 3. */
  retries?: number;
}

export interface RequestOptions {
  signal?: AbortSignal;
}

export interface Session {
  jwt: string;
  refreshToken?: string;
  user: { id: number; documentId: string; username: string; email: string };
}

interface Connection extends ClientOptions {
  session?: Session | undefined;
  /** Responses by address and token, to be used again while the server says that they are current. */
  known: Map<string, { etag: string; text: string }>;
}

interface ApiRequest extends RequestOptions {
  method?: string;
  query?: object;
  body?: unknown;
  ifMatch?: string | undefined;
  /** Without the token of the client. */
  anonymous?: boolean;
}

type Sent = { data?: unknown; ifMatch?: string; [parameter: string]: unknown };

const CONNECTION: unique symbol = Symbol('connection');

/** Any client of this file. */
interface AnyClient {
  readonly [CONNECTION]: Connection;
}

function openClient<Documents>(options: ClientOptions, paths: Record<string, string>): Documents & AnyClient {
  const connection: Connection = { ...options, known: new Map() };
  return new Proxy(Object.create(null), {
    get: (_, name) => {
      if (name === CONNECTION) return connection;
      // A promise would have `then`.
      return typeof name === 'string' && name !== 'then' ? callsOf(connection, paths[name] ?? kebab(name)) : undefined;
    },
  });
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function callsOf(connection: Connection, path: string) {
  const read = (at: string, query: object = {}, options?: RequestOptions) => send(connection, at, { query, ...options });
  const write = (method: string, at: string, { data, ifMatch, ...query }: Sent = {}, options?: RequestOptions) =>
    send(connection, at, { method, query, ifMatch, ...(data === undefined ? {} : { body: { data } }), ...options });
  /** A single type has no ids: the query comes first. */
  const placed =
    (method: string, suffix = '') =>
    (...args: unknown[]) => {
      const [id, query, options] = typeof args[0] === 'string' ? args : [undefined, ...args];
      const at = join(path, id as string | undefined) + suffix;
      return write(method, at, query as Sent | undefined, options as RequestOptions | undefined);
    };
  const list = (query: object, options?: RequestOptions) => read(path, query, options) as Promise<ListAnswer>;
  return {
    find: (query?: object, options?: RequestOptions) => read(path, query, options),
    findOne: (id: string, query?: object, options?: RequestOptions) => read(join(path, id), query, options),
    findFirst: async (query?: object, options?: RequestOptions) => {
      const found = await list({ ...query, pagination: { start: 0, limit: 1, withCount: false } }, options);
      return found.error ? found : { data: found.data[0] ?? null, meta: {} };
    },
    count: async (query?: object, options?: RequestOptions) => {
      const counted = { ...query, fields: ['documentId'], pagination: { start: 0, limit: 1, withCount: true } };
      const found = await list(counted, options);
      return found.error ? found : { data: found.meta.pagination.total };
    },
    create: (query: Sent, options?: RequestOptions) => write('POST', path, query, options),
    update: placed('PUT'),
    delete: placed('DELETE'),
    publish: placed('POST', '/actions/publish'),
    unpublish: placed('POST', '/actions/unpublish'),
    discard: placed('POST', '/actions/discard'),
  };
}

type ListAnswer = Failure | { data: unknown[]; meta: { pagination: { total: number } }; error?: undefined };

function join(path: string, id?: string): string {
  return id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
}

/** `{ filters: { title: 'a' } }` → `?filters[title]=a` */
function search(query: object): string {
  const pairs: string[] = [];
  const add = (key: string, value: unknown, path: readonly string[]): void => {
    if (value instanceof Date) return add(key, value.toISOString(), path);
    if (typeof value === 'object' && value !== null) {
      for (const [name, below] of Object.entries(value)) add(key ? `${key}[${name}]` : name, below, [...path, name]);
    } else if (value !== undefined && value !== null) {
      pairs.push(`${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
    } else if (path.indexOf('filters') >= 0 && path.length > 1) {
      // Without its value, a condition would match more documents.
      throw new TypeError(`${key} is ${value}`);
    }
  };
  add('', query, []);
  return pairs.length ? `?${pairs.join('&')}` : '';
}

async function send(connection: Connection, path: string, request: ApiRequest): Promise<unknown> {
  const { method = 'GET', query = {}, body, ifMatch, signal, anonymous } = request;
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
  };
  try {
    const response = await patient(connection, url, init);
    if (response.status === 304 && known) return JSON.parse(known.text);
    const text = await response.text();
    if (!response.ok) return failureOf(response.status, text);
    if (method === 'GET') remember(connection, key, response.headers.get('etag'), text);
    return text ? JSON.parse(text) : { data: undefined };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { data: null, error: { status: 0, name: 'NetworkError', message: String(error) } };
  }
}

async function tokenOf({ session, token }: Connection): Promise<string | undefined> {
  return session?.jwt ?? (typeof token === 'function' ? token() : token);
}

/**
 * Repeats a request while the server is busy. A POST to a collection is not repeated, because a server that lost its
 * database cannot tell whether it wrote the document.
 */
async function patient(connection: Connection, url: string, init: RequestInit): Promise<Response> {
  const { fetch: ask = fetch, retries = 3 } = connection;
  const repeatable = init.method !== 'POST' || /\/actions\/\w+(\?|$)/.test(url);
  for (let attempt = 0; ; attempt++) {
    const response = await ask(url, init);
    if (response.status !== 503 || !repeatable || attempt >= retries) return response;
    await pause(Math.min(Number(response.headers.get('retry-after')) || 1, 30) * 1000, init.signal);
  }
}

function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason)), { once: true });
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

type Answered<T> = { data: T; error?: undefined } | Failure;

async function startSession({ [CONNECTION]: connection }: AnyClient, path: string, request: ApiRequest): Promise<Answered<Session>> {
  const answer = (await send(connection, path, { method: 'POST', ...request })) as Session | Failure;
  if ('error' in answer) return answer;
  // A sign-in begins another session, perhaps of another user, so nothing of the last one stays.
  connection.session = request.anonymous ? answer : { ...connection.session, ...answer };
  connection.known.clear();
  return { data: connection.session };
}

/** Signs in a user. The client sends the token of the session from now on. */
export function signIn(client: AnyClient, credentials: { identifier: string; password: string }): Promise<Answered<Session>> {
  // The token of an earlier session may have expired, and its role need not have the right to sign in.
  return startSession(client, 'auth/local', { body: credentials, anonymous: true });
}

/** Gets the next token of a session: with the cookie of the browser, or with the refresh token of the sign-in. */
export function refresh(client: AnyClient): Promise<Answered<Session>> {
  const { session } = client[CONNECTION];
  const body = session?.refreshToken ? { refreshToken: session.refreshToken } : {};
  return startSession(client, 'auth/refresh', { body });
}

/** Ends the session of the client. */
export async function signOut(client: AnyClient): Promise<Answered<undefined>> {
  const connection = client[CONNECTION];
  const answer = (await send(connection, 'auth/logout', { method: 'POST', body: {} })) as Answered<undefined>;
  connection.session = undefined;
  connection.known.clear();
  return answer.error ? answer : { data: undefined };
}

export interface UploadOptions extends RequestOptions {
  /** Called with the sent part of the request, from 0 to 1. Only browsers know more than its end. */
  onProgress?: (part: number) => void;
}

/** Uploads files. `data` has one record for each of them, whose `id` media attributes take. */
export async function upload<T = UploadedFile>(
  client: AnyClient,
  files: Blob | readonly Blob[],
  { onProgress, signal }: UploadOptions = {},
): Promise<Answered<T[]>> {
  const connection = client[CONNECTION];
  const form = new FormData();
  for (const file of 'size' in files ? [files] : files) form.append('files', file);
  const sent =
    onProgress && typeof XMLHttpRequest !== 'undefined'
      ? { ...connection, retries: 0, fetch: xhrFetch(onProgress) }
      : connection;
  const answer = await send(sent, 'upload', { method: 'POST', body: form, ...(signal ? { signal } : {}) });
  if (!Array.isArray(answer)) return answer as Failure;
  onProgress?.(1);
  return { data: answer as T[] };
}

export interface UploadedFile {
  id: number;
  documentId: string;
  name: string;
  url: string;
  mime: string;
  size: number;
}

/** `fetch` that reports progress: only `XMLHttpRequest` does. */
function xhrFetch(onProgress: (part: number) => void): typeof fetch {
  return (url, init = {}) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      xhr.open(init.method ?? 'GET', String(url));
      for (const [name, value] of Object.entries(init.headers ?? {})) xhr.setRequestHeader(name, String(value));
      xhr.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0));
      xhr.addEventListener('load', () => resolve(new Response(xhr.status === 204 ? null : xhr.responseText, { status: xhr.status })));
      xhr.addEventListener('error', () => reject(new TypeError('The upload failed')));
      xhr.addEventListener('abort', () => reject(init.signal?.reason));
      init.signal?.addEventListener('abort', () => xhr.abort(), { once: true });
      xhr.send(init.body as FormData);
    });
}
