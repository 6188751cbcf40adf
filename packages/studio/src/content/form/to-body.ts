import { listChanges } from './list-changes.js';
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
  const body: Body = {};
  for (const attribute of attributes) {
    if (!attribute.writable) continue;
    const { name } = attribute;
    if (before !== undefined && sameValue(after[name], before[name])) continue;
    const value = bodyValue(attribute, after[name], before?.[name], components);
    if (value === undefined || (before === undefined && isBlank(value))) continue;
    body[name] = value;
  }
  return body;
}

/** Every value of a form as a body writes it, for an entry that the body replaces. */
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
  { many, target }: { readonly many: boolean; readonly target?: string },
  after: readonly unknown[],
  before: readonly unknown[],
): unknown {
  const [wanted, had] = [after, before] as readonly [readonly Ref[], readonly Ref[]];
  if (target === undefined) {
    const named = wanted.map(({ id, type }) => ({ __type: type, id }));
    return many ? named : (named[0] ?? null);
  }
  if (!many) return wanted[0]?.documentId ?? null;
  return listChanges(had, wanted);
}

/** What a control shows as text is sent as the API knows it. Text that is no such value is sent as it is: the API explains. */
export function scalarBody(type: string, value: FormValue): unknown {
  if (typeof value !== 'string') return value;
  switch (type) {
    case 'integer':
    case 'float':
    case 'decimal':
      return value.trim() === '' ? null : Number.isNaN(Number(value)) ? value : Number(value);
    case 'biginteger':
    case 'date':
    case 'time':
    case 'datetime':
    case 'enumeration':
      return value.trim() === '' ? null : value;
    case 'json':
      return value.trim() === '' ? null : parsed(value);
    default:
      return value;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The form reports text that is not JSON before it sends anything.
    return text;
  }
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
    const old = id === undefined ? undefined : had.find((each) => each.id === id && each.component === component);
    return {
      ...(inZone ? { __component: component } : {}),
      ...(old === undefined ? {} : { id }),
      ...entryBody(components[component]?.attributes ?? [], values, old?.values, components),
    };
  });
}

function entryBody(
  attributes: readonly DescribedAttribute[],
  after: FormValues,
  before: FormValues | undefined,
  components: Components,
): Body {
  const pairs = attributes
    .filter(({ writable }) => writable)
    .map((attribute) => {
      const { name } = attribute;
      return [name, bodyValue(attribute, after[name], before?.[name], components)] as const;
    })
    .filter(([, value]) => value !== undefined && !(before === undefined && isBlank(value)));
  return Object.fromEntries(pairs);
}

/** A new document or entry does not name values that it does not have, so that the defaults of the type hold. */
function isBlank(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
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
