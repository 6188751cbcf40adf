import { Failure } from '../../data/failure.js';
import type { QueryTree } from '../../data/query-string.js';
import { apiAnswer } from '../../data/request.js';
import type { Description, DescribedType } from '../../data/description.js';
import { type FormContext, formOf } from '../form/from-api.js';
import { populateOf } from '../form/populate.js';
import type { ApiDocument, FormValues } from '../form/value.js';

/** Names one version of a document. */
export interface DocumentKey {
  readonly type: DescribedType;
  /** `undefined` for a single type. */
  readonly documentId: string | undefined;
  /** `undefined` for a type without locales. */
  readonly locale: string | undefined;
}

/** A version of a document, as the form starts with it. */
export interface LoadedDocument {
  readonly document: ApiDocument;
  readonly values: FormValues;
  /** The version, for `If-Match`. */
  readonly etag: string | undefined;
}

export type Status = 'draft' | 'published';

/** The status that is edited: drafts, where the type has them and the caller may read them. */
export function editedStatus({ draftAndPublish, actions }: DescribedType): Status {
  return draftAndPublish && actions.includes('findDraft') ? 'draft' : 'published';
}

export function pathOf({ type, documentId }: DocumentKey): string {
  return documentId === undefined ? `/${type.path}` : `/${type.path}/${encodeURIComponent(documentId)}`;
}

export function versionQuery({ type, locale }: DocumentKey, status: Status): QueryTree {
  return { ...(type.draftAndPublish ? { status } : {}), ...(locale === undefined ? {} : { locale }) };
}

/** Loads a version with everything its form shows; `undefined` if there is none. */
export async function loadDocument(
  key: DocumentKey,
  status: Status,
  description: Description,
  signal?: AbortSignal,
): Promise<LoadedDocument | undefined> {
  const { type } = key;
  const populate = populateOf(type.attributes, description);
  const query = {
    ...versionQuery(key, status),
    populate: { ...populate, ...(type.localized ? { localizations: { fields: ['locale'] } } : {}) },
  };
  try {
    const { body, etag } = await apiAnswer<{ data: ApiDocument | null }>(pathOf(key), {
      query,
      ...(signal === undefined ? {} : { signal }),
    });
    if (body.data === null) return undefined;
    const context: FormContext = description;
    return { document: body.data, values: formOf(type.attributes, body.data, context), etag };
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return undefined;
    throw error;
  }
}

/** The locales in which a loaded document has a version of the same status. */
export function localesOf({ document }: LoadedDocument): readonly string[] {
  const others = document['localizations'];
  const list = Array.isArray(others) ? others.map((each: { locale: string }) => each.locale) : [];
  return [String(document['locale']), ...list];
}
