import { bound, shownAttributes } from './conditions.js';
import { listChanges, nameOf } from './list-changes.js';
import { scalarBody } from './scalar-body.js';
import type { Components, DescribedAttribute, Entry, FileRecord, FormValue, FormValues, Ref } from './value.js';

export type Body = Record<string, unknown>;

/**
 * The body that turns the document of `before` into that of `after`. It names only attributes that changed, so that it
 * does not undo changes of others. Without `before`, the document is new.
 */
export function bodyOf(
  attributes: readonly DescribedAttribute[],
  after: FormValues,
  before: FormValues | undefined,
  components: Components,
): Body {
  const changed = attributes
    .map(({ name }) => name)
    .filter((name) => before === undefined || !sameValue(after[name], before[name]));
  const named = new Set(changed);
  for (const names of bound(attributes))
    if (changed.some((name) => names.has(name))) names.forEach((name) => named.add(name));
  const sent = shownAttributes(attributes, after).filter(({ name }) => named.has(name));
  return valuesBody(sent, after, before, components);
}

/** The values of attributes. A new document or entry leaves out values that it does not have. */
function valuesBody(
  attributes: readonly DescribedAttribute[],
  after: FormValues,
  before: FormValues | undefined,
  components: Components,
): Body {
  const pairs = attributes
    .filter(({ writable }) => writable)
    .map((attribute) => {
      const { name } = attribute;
      return [attribute, bodyValue(attribute, after[name], before?.[name], components)] as const;
    })
    .filter(([attribute, value]) => value !== undefined && !(before === undefined && isAbsent(attribute, value)))
    .map(([{ name }, value]) => [name, value] as const);
  return Object.fromEntries(pairs);
}

/** Without a value, the default of the attribute would hold; so an attribute with a default is always named. */
function isAbsent(attribute: DescribedAttribute, value: unknown): boolean {
  // The empty list is a value of JSON.
  if (attribute.kind === 'scalar') return value === null && (attribute.default ?? null) === null;
  return value === null || (Array.isArray(value) && value.length === 0);
}

function bodyValue(
  attribute: DescribedAttribute,
  after: FormValue,
  before: FormValue,
  components: Components,
): unknown {
  if (after === undefined) return undefined;
  switch (attribute.kind) {
    case 'scalar':
      return scalarBody(attribute.type, after);
    case 'media': {
      const ids = (listOf(after) as readonly FileRecord[]).map(({ id }) => id);
      return attribute.many ? ids : (ids[0] ?? null);
    }
    case 'component': {
      const entries = entriesBody(listOf(after), listOf(before), components);
      return attribute.many ? entries : (entries[0] ?? null);
    }
    case 'dynamicZone':
      return entriesBody(listOf(after), listOf(before), components, true);
    case 'relation':
      return relationBody(attribute, listOf(after), listOf(before));
  }
}

function relationBody(
  { many }: { readonly many: boolean },
  after: readonly unknown[],
  before: readonly unknown[],
): unknown {
  const [wanted, had] = [after, before] as readonly [readonly Ref[], readonly Ref[]];
  if (many) return listChanges(had, wanted);
  return wanted[0] === undefined ? null : nameOf(wanted[0]);
}

/** Entries with their ids, so that the server changes them in place. */
function entriesBody(
  after: readonly unknown[],
  before: readonly unknown[],
  components: Components,
  inZone = false,
): readonly Body[] {
  const [entries, had] = [after, before] as readonly [readonly Entry[], readonly Entry[]];
  return entries.map((entry) => {
    const { id, component, values } = entry;
    const attributes = components[component]?.attributes ?? [];
    const old = id === undefined ? undefined : had.find((each) => each.id === id && each.component === component);
    return {
      ...(inZone ? { __component: component } : {}),
      ...(old === undefined ? {} : { id }),
      ...valuesBody(shownAttributes(attributes, values), values, old?.values, components),
    };
  });
}

function listOf(value: FormValue): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Whether two values of a form are the same for the API. Labels of documents and keys of entries do not count. */
export function sameValue(one: FormValue, other: FormValue): boolean {
  return one === other || comparable(one) === comparable(other);
}

function comparable(value: FormValue): string {
  return JSON.stringify(value ?? null, (key, inner: unknown) => {
    if (key === 'label' || key === 'key') return undefined;
    return isFile(inner) ? inner.id : inner;
  });
}

function isFile(value: unknown): value is FileRecord {
  return typeof value === 'object' && value !== null && 'mime' in value && 'url' in value && 'id' in value;
}
