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
  Reach,
  RightsMatrix,
} from 'content-gen/console';

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
  Reach,
  RightsMatrix,
};

/** Paths of the console of `serve`, below the studio. */
export const logPath = '/console/log';

export function useModel(): DescribedModel {
  return useSuspenseQuery({
    queryKey: ['console', 'model'],
    queryFn: () => studioApi<DescribedModel>('/console/model'),
    staleTime: 5_000,
  }).data;
}

export function useRights(): RightsMatrix {
  return useSuspenseQuery({
    queryKey: ['console', 'rights'],
    queryFn: () => studioApi<RightsMatrix>('/console/rights'),
    staleTime: 5_000,
  }).data;
}

export function usePending(): UseQueryResult<Pending> {
  return useQuery({
    queryKey: ['console', 'pending'],
    queryFn: ({ signal }) => studioApi<Pending>('/console/pending', { signal }),
    staleTime: 0,
  });
}

/** The OpenAPI document: of a role, or of the whole API. */
export function useReference(role: string): OpenApi {
  return useSuspenseQuery({
    queryKey: ['console', 'reference', role],
    queryFn: () => studioApi<OpenApi>('/console/reference', { query: roleParameter(role) }),
    staleTime: 5_000,
  }).data;
}

/** Runs a read as a role; an empty name is full access. */
export function useOutcome(request: string, role: string, isEnabled = true): UseQueryResult<QueryOutcome> {
  return useQuery({
    queryKey: ['console', 'query', request, role],
    queryFn: ({ signal }) =>
      studioApi<QueryOutcome>('/console/query', { query: { request, ...roleParameter(role) }, signal }),
    enabled: isEnabled && request !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
}

/** Only the answer: an example of the project's own data. */
export function useExample(request: string, role: string): UseQueryResult<QueryOutcome> {
  return useQuery({
    queryKey: ['console', 'example', request, role],
    queryFn: ({ signal }) =>
      studioApi<QueryOutcome>('/console/query', {
        query: { request, explain: 'false', ...roleParameter(role) },
        signal,
      }),
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
