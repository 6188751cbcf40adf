import type { Description } from '../../data/description.js';
import { Failure } from '../../failure.js';
import type { QueryTree } from '../../data/query-string.js';
import { api, apiAnswer } from '../../data/request.js';
import { formOf } from '../form/from-api.js';
import type { ApiDocument, FormValues } from '../form/value.js';
import { type DocumentKey, type Status, documentQuery, editedStatus, pathOf, versionQuery } from './version.js';

export * from './version.js';

/** A version of a document, as the form starts with it. */
export interface LoadedDocument {
  readonly document: ApiDocument;
  readonly values: FormValues;
  /** The version, for `If-Match`. */
  readonly etag: string | undefined;
}

/** Loads a version with everything its form shows; `undefined` if the version is missing. */
export async function loadDocument(
  key: DocumentKey,
  status: Status,
  description: Description,
  signal?: AbortSignal,
): Promise<LoadedDocument | undefined> {
  const ask = (namesTypes: boolean) =>
    apiAnswer<{ data: ApiDocument | null }>(pathOf(key), {
      query: documentQuery(key, status, description, { namesTypes }),
      ...(signal === undefined ? {} : { signal }),
    });
  try {
    const { body, etag } = await ask(true).catch((error: unknown) => {
      if (isTooLong(error)) return ask(false);
      throw error;
    });
    if (body.data === null) return undefined;
    return { document: body.data, values: formOf(key.type.attributes, body.data, description), etag };
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return undefined;
    throw error;
  }
}

/** The version of a document that a form opens, or else the document in another locale. */
export interface OpenedDocument {
  readonly version?: LoadedDocument;
  /** If the version is missing: the document in another locale, which has the values that all locales share. */
  readonly sibling?: LoadedDocument;
}

/** The key of a query whose data is an `OpenedDocument`. */
export function openedKey({ type, documentId, locale }: DocumentKey): readonly unknown[] {
  return ['content', type.name, 'document', documentId, locale];
}

export async function openDocument(
  key: DocumentKey,
  description: Description,
  signal?: AbortSignal,
): Promise<OpenedDocument> {
  const status = editedStatus(key.type);
  const version = await loadDocument(key, status, description, signal);
  if (version !== undefined) return { version };
  // A draft may be missing, for example after an import: the API then starts it with the published version.
  const published = status === 'draft' ? await loadDocument(key, 'published', description, signal) : undefined;
  if (published !== undefined) return { version: { ...published, etag: undefined } };
  const sibling = await loadSibling(key, description, signal);
  return sibling === undefined ? {} : { sibling };
}

/** The version in another locale that was written last, because it has the current values that locales share. */
export async function loadSibling(
  key: DocumentKey,
  description: Description,
  signal?: AbortSignal,
): Promise<LoadedDocument | undefined> {
  if (key.locale === undefined) return undefined;
  const status = editedStatus(key.type);
  const options = signal === undefined ? {} : { signal };
  const ask = async (locale: string, path: string, filters?: QueryTree) => {
    const query = { ...versionQuery({ ...key, locale }, status), ...filters, fields: ['locale', 'updatedAt'] };
    return (await api<{ data: Listed | readonly Listed[] }>(path, { query, ...options })).data;
  };
  const others = description.locales.all.filter((locale) => locale !== key.locale);
  const found = key.type.single
    ? await Promise.all(others.map((locale) => ask(locale, pathOf(key)).catch(orNone)))
    : await ask('*', `/${key.type.path}`, { filters: { documentId: { $eq: key.documentId } }, sort: 'updatedAt:desc' });
  const [latest] = [found]
    .flat(2)
    .filter(({ locale }) => others.includes(locale))
    .sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
  return latest && loadDocument({ ...key, locale: latest.locale }, status, description, signal);
}

interface Listed {
  readonly locale: string;
  /** ISO 8601, so that texts compare as moments do. */
  readonly updatedAt: string;
}

function orNone(error: unknown): readonly [] {
  if (error instanceof Failure && error.status === 404) return [];
  throw error;
}

/** The server or a proxy refuses an address of this length. */
function isTooLong(error: unknown): boolean {
  return error instanceof Failure && (error.status === 414 || error.status === 431);
}

/** The locales in which a loaded document has a version of the same status. */
export function localesOf({ document }: LoadedDocument): readonly string[] {
  const others = document['localizations'];
  const list = Array.isArray(others) ? others.map((each: { locale: string }) => each.locale) : [];
  return [String(document['locale']), ...list];
}
