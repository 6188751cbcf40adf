import type { DescribedType } from '../../data/description.js';
import { Failure } from '../../failure.js';
import { api } from '../../data/request.js';
import { editedStatus, versionQuery } from './version.js';

export const NOT_DELETED = 'It is still there: your role may not delete it.';

/**
 * The documents that still exist after a deletion. The API answers with success also when the role may not delete a
 * document, as it does when the document is missing. If the documents cannot be read, the answer to the deletion
 * counts.
 */
export async function remainingOf(
  type: DescribedType,
  ids: readonly string[],
  locale: string | undefined,
): Promise<ReadonlySet<string>> {
  const query = {
    ...versionQuery({ type, documentId: undefined, locale }, editedStatus(type)),
    fields: ['documentId'],
    ...(type.single
      ? {}
      : { filters: { documentId: { $in: ids } }, pagination: { pageSize: ids.length, withCount: false } }),
  };
  try {
    const { data } = await api<{ data: Named | null | readonly Named[] }>(`/${type.path}`, { query });
    return new Set((data === null ? [] : [data].flat()).map(({ documentId }) => documentId));
  } catch (error) {
    if (error instanceof Failure) return new Set();
    throw error;
  }
}

interface Named {
  readonly documentId: string;
}
