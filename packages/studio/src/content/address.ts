import type { DescribedType } from '../data/description.js';

/** The address of a document in the studio. A type without locales has none in its addresses. */
export function documentAddress(type: DescribedType, documentId: string, locale: string | null | undefined): string {
  const path = type.single ? `/content/${type.name}` : `/content/${type.name}/${encodeURIComponent(documentId)}`;
  return type.localized && typeof locale === 'string' ? `${path}?locale=${locale}` : path;
}

/** The search of the address of each list, as it was when the list was last seen. */
const seen = new Map<string, string>();

export function rememberList({ name }: DescribedType, search: string): void {
  seen.set(name, search);
}

/** The address of the list that a document was opened from, in the locale of the document. */
export function listAddress({ name, localized }: DescribedType, locale: string | undefined): string {
  const search = new URLSearchParams(seen.get(name));
  if (localized && locale !== undefined) search.set('locale', locale);
  return `/content/${name}${search.size === 0 ? '' : `?${search}`}`;
}
