import { setTimeout as sleep } from 'node:timers/promises';

import { codeOf, messageOf } from 'content-gen/tools';

import type { Answer } from './answer.js';
import { basePath } from './request-file.js';
import type { ComparedRequest } from './request.js';

/** One of the two servers. */
export interface Server {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A request to a server that limits the rate is repeated this many times. */
const MAX_TRIES = 3;
/** The longest pause that a server may ask for before the next try. */
const MAX_PAUSE_MS = 30_000;

/** Sends a read to a server. No redirect is followed, because another server would get the headers. */
export async function ask(server: Server, request: ComparedRequest): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const { answer, pauseMs } = await askOnce(server, request);
    const isLimited = 'status' in answer && answer.status === 429;
    if (!isLimited || tries === MAX_TRIES) return answer;
    await sleep(Math.min(pauseMs, MAX_PAUSE_MS), undefined, { signal: server.signal });
  }
}

interface Attempt {
  readonly answer: Answer;
  readonly pauseMs: number;
}

async function askOnce(server: Server, { method, path, isNested }: ComparedRequest): Promise<Attempt> {
  const { url, timeoutMs, signal } = server;
  const nested = isNested === true ? { 'strapi-response-format': 'v4' } : {};
  try {
    const response = await fetch(url.origin + basePath(url) + path, {
      method,
      headers: { accept: 'application/json', ...nested, ...server.headers },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const text = await response.text();
    return {
      answer: answerOf(response, text),
      pauseMs: 1_000 * Number(response.headers.get('retry-after') ?? 1) || 1_000,
    };
  } catch (error) {
    signal.throwIfAborted();
    return { answer: { kind: 'none', reason: reasonOf(error, timeoutMs) }, pauseMs: 0 };
  }
}

function answerOf({ status, headers }: Response, text: string): Answer {
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null) return { kind: 'redirect', status, to: location };
  if (text === '') return { kind: 'empty', status };
  const type = headers.get('content-type') ?? 'no content type';
  if (/json/.test(type)) {
    try {
      return { kind: 'json', status, body: JSON.parse(text) };
    } catch {
      return { kind: 'text', status, type: `${type} that is no JSON` };
    }
  }
  return { kind: 'text', status, type };
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `does not answer within ${timeoutMs / 1000} seconds`;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return `does not answer: ${messageOf(cause) || (codeOf(cause) ?? messageOf(error))}`;
}
