import { bearer, loseSession, refresh } from '../session/session.js';
import { basePath, setup } from '../setup.js';
import { foreignAnswer, isOfApi, isSuccess } from './answer.js';
import { Failure, failureOf } from '../failure.js';
import { reportReachable } from './connection.js';
import { type QueryTree, queryString } from './query-string.js';

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly query?: QueryTree;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

interface Answer<T> {
  readonly body: T;
  readonly etag: string | undefined;
}

/** Calls the API with the session of the user: `api<List>('/articles', { query: { sort: 'title' } })`. */
export async function api<T>(path: string, options: RequestOptions = {}): Promise<T> {
  return (await apiAnswer<T>(path, options)).body;
}

/** Like `api`, with the version of the document (`ETag`). */
export function apiAnswer<T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> {
  return send<T>(setup.api + path, options);
}

/** Calls an endpoint of the studio itself, such as `/describe`. */
export async function studioApi<T>(path: string, options: RequestOptions = {}): Promise<T> {
  return (await send<T>(basePath + path, options)).body;
}

async function send<T>(path: string, options: RequestOptions): Promise<Answer<T>> {
  const url = path + queryString(options.query ?? {});
  const { status, text, etag } = await inSession(() => attempt(url, options));
  const body: unknown = text === '' ? undefined : parsed(text);
  if (!isSuccess(status)) throw failureOf(status, body);
  if (!isOfApi(options.method ?? 'GET', status, body)) throw foreignAnswer();
  // The caller names the type of the answer, as the API documents it.
  return { body: body as T, etag };
}

/** Sends a request; once more if its access token was too old, and the session goes on. */
export async function inSession<A extends { readonly status: number }>(request: () => Promise<A>): Promise<A> {
  const answer = await request();
  if (answer.status !== 401) return answer;
  const refreshed = await refresh();
  if (refreshed === 'unreachable') throw unreachable();
  if (refreshed === 'ended') return answer;
  const again = await request();
  if (again.status === 401) loseSession();
  return again;
}

function unreachable(): Failure {
  return new Failure('offline', 'The server cannot be reached.');
}

interface Received {
  readonly status: number;
  readonly text: string;
  readonly etag: string | undefined;
}

async function attempt(url: string, { method = 'GET', body, headers, signal }: RequestOptions): Promise<Received> {
  const token = bearer();
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    // An answer may break off.
    const text = await answer.text();
    reportReachable(true);
    return { status: answer.status, text, etag: answer.headers.get('etag') ?? undefined };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    reportReachable(false);
    throw unreachable();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy may answer with a page of its own.
    return undefined;
  }
}
