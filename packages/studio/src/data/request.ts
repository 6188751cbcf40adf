import { bearer, endSession, refresh, session } from '../session/session.js';
import { basePath, setup } from '../setup.js';
import { Failure, failureOf } from './failure.js';
import { reportReachable } from './connection.js';
import { type QueryTree, queryString } from './query-string.js';

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly query?: QueryTree;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface Answer<T> {
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
  let answer = await attempt(url, options);
  if (answer.status === 401 && session().state === 'user' && (await refresh())) answer = await attempt(url, options);
  if (answer.status === 401) endSession('Your session has ended. Sign in again.');
  const text = await answer.text();
  const body: unknown = text === '' ? undefined : parsed(text);
  if (!answer.ok) throw failureOf(answer.status, body);
  // The caller names the type of the answer, as the API documents it.
  return { body: body as T, etag: answer.headers.get('etag') ?? undefined };
}

async function attempt(url: string, { method = 'GET', body, headers, signal }: RequestOptions): Promise<Response> {
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
    reportReachable(true);
    return answer;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    reportReachable(false);
    throw new Failure('offline', 'The server cannot be reached. Your changes are kept in this browser.');
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
