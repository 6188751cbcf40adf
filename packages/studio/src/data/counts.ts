import { useQuery } from '@tanstack/react-query';

import type { DescribedType } from './description.js';
import { queryClient } from '../session/query-client.js';
import { api } from './request.js';

interface Page {
  readonly meta: { readonly pagination: { readonly total: number } };
}

/** The number of documents of a type, as its list counts them. */
export function useCount(type: DescribedType, isWanted: boolean): number | undefined {
  const { data } = useQuery({
    queryKey: ['content', type.name, 'count'],
    queryFn: ({ signal }) => inTurn(() => api<Page>(`/${type.path}`, { query: countQuery(type), signal })),
    enabled: isWanted,
    staleTime: 60_000,
  });
  return data?.meta.pagination.total;
}

function countQuery({ draftAndPublish, actions }: DescribedType) {
  const drafts = draftAndPublish && actions.includes('findDraft');
  return { fields: ['documentId'], pagination: { pageSize: 1 }, ...(drafts ? { status: 'draft' } : {}) };
}

/** A browser has six connections to a server: counts leave four of them to the screen. */
const AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  await untilScreenIsLoaded();
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** A screen is shown sooner if the server is not counting meanwhile. */
function untilScreenIsLoaded(): Promise<void> {
  const isLoading = () => queryClient.isFetching({ predicate: ({ queryKey }) => queryKey[2] !== 'count' }) > 0;
  return new Promise((resolve) => {
    if (!isLoading()) return resolve();
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (isLoading()) return;
      stop();
      resolve();
    });
  });
}
