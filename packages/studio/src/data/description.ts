import type { DescribedAttribute, DescribedComponent, DescribedType, Description } from '@content-gen/runtime/studio';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';

import { queryClient } from '../session/query-client.js';
import { studioApi } from './request.js';

export type { DescribedAttribute, DescribedComponent, DescribedType, Description };

const describe = queryOptions({
  queryKey: ['describe'],
  queryFn: () => studioApi<Description>('/describe'),
  staleTime: 60_000,
});

/**
 * Loads what the screens ask `useDescription` for. Throws an error of the first load; after a later error, the
 * description that was loaded before stays.
 */
export function useDescriptionLoaded(): boolean {
  const isFirst = (_: Error, { state }: { readonly state: { readonly data: unknown } }) => state.data === undefined;
  return useQuery({ ...describe, throwOnError: isFirst }).data !== undefined;
}

export function isDescribed(): boolean {
  return queryClient.getQueryData(describe.queryKey) !== undefined;
}

/** The types and the rights of the caller. The shell loads them, so screens have them at once. */
export function useDescription(): Description {
  return useSuspenseQuery(describe).data;
}

export function typeByName({ types }: Description, name: string): DescribedType | undefined {
  return types.find((type) => type.name === name);
}

export function typeByUid({ types }: Description, uid: string): DescribedType | undefined {
  return types.find((type) => type.uid === uid);
}

/** Whether the caller may open a document of a type, and not only see it in the list. */
export function mayOpen({ single, actions }: DescribedType): boolean {
  return single || actions.includes('findOne');
}

export function maySeeFiles({ upload }: Description): boolean {
  return upload.actions.includes('find') || upload.actions.includes('findPage');
}

/** The labels of attributes that are known by name. */
export function labelsOf(attributes: readonly DescribedAttribute[], names: readonly string[]): readonly string[] {
  return names.map((name) => attributes.find((each) => each.name === name)?.label ?? name);
}
