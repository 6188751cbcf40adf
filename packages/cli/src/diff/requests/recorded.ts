import { readFile } from 'node:fs/promises';

import { codeOf, messageOf } from '../../diagnostics/thrown.js';
import { type FiledRequest, RequestFileProblem, readJsonLines, readRequestLines, readTraffic } from './read.js';

/** A request that a client has sent. */
export interface RecordedRequest {
  readonly method: string;
  readonly pathname: string;
  /** Without the question mark, decoded. */
  readonly query: string;
}

/** Reads recorded requests: a list as for `compare`, traffic (HAR), or one JSON object on each line. */
export async function readRecorded(file: string): Promise<readonly RecordedRequest[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const reason = codeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be read: ${messageOf(error)}`;
    throw new RequestFileProblem(`The file of requests ${file} ${reason}.`);
  });
  const requests = distinct(readerOf(file, text)(text).map(recorded));
  if (requests.length > 0) return requests;
  throw new RequestFileProblem(`${file} has no requests, so it would mark no change. Record some first.`);
}

function readerOf(file: string, text: string): (text: string) => readonly FiledRequest[] {
  if (/\.har$/i.test(file)) return readTraffic;
  return /^\s*\{/.test(text) ? readJsonLines : readRequestLines;
}

function recorded({ method, target }: FiledRequest): RecordedRequest {
  const url = new URL(target, 'http://localhost');
  return { method: method.toUpperCase(), pathname: url.pathname.replace(/\/+$/, ''), query: decoded(url.search) };
}

/** A query may have a percent sign that encodes nothing. */
function decoded(search: string): string {
  const query = search.slice(1).replaceAll('+', ' ');
  try {
    return decodeURIComponent(query);
  } catch {
    return query;
  }
}

function distinct(requests: readonly RecordedRequest[]): readonly RecordedRequest[] {
  return [...new Map(requests.map((each) => [requestText(each), each])).values()];
}

/** `GET /api/articles?sort=title` */
export function requestText({ method, pathname, query }: RecordedRequest): string {
  return `${method} ${pathname}${query === '' ? '' : `?${query}`}`;
}
