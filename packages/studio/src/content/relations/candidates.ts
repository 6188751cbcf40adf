import { useInfiniteQuery } from '@tanstack/react-query';

import type { DescribedAttribute, DescribedType, Description } from '../../data/description.js';
import type { QueryTree } from '../../data/query-string.js';
import { api } from '../../data/request.js';
import { editedStatus } from '../document/document.js';
import { refOf } from '../form/from-api.js';
import { isText, labelAttribute } from '../form/label.js';
import type { ApiDocument, Ref } from '../form/value.js';

const PAGE = 30;

interface Candidates {
  readonly type: DescribedType;
  readonly text: string;
  readonly locale: string | undefined;
  readonly description: Description;
}

/** The documents of a type that a relation may name, found by their label, page by page. */
export function useCandidates({ type, text, locale, description }: Candidates) {
  return useInfiniteQuery({
    queryKey: ['content', type.name, 'candidates', text, locale],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const query = candidatesQuery(type, text, locale, pageParam);
      const body = await api<{ data: readonly ApiDocument[] } | readonly ApiDocument[]>(`/${type.path}`, {
        query,
        signal,
      });
      // Users come as a list without an envelope.
      return 'data' in body ? body.data : body;
    },
    getNextPageParam: (last, pages) => (last.length < PAGE ? undefined : pages.length * PAGE),
    select: ({ pages }): readonly Ref[] => pages.flat().map((each) => refOf(each, type.uid, description)),
  });
}

function candidatesQuery(type: DescribedType, text: string, locale: string | undefined, start: number): QueryTree {
  const label = labelAttribute(type.attributes);
  const attribute = type.attributes.find(({ name }) => name === label);
  const isFilterable = attribute?.filterable === true;
  return {
    ...(label === undefined ? { fields: ['documentId'] } : { fields: [label] }),
    ...(text === '' || attribute === undefined ? {} : searchOf(attribute, text)),
    ...(label !== undefined && isFilterable ? { sort: label } : {}),
    pagination: { start, limit: PAGE },
    ...(type.draftAndPublish ? { status: editedStatus(type) } : {}),
    ...(type.localized && locale !== undefined ? { locale } : {}),
  };
}

/** Numbers and dates have no parts, so the API searches all texts of the documents for them. */
function searchOf(attribute: DescribedAttribute, text: string): QueryTree {
  if (!isText(attribute)) return { _q: text };
  return attribute.filterable ? { filters: { [attribute.name]: { $containsi: text } } } : {};
}
