import type { Answer, Query } from '../read/index.js';
import { plainData } from './data.js';
import { queryTree } from './tree.js';

/** A query of code, whose types `Calls` checks. */
export interface CodeQuery {
  readonly data?: unknown;
  readonly ifMatch?: string;
  readonly lock?: boolean;
}

export function queryOf({ data: _data, lock: _lock, ifMatch, ...query }: CodeQuery): Query {
  return { tree: queryTree(query), ifMatch };
}

export function bodyOf({ data }: CodeQuery): { readonly data: unknown } {
  return { data: plainData(data) };
}

/** The answer to a request, parsed once. The type of the answer follows from the query. */
export function answered<T = unknown>({ body }: Answer): T {
  const text = typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  const value: T = JSON.parse(text);
  return value;
}

/** The answer about one document, with the tag that `ifMatch` compares. */
export function answeredOne(answer: Answer): object {
  return { ...answered<object>(answer), etag: `"${answer.version}"` };
}
