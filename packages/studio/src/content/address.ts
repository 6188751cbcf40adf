import type { DescribedType } from '../data/description.js';
import { seenList } from '../data/seen-lists.js';

/** The address of a document in the studio. A type without locales has none in its addresses. */
export function documentAddress(type: DescribedType, documentId: string, locale: string | null | undefined): string {
  const path = type.single ? `/content/${type.name}` : `/content/${type.name}/${encodeURIComponent(documentId)}`;
  return type.localized && typeof locale === 'string' ? `${path}?locale=${locale}` : path;
}

/** The address of the list that a document was opened from, in the locale of the document. */
export function listAddress({ name, localized }: DescribedType, locale: string | undefined): string {
  const search = new URLSearchParams(seenList(name));
  if (localized && locale !== undefined) search.set('locale', locale);
  return `/content/${name}${search.size === 0 ? '' : `?${search}`}`;
}
