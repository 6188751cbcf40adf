import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { type DescribedType, type Description, useDescription } from '../../data/description.js';
import type { QueryTree } from '../../data/query-string.js';
import { api } from '../../data/request.js';
import { editedStatus } from '../edit/document.js';
import { populateOf } from '../form/populate.js';
import type { ApiDocument } from '../form/value.js';
import type { ListState } from './list-state.js';
import { filtersOf } from './operators.js';

interface Page {
  readonly data: readonly ApiDocument[];
  readonly meta: { readonly pagination: { readonly total: number; readonly pageCount: number } };
}

export type Publication = 'draft' | 'modified' | 'published';

export function useDocuments(type: DescribedType, state: ListState) {
  const description = useDescription();
  const query = listQuery(type, state, description);
  return useQuery({
    queryKey: ['content', type.name, 'list', query],
    queryFn: ({ signal }) => api<Page>(`/${type.path}`, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

function listQuery(type: DescribedType, state: ListState, description: Description): QueryTree {
  const { text, sort, page, pageSize, columns, conditions, publication } = state;
  const shown = type.attributes.filter(({ name }) => columns.includes(name));
  const populate = populateOf(shown, description);
  const scalars = shown.filter(({ kind, readable }) => kind === 'scalar' && readable).map(({ name }) => name);
  const filters = filtersOf(conditions);
  return {
    fields: [...scalars, 'updatedAt'],
    sort,
    pagination: { page, pageSize },
    ...(text === '' ? {} : { _q: text }),
    ...(Object.keys(populate).length === 0 ? {} : { populate }),
    ...(filters === undefined ? {} : { filters }),
    ...versionQuery(type, state.locale),
    ...(publication === '' ? {} : { publicationFilter: publication }),
  };
}

function versionQuery(type: DescribedType, locale: string | undefined): QueryTree {
  return {
    ...(type.draftAndPublish ? { status: editedStatus(type) } : {}),
    ...(locale === undefined ? {} : { locale }),
  };
}

/** The state of each document of a page: published, with changes in its draft, or only a draft. */
export function usePublications(
  type: DescribedType,
  documents: readonly ApiDocument[],
  locale: string | undefined,
): ReadonlyMap<string, Publication> {
  const ids = documents.map(({ documentId }) => String(documentId));
  const { data } = useQuery({
    queryKey: ['content', type.name, 'publications', ids, locale],
    enabled: editedStatus(type) === 'draft' && ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const among = (publicationFilter: string) =>
        api<Page>(`/${type.path}`, {
          query: {
            ...versionQuery(type, locale),
            publicationFilter,
            filters: { documentId: { $in: ids } },
            fields: ['documentId'],
            pagination: { pageSize: ids.length, withCount: false },
          },
          signal,
        });
      const [modified, published] = await Promise.all([among('modified'), among('has-published-version')]);
      return new Map<string, Publication>([
        ...ids.map((id) => [id, 'draft'] as const),
        ...published.data.map(({ documentId }) => [String(documentId), 'published'] as const),
        ...modified.data.map(({ documentId }) => [String(documentId), 'modified'] as const),
      ]);
    },
  });
  return data ?? new Map();
}
