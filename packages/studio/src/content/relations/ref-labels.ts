import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';

import { typeByUid } from '../../data/description.js';
import { useFieldContext } from '../inputs/form-context.js';
import { untitled } from '../form/label.js';
import type { Ref } from '../form/value.js';
import { loadLabel } from './label-batch.js';

/** The label of a related document, as far as it is known. */
type KnownLabel = (ref: Ref) => string | undefined;

/**
 * Loads the labels of related documents that are seen, and gives back the known labels. `target` is the type of all
 * documents; in a polymorphic relation, each document has its own type.
 */
export function useRefLabels(seen: readonly Ref[], target: string | undefined): KnownLabel {
  const { description, locale } = useFieldContext();
  const queries = useQueryClient();
  const typeOf = ({ type }: Ref) => typeByUid(description, target ?? type ?? '');
  const keyOf = (ref: Ref) => ['content', typeOf(ref)?.name, 'label', ref.documentId, locale];
  useQueries({
    queries: seen.flatMap((ref) => {
      const type = typeOf(ref);
      if (ref.label !== undefined || type === undefined) return [];
      return [{ queryKey: keyOf(ref), queryFn: () => loadLabel(ref.documentId, type, locale, description) }];
    }),
    combine: labelsOnly,
  });
  return (ref) => {
    if (ref.label !== undefined) return ref.label;
    const loaded = queries.getQueryState<string>(keyOf(ref));
    const isUnknown = typeOf(ref) === undefined || loaded?.status === 'error';
    return isUnknown ? untitled(ref.documentId) : loaded?.data;
  };
}

/** Renders again only when a label is there, or cannot be loaded. */
function labelsOnly(results: readonly UseQueryResult<string>[]): readonly (string | boolean)[] {
  return results.map(({ data, isError }) => data ?? isError);
}
