import { useQuery } from '@tanstack/react-query';

import type { DescribedType } from './description.js';
import { api } from './request.js';

interface Page {
  readonly meta: { readonly pagination: { readonly total: number } };
}

/** The number of documents of a type, as its list counts them. */
export function useCount(type: DescribedType): number | undefined {
  const { data } = useQuery({
    queryKey: ['content', type.name, 'count'],
    queryFn: ({ signal }) => api<Page>(`/${type.path}`, { query: countQuery(type), signal }),
    staleTime: 60_000,
  });
  return data?.meta.pagination.total;
}

function countQuery({ draftAndPublish, actions }: DescribedType) {
  const drafts = draftAndPublish && actions.includes('findDraft');
  return { fields: ['documentId'], pagination: { pageSize: 1 }, ...(drafts ? { status: 'draft' } : {}) };
}
