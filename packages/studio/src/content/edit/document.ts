import type { Description } from '../../data/description.js';
import { Failure } from '../../data/failure.js';
import { apiAnswer } from '../../data/request.js';
import { formOf } from '../form/from-api.js';
import type { ApiDocument, FormValues } from '../form/value.js';
import { type DocumentKey, type Status, documentQuery, pathOf } from './version.js';

export * from './version.js';

/** A version of a document, as the form starts with it. */
export interface LoadedDocument {
  readonly document: ApiDocument;
  readonly values: FormValues;
  /** The version, for `If-Match`. */
  readonly etag: string | undefined;
}

/** Loads a version with everything its form shows; `undefined` if there is none. */
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
