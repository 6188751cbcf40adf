import type { ApiDocument, DescribedAttribute } from './value.js';

const PREFERRED = ['title', 'name', 'label', 'headline', 'heading', 'username', 'subject', 'slug', 'email'];
const TEXTS = new Set(['string', 'text', 'uid', 'email', 'enumeration', 'richtext']);

/**
 * The attribute that stands for a document in lists and pickers: the title of the definition, or a text with a usual
 * name. `undefined` if there is neither.
 */
export function labelAttribute(attributes: readonly DescribedAttribute[]): string | undefined {
  const title = attributes.find((each) => each.isTitle === true && each.readable);
  if (title !== undefined) return title.name;
  const texts = attributes.filter((each) => each.readable && isText(each));
  const preferred = PREFERRED.find((name) => texts.some((each) => each.name === name));
  return preferred ?? texts[0]?.name;
}

/** Whether the values are texts, so that a search finds parts of them. */
export function isText(attribute: DescribedAttribute): boolean {
  return attribute.kind === 'scalar' && TEXTS.has(attribute.type);
}

export function labelOf(document: ApiDocument, attributes: readonly DescribedAttribute[]): string {
  const name = labelAttribute(attributes);
  const value = name === undefined ? undefined : document[name];
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : untitled(String(document['documentId']));
}

export function untitled(documentId: string): string {
  return `Untitled (${documentId})`;
}
