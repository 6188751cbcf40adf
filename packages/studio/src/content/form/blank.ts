import type { Blocks, Components, DescribedAttribute, Entry, FormValue, FormValues } from './value.js';

/** The form of a new document or entry, with the defaults of its attributes. */
export function blankForm(attributes: readonly DescribedAttribute[], components: Components): FormValues {
  return Object.fromEntries(attributes.map((attribute) => [attribute.name, blankValue(attribute, components)]));
}

/** The values that all locales of a document share. */
export function sharedValues(attributes: readonly DescribedAttribute[], values: FormValues): FormValues {
  const shared = attributes.filter((attribute) => attribute.shared);
  return Object.fromEntries(shared.map(({ name }) => [name, values[name]]));
}

export function blankValue(attribute: DescribedAttribute, components: Components): FormValue {
  if (attribute.kind === 'component' && attribute.required && !attribute.many) {
    return [blankEntry(attribute.component, components)];
  }
  if (attribute.kind !== 'scalar') return [];
  const { type, default: first } = attribute;
  if (type === 'password') return undefined;
  if (first === undefined || first === null) return type === 'json' ? '' : null;
  if (type === 'json') return JSON.stringify(first, null, 2);
  if (type === 'boolean') return first === true;
  // A default was checked when the definition was read.
  return type === 'blocks' ? (first as Blocks) : String(first);
}

let entries = 0;

export function blankEntry(component: string, components: Components): Entry {
  const attributes = components[component]?.attributes ?? [];
  return { key: newKey(), component, values: blankForm(attributes, components) };
}

/** A copy of an entry, which is a new entry for the API. */
export function copyEntry({ component, values }: Entry): Entry {
  return { key: newKey(), component, values: withoutIds(values) };
}

function withoutIds(values: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) && value.some(isEntry)
        ? value.map((entry) => (isEntry(entry) ? copyEntry(entry) : entry))
        : value,
    ]),
  );
}

export function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'component' in value && 'values' in value;
}

function newKey(): string {
  return `new:${Date.now().toString(36)}:${++entries}`;
}
