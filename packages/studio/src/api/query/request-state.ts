import type { DescribedModel, DescribedType } from '../console.js';
import { type QueryState, emptyQuery, parseQuery } from './query-state.js';
import { requestPath } from './request-texts.js';

/** A request as the builder edits it. */
export interface RequestState {
  readonly type: DescribedType;
  readonly documentId: string;
  readonly query: QueryState;
}

export function requestOf({ type, documentId, query }: RequestState): string {
  return requestPath(type, documentId, query);
}

/** Reads `/api/articles/abc?sort=title`, also with an origin or with `GET` before it; undefined if no type is there. */
export function parseRequest(text: string, { types }: DescribedModel): RequestState | undefined {
  const target = text
    .trim()
    .replace(/^GET\s+/i, '')
    .replace(/^https?:\/\/[^/]+/, '');
  const [path = '', ...rest] = target.split('?');
  const type = types.find((each) => path === each.path || path.startsWith(`${each.path}/`));
  if (type === undefined) return undefined;
  const documentId = decoded(path.slice(type.path.length + 1));
  if (documentId.includes('/') || (documentId !== '' && type.kind === 'singleType')) return undefined;
  return { type, documentId, query: parseQuery(rest.join('?')) };
}

export function firstRequest({ types }: DescribedModel): RequestState | undefined {
  const type = types.find(({ isUser }) => !isUser) ?? types[0];
  return type === undefined ? undefined : { type, documentId: '', query: emptyQuery };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
