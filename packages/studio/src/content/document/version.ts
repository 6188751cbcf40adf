import type { DescribedAttribute, DescribedType, Description } from '@content-gen/runtime/studio';

import type { QueryTree } from '../../data/query-string.js';
import { type PopulateOptions, populateOf } from '../form/populate.js';

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
  description: Shapes,
  options: PopulateOptions = { namesTypes: true },
): QueryTree {
  const { attributes, localized, draftAndPublish } = key.type;
  const populate = populateOf(attributes, description, options);
  return {
    ...versionQuery(key, status),
    // A document without drafts may be related to drafts, which an answer shows on request only.
    ...(!draftAndPublish && mayReadDrafts(attributes, description) ? { status: 'draft' } : {}),
    populate: { ...populate, ...(localized ? { localizations: { fields: ['locale'] } } : {}) },
  };
}

type Shapes = Pick<Description, 'types' | 'components'>;

/** Whether the caller may read the drafts of all types that a form has relations to. */
function mayReadDrafts(attributes: readonly DescribedAttribute[], { types, components }: Shapes): boolean {
  const seen = new Set<string>();
  const isOpen = (attribute: DescribedAttribute): boolean => {
    switch (attribute.kind) {
      case 'relation':
        return types
          .filter(({ uid }) => attribute.target === undefined || uid === attribute.target)
          .every(({ draftAndPublish, actions }) => !draftAndPublish || actions.includes('findDraft'));
      case 'component':
        return isOpenIn(attribute.component);
      case 'dynamicZone':
        return attribute.components.every(isOpenIn);
      default:
        return true;
    }
  };
  const isOpenIn = (name: string): boolean => {
    if (seen.has(name)) return true;
    seen.add(name);
    return (components[name]?.attributes ?? []).every(isOpen);
  };
  return attributes.every(isOpen);
}
