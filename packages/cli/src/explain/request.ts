import type { Settings } from '@content-gen/runtime';

import type { ContentModel } from '../model/model.js';

/** A request to explain: a read of a content type. */
export interface ReadRequest {
  readonly path: string;
  readonly query: string;
  readonly type: string;
  readonly isList: boolean;
  readonly documentId?: string;
}

type ParsedRequest = { readonly request: ReadRequest } | { readonly problem: string };

/** Reads `GET /api/articles?sort=title`. The method may be left out. */
export function parseRequest(text: string, model: ContentModel, { api: { prefix } }: Settings): ParsedRequest {
  const [, method = 'GET', target = ''] = /^\s*(?:([A-Za-z]+)\s+)?(\S.*)$/.exec(text) ?? [];
  if (method.toUpperCase() !== 'GET') {
    return {
      problem: `explain shows how a read is answered, and not a ${method.toUpperCase()}. Write GET and a path.`,
    };
  }
  if (!isPath(target)) return { problem: `"${target}" is not a path.` };
  const url = new URL(target, 'http://localhost');
  const query = url.search.slice(1);
  const [, ...segments] = url.pathname.replace(/\/$/, '').slice(prefix.length).split('/');
  const [segment = '', documentId, ...more] = segments.map(decodeURIComponent);
  if (!url.pathname.startsWith(`${prefix}/`)) return { problem: notFound(url.pathname, `paths begin with ${prefix}/`) };
  const found = model.contentTypes.find((type) => segment === (type.kind === 'singleType' ? type.name : type.plural));
  const isDeep = more.length > 0 || (documentId !== undefined && found?.kind === 'singleType');
  if (found === undefined || isDeep) return { problem: notFound(url.pathname, knownPaths(model, prefix)) };
  if (!hasDocument(found, documentId)) return { problem: `explain does not know ${url.pathname}. ${USERS_HINT}` };
  const isList = found.kind === 'collectionType' && documentId === undefined;
  const one = documentId === undefined ? {} : { documentId };
  return { request: { path: url.pathname, query, type: found.name, isList, ...one } };
}

const USERS_HINT = 'It knows the list of users, and a user by its documentId.';

/** `/users/me` and `/users/count` are no documents. */
function hasDocument({ uid }: ContentModel['contentTypes'][number], documentId: string | undefined): boolean {
  const isUser = uid === 'plugin::users-permissions.user';
  return !(isUser && documentId !== undefined && ['me', 'count'].includes(documentId));
}

function isPath(target: string): boolean {
  try {
    return decodeURIComponent(new URL(target, 'http://localhost').pathname) !== '';
  } catch {
    return false;
  }
}

function notFound(path: string, hint: string): string {
  return `No content type is served at ${path}: ${hint}.`;
}

function knownPaths({ contentTypes }: ContentModel, prefix: string): string {
  const paths = contentTypes.map(({ kind, name, plural }) => `${prefix}/${kind === 'singleType' ? name : plural}`);
  return `the paths are ${paths.join(', ')}`;
}
