import { type UseQueryResult, keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type {
  DescribedAttribute,
  DescribedComponent,
  DescribedModel,
  DescribedType,
  LoggedRequest,
  Pending,
  Place,
  QueryOutcome,
  MatrixReach,
  RightsMatrix,
} from 'content-gen/console';

import type { QueryTree } from '../data/query-string.js';
import { studioApi } from '../data/request.js';
import type { OpenApi } from './reference/openapi.js';

export type {
  DescribedAttribute,
  DescribedComponent,
  DescribedModel,
  DescribedType,
  LoggedRequest,
  Pending,
  Place,
  QueryOutcome,
  MatrixReach,
  RightsMatrix,
};

/** Paths of the console of `serve`, below the studio. */
export const logPath = '/console/log';

const FRESH_MS = 5_000;

/** A question to the console of `serve`. */
function question<T>(name: string, query: QueryTree = {}) {
  return {
    queryKey: ['console', name, query],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => studioApi<T>(`/console/${name}`, { query, signal }),
  };
}

export function useModel(): DescribedModel {
  return useSuspenseQuery({ ...question<DescribedModel>('model'), staleTime: FRESH_MS }).data;
}

export function useRights(): RightsMatrix {
  return useSuspenseQuery({ ...question<RightsMatrix>('rights'), staleTime: FRESH_MS }).data;
}

export function usePending(): UseQueryResult<Pending> {
  return useQuery({ ...question<Pending>('pending'), staleTime: 0 });
}

/** The OpenAPI document: of a role, or of the whole API. */
export function useReference(role: string): OpenApi {
  return useSuspenseQuery({ ...question<OpenApi>('reference', roleParameter(role)), staleTime: FRESH_MS }).data;
}

/** Runs a read as a role; an empty name is full access. */
export function useOutcome(request: string, role: string, isEnabled = true): UseQueryResult<QueryOutcome> {
  return useQuery({
    ...question<QueryOutcome>('query', { request, ...roleParameter(role) }),
    enabled: isEnabled && request !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
}

/** Only the answer: an example of the project's own data. */
export function useExample(request: string, role: string): UseQueryResult<QueryOutcome> {
  return useQuery({
    ...question<QueryOutcome>('query', { request, explain: 'false', ...roleParameter(role) }),
    enabled: request !== '',
    staleTime: 60_000,
    retry: false,
  });
}

function roleParameter(role: string) {
  return role === '' ? {} : { role };
}

export function roleName(role: string): string {
  return role === '' ? 'full access' : role;
}
