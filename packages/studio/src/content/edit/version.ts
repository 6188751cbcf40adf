import type { DescribedType, Description } from '@content-gen/runtime/studio';

import type { QueryTree } from '../../data/query-string.js';
import { populateOf } from '../form/populate.js';

/** Names one version of a document. */
export interface DocumentKey {
  readonly type: DescribedType;
  /** `undefined` for a single type. */
  readonly documentId: string | undefined;
  /** `undefined` for a type without locales. */
  readonly locale: string | undefined;
}

export type Status = 'draft' | 'published';

/** The status that is edited: drafts, where the type has them and the caller may read them. */
export function editedStatus({ draftAndPublish, actions }: DescribedType): Status {
  return draftAndPublish && actions.includes('findDraft') ? 'draft' : 'published';
}

export function pathOf({ type, documentId }: DocumentKey): string {
  return documentId === undefined ? `/${type.path}` : `/${type.path}/${encodeURIComponent(documentId)}`;
}

export function versionQuery({ type, locale }: DocumentKey, status: Status): QueryTree {
  return { ...(type.draftAndPublish ? { status } : {}), ...(locale === undefined ? {} : { locale }) };
}

/** The query of a version with everything its form shows. */
export function documentQuery(
  key: DocumentKey,
  status: Status,
  description: Pick<Description, 'types' | 'components'>,
): QueryTree {
  const { attributes, localized } = key.type;
  const populate = populateOf(attributes, description);
  return {
    ...versionQuery(key, status),
    populate: { ...populate, ...(localized ? { localizations: { fields: ['locale'] } } : {}) },
  };
}
