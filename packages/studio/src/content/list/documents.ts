import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { type DescribedType, type Description, useDescription } from '../../data/description.js';
import type { QueryTree } from '../../data/query-string.js';
import { api } from '../../data/request.js';
import { editedStatus } from '../document/document.js';
import { labelAttribute } from '../form/label.js';
import type { ApiDocument } from '../form/value.js';
import { cellPopulate } from './cell-populate.js';
import type { ListState } from './list-state.js';
import { filterTargets, filtersOf } from './operators.js';

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
  const populate = cellPopulate(shown, description);
  const label = labelAttribute(type.attributes);
  const scalars = shown.filter(({ kind, readable }) => kind === 'scalar' && readable).map(({ name }) => name);
  const filters = filtersOf(conditions, filterTargets(type, description));
  return {
    fields: [...new Set([...scalars, ...(label === undefined ? [] : [label]), 'updatedAt'])],
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
    queryFn: ({ signal }) => publicationsOf(type, ids, locale, signal),
  });
  return data ?? NONE;
}

/** The state of each document, as the server knows it now. */
export async function publicationsOf(
  type: DescribedType,
  ids: readonly string[],
  locale: string | undefined,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Publication>> {
  const among = async (publicationFilter: string) => {
    const parts = await Promise.all(
      inParts(ids).map((part) =>
        api<Page>(`/${type.path}`, {
          query: {
            ...versionQuery(type, locale),
            publicationFilter,
            filters: { documentId: { $in: part } },
            fields: ['documentId'],
            pagination: { pageSize: part.length, withCount: false },
          },
          ...(signal === undefined ? {} : { signal }),
        }),
      ),
    );
    return parts.flatMap((part) => part.data.map(({ documentId }) => String(documentId)));
  };
  const [modified, published] = await Promise.all([among('modified'), among('has-published-version')]);
  return new Map<string, Publication>([
    ...ids.map((id) => [id, 'draft'] as const),
    ...published.map((id) => [id, 'published'] as const),
    ...modified.map((id) => [id, 'modified'] as const),
  ]);
}

const NONE: ReadonlyMap<string, Publication> = new Map();

/** The address of a request has a limit, which a hundred ids keep. */
const IDS_AT_ONCE = 100;

function inParts(ids: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / IDS_AT_ONCE);
  return Array.from({ length: count }, (_, index) => ids.slice(index * IDS_AT_ONCE, (index + 1) * IDS_AT_ONCE));
}
