import type { ApiDocument, DescribedAttribute } from './value.js';

const PREFERRED = ['title', 'name', 'label', 'headline', 'heading', 'username', 'subject', 'slug', 'email'];
const TEXTS = new Set(['string', 'text', 'uid', 'email', 'enumeration', 'richtext']);

/** The attribute that stands for a document in lists and pickers; `undefined` if it has no text. */
export function labelAttribute(attributes: readonly DescribedAttribute[]): string | undefined {
  const texts = attributes.filter((each) => each.kind === 'scalar' && each.readable && TEXTS.has(each.type));
  const preferred = PREFERRED.find((name) => texts.some((each) => each.name === name));
  return preferred ?? texts[0]?.name;
}

export function labelOf(document: ApiDocument, attributes: readonly DescribedAttribute[]): string {
  const name = labelAttribute(attributes);
  const value = name === undefined ? undefined : document[name];
  return typeof value === 'string' && value.trim() !== '' ? value : untitled(String(document['documentId']));
}

export function untitled(documentId: string): string {
  return `Untitled (${documentId})`;
}
