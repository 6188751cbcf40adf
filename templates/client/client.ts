/** A problem that the API reports, or that kept a request from reaching it (`status: 0`). */
export interface ApiError {
  status: number;
  name: ErrorName;
  message: string;
  details?: ErrorDetails;
}

/** The names that the API has today; a later server, or a proxy, may have others. */
export type ErrorName =
  | ('ValidationError' | 'PaginationError' | 'ApplicationError' | 'BadRequestError')
  | ('UnauthorizedError' | 'ForbiddenError' | 'NotFoundError' | 'MethodNotAllowedError')
  | ('PreconditionFailedError' | 'PayloadTooLargeError' | 'UnsupportedMediaTypeError' | 'RateLimitError')
  | ('InternalServerError' | 'ServiceUnavailableError' | 'InsufficientStorageError' | 'ServerError' | 'NetworkError')
  | (string & {});

export interface ErrorDetails {
  /** The problems of a body, with the path of each. */
  errors?: { path: string[]; name: string; message: string; value?: unknown }[];
  [key: string]: unknown;
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
  /** `include`: the browser keeps and sends the cookie of a session although the API is on another site. */
  credentials?: RequestInit['credentials'];
}

export interface RequestOptions {
  signal?: AbortSignal;
}

export interface Session {
  jwt: string;
  refreshToken?: string;
  /** Absent after a `refresh` without a sign-in: a page that was loaded again. */
  user?: SessionUser;
}

export interface SessionUser {
  id: number;
  documentId: string;
  username: string;
  email: string;
}

interface Connection extends ClientOptions {
  session?: Session | undefined;
  /** Responses by address and token, to be used again while the server says that they are current. */
  known: Map<string, { etag: string; text: string }>;
}

interface ApiRequest extends RequestOptions {
  method?: string;
  query?: object | undefined;
  body?: unknown;
  ifMatch?: string | undefined;
  /** A POST that may be sent twice. */
  repeatable?: boolean;
  /** Without the token of the client: an expired one is a 401, and its role need not have the right to sign in. */
  anonymous?: boolean;
}

type Sent = { data?: unknown; ifMatch?: string; [parameter: string]: unknown };

const CONNECTION: unique symbol = Symbol('connection');

/** Any client of this file. */
interface AnyClient {
  readonly [CONNECTION]: Connection;
}

function openClient<Documents>(
  options: ClientOptions,
  paths: Record<string, string>,
  users?: string,
): Documents & AnyClient {
  const connection: Connection = { ...options, known: new Map() };
  return new Proxy(Object.create(null), {
    get: (_, name) => {
      if (name === CONNECTION) return connection;
      // A promise would have `then`.
      if (typeof name !== 'string' || name === 'then') return undefined;
      return name === users ? usersOf(connection) : callsOf(connection, paths[name] ?? kebab(name));
    },
  });
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function callsOf(connection: Connection, path: string) {
  const read = (at: string, query: object = {}, options?: RequestOptions) => send(connection, at, { query, ...options });
  const write = (method: string, at: string, { data, ifMatch, ...query }: Sent = {}, options?: object) =>
    send(connection, at, { method, query, ifMatch, ...(data === undefined ? {} : { body: { data } }), ...options });
  /** A single type has no ids: the query comes first. */
  const placed =
    (method: string, suffix = '') =>
    (...args: unknown[]) => {
      const [id, query, options] = typeof args[0] === 'string' ? args : [undefined, ...args];
      const at = join(path, id as string | undefined) + suffix;
      return write(method, at, query as Sent | undefined, { ...(options as RequestOptions), repeatable: suffix !== '' });
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
      const counted = { ...query, fields: [], pagination: { start: 0, limit: 1, withCount: true } };
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

/** Users have no envelope: `GET /users` answers a list, and `POST /users` takes the values themselves. */
function usersOf(connection: Connection) {
  const ask = async (at: string, request: ApiRequest, meta = {}) => {
    const answer = await send(connection, at, request);
    return isFailure(answer) ? answer : { data: answer, meta };
  };
  return {
    find: (query?: object, options?: RequestOptions) => ask('users', { query, ...options }, { pagination: {} }),
    findOne: (id: string, query?: object, options?: RequestOptions) => ask(join('users', id), { query, ...options }),
    findFirst: async (query?: object, options?: RequestOptions) => {
      const found = await ask('users', { query: { ...query, pagination: { start: 0, limit: 1 } }, ...options });
      return isFailure(found) ? found : { data: (found.data as unknown[])[0] ?? null, meta: {} };
    },
    count: (query?: object, options?: RequestOptions) => ask('users/count', { query, ...options }),
    create: ({ data }: Sent, options?: RequestOptions) => ask('users', { method: 'POST', body: data, ...options }),
    update: (id: string, { data }: Sent, options?: RequestOptions) =>
      ask(join('users', id), { method: 'PUT', body: data, ...options }),
    delete: async (id: string, options?: RequestOptions) => {
      const answer = await ask(join('users', id), { method: 'DELETE', ...options });
      return isFailure(answer) ? answer : { data: undefined };
    },
  };
}

function isFailure(answer: unknown): answer is Failure {
  return (answer as Failure | null)?.data === null && 'error' in (answer as object);
}

type ListAnswer = Failure | { data: unknown[]; meta: { pagination: { total: number } }; error?: undefined };

function join(path: string, id?: string): string {
  return id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
}

/** `{ filters: { title: 'a' } }` → `?filters[title]=a` */
function search(query: object): string {
  const pairs: string[] = [];
  const push = (key: string, value: unknown) =>
    pairs.push(`${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  const add = (key: string, value: unknown, path: readonly string[]): void => {
    if (value instanceof Date) push(key, value.toISOString());
    else if (typeof value === 'object' && value !== null) {
      const before = pairs.length;
      for (const [name, below] of Object.entries(value)) add(key ? `${key}[${name}]` : name, below, [...path, name]);
      if (pairs.length === before) for (const [at, text] of emptyValue(key, value, path)) push(at, text);
    } else if (value !== undefined && value !== null) push(key, value);
    // Without its value, a condition would match more documents.
    else if (isFilter(path)) throw new TypeError(`${key} is ${value}`);
  };
  add('', query, []);
  return pairs.length ? `?${pairs.join('&')}` : '';
}

function isFilter(path: readonly string[]): boolean {
  return path.length > 1 && path.indexOf('filters') >= 0;
}

/** A query string has no empty lists and objects. These parameters mean the same. */
function emptyValue(key: string, value: object, path: readonly string[]): [string, unknown][] {
  const name = path[path.length - 1] ?? '';
  if (!isFilter(path)) {
    const parent = path[path.length - 2];
    if (name === 'fields') return [[`${key}[0]`, 'id']];
    return parent === 'populate' || parent === 'on' ? [[key, true]] : [];
  }
  const isOperator = name[0] === '$';
  const attribute = isOperator ? key.slice(0, -name.length - 2) : key;
  const never = (at: string): [string, unknown][] => [[`${at}[$null]`, true], [`${at}[$notNull]`, true]];
  if (Array.isArray(value)) {
    if (name === '$in' || !isOperator) return never(attribute);
    if (name === '$notIn') return never(`${attribute}[$not]`);
  } else if (path.indexOf('$or') < 0 && path.indexOf('$not') < 0) return [];
  throw new TypeError(`${key} is empty`);
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
    ...(connection.credentials ? { credentials: connection.credentials } : {}),
  };
  try {
    const response = await patient(connection, url, init, method !== 'POST' || !!request.repeatable);
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

type Answered<T> = { data: T; error?: undefined } | Failure;

async function startSession(
  { [CONNECTION]: connection }: AnyClient,
  path: string,
  body: object,
  options: RequestOptions | undefined,
  before?: Session,
): Promise<Answered<Session>> {
  const answer = await send(connection, path, { method: 'POST', body, anonymous: true, ...options });
  if (isFailure(answer)) return answer;
  connection.session = { ...before, ...(answer as Session) };
  connection.known.clear();
  return { data: connection.session };
}

/** Signs in a user. The client sends the token of the session from now on. */
export function signIn(
  client: AnyClient,
  credentials: { identifier: string; password: string },
  options?: RequestOptions,
): Promise<Answered<Session & { user: SessionUser }>> {
  // The response of a sign-in has the user.
  return startSession(client, 'auth/local', credentials, options) as Promise<Answered<Session & { user: SessionUser }>>;
}

/** Gets the next token of a session: with the cookie of the browser, or with the refresh token of the sign-in. */
export function refresh(client: AnyClient, options?: RequestOptions): Promise<Answered<Session>> {
  const { session } = client[CONNECTION];
  const body = session?.refreshToken ? { refreshToken: session.refreshToken } : {};
  return startSession(client, 'auth/refresh', body, options, session);
}

/** Ends the session of the client. */
export async function signOut(client: AnyClient, options?: RequestOptions): Promise<Answered<undefined>> {
  const connection = client[CONNECTION];
  const answer = await send(connection, 'auth/logout', { method: 'POST', body: {}, ...options });
  connection.session = undefined;
  connection.known.clear();
  return isFailure(answer) ? answer : { data: undefined };
}

export interface UploadOptions extends RequestOptions {
  /** Called with the sent part of the request, from 0 to 1. Only browsers know more than its end, and no `fetch` of yours. */
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
    onProgress && !connection.fetch && typeof XMLHttpRequest !== 'undefined'
      ? { ...connection, fetch: xhrFetch(onProgress) }
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
      const { signal } = init;
      const stop = () => (xhr.abort(), reject(signal?.reason));
      xhr.open(init.method ?? 'GET', String(url));
      xhr.withCredentials = init.credentials === 'include';
      for (const [name, value] of Object.entries(init.headers ?? {})) xhr.setRequestHeader(name, String(value));
      xhr.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0));
      xhr.addEventListener('load', () => resolve(new Response(xhr.status === 204 ? null : xhr.responseText, { status: xhr.status })));
      xhr.addEventListener('error', () => reject(new TypeError('The upload failed')));
      xhr.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
      signal?.addEventListener('abort', stop);
      if (signal?.aborted) return stop();
      xhr.send(init.body as FormData);
    });
}
