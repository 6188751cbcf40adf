import { isEntry } from '../form/blank.js';
import { entriesIn, refsIn } from '../form/list-values.js';
import type { Components, DescribedAttribute, Entry, FormValue, Ref } from '../form/value.js';

/** A list in an entry may have thousands of documents; a text names the first documents. */
const MAX_NAMED = 30;

interface Shown {
  readonly components: Components;
  /** The name of a related document. `target` is the uid of its type, unless the relation is polymorphic. */
  readonly nameOf: (ref: Ref, target: string | undefined) => string;
}

/** A value of a form as plain text, to compare two versions. */
export function valueText(attribute: DescribedAttribute, value: FormValue, shown: Shown): string {
  if (attribute.kind === 'scalar') return scalarText(value);
  return partsOf(attribute, value, shown)
    .map((part) => `• ${part}`)
    .join('\n');
}

export function scalarText(value: FormValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : value.map(nodeText).join('\n');
}

/** The text of a block. */
function nodeText(node: unknown): string {
  if (typeof node !== 'object' || node === null) return '';
  if ('text' in node) return String(node.text);
  const children = 'children' in node && Array.isArray(node.children) ? node.children : [];
  return children.map(nodeText).join('type' in node && node.type === 'list' ? '\n' : '');
}

/** One text for each file, document or entry. */
function partsOf(attribute: DescribedAttribute, value: FormValue, shown: Shown): readonly string[] {
  if (attribute.kind === 'relation') {
    const refs = refsIn(value);
    const names = refs.slice(0, MAX_NAMED).map((ref) => shown.nameOf(ref, attribute.target));
    return refs.length > MAX_NAMED ? [...names, `${refs.length - MAX_NAMED} more`] : names;
  }
  const parts: readonly object[] = Array.isArray(value) ? value : [];
  return parts.map((part) => (isEntry(part) ? entryText(part, shown) : fileName(part)));
}

function entryText({ component, values }: Entry, shown: Shown): string {
  const { components } = shown;
  const lines = attributesOf(component, components).map((attribute) => {
    const value = values[attribute.name];
    const text = attribute.kind === 'scalar' ? scalarText(value) : partsOf(attribute, value, shown).join(', ');
    return text === '' ? '' : `  ${attribute.label}: ${text}`;
  });
  return [components[component]?.label ?? component, ...lines.filter((line) => line !== '')].join('\n');
}

function fileName(file: object): string {
  return 'name' in file ? String(file.name) : JSON.stringify(file);
}

/** The documents that the text of a value names, each with the uid of its type. */
export function namedRefs(
  attribute: DescribedAttribute,
  value: FormValue,
  components: Components,
): readonly Required<Pick<Ref, 'documentId' | 'type'>>[] {
  if (attribute.kind === 'relation') {
    return refsIn(value)
      .slice(0, MAX_NAMED)
      .map(({ documentId, type }) => ({ documentId, type: attribute.target ?? type ?? '' }));
  }
  if (attribute.kind !== 'component' && attribute.kind !== 'dynamicZone') return [];
  return entriesIn(value).flatMap(({ component, values }) =>
    attributesOf(component, components).flatMap((inner) => namedRefs(inner, values[inner.name], components)),
  );
}

function attributesOf(component: string, components: Components): readonly DescribedAttribute[] {
  return components[component]?.attributes ?? [];
}
