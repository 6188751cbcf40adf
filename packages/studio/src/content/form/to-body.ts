import { bound, shownAttributes } from './conditions.js';
import { listChanges, nameOf } from './list-changes.js';
import { entriesIn, filesIn, refsIn } from './list-values.js';
import { sameValue } from './same-value.js';
import { scalarBody } from './scalar-body.js';
import type { Components, DescribedAttribute, Entry, FormValue, FormValues, Ref } from './value.js';

export type Body = Record<string, unknown>;

/**
 * The body that turns the document of `before` into that of `after`. The body names only attributes that changed, so
 * that it does not undo changes of other people. Attributes that `before` does not name are new: all of them if the
 * document is new, and those that locales do not share if a locale is new.
 */
export function bodyOf(
  attributes: readonly DescribedAttribute[],
  after: FormValues,
  before: FormValues | undefined,
  components: Components,
): Body {
  const changed = attributes
    .map(({ name }) => name)
    .filter((name) => !has(before, name) || !sameValue(after[name], before[name]));
  const named = new Set(changed);
  for (const names of bound(attributes))
    if (changed.some((name) => names.has(name))) names.forEach((name) => named.add(name));
  const sent = shownAttributes(attributes, after).filter(({ name }) => named.has(name));
  return valuesBody(sent, after, before, components);
}

function has(values: FormValues | undefined, name: string): values is FormValues {
  return values !== undefined && name in values;
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
    .filter(([attribute, value]) => value !== undefined && (has(before, attribute.name) || !isAbsent(attribute, value)))
    .map(([{ name }, value]) => [name, value] as const);
  return Object.fromEntries(pairs);
}

/** Without a value, the default of the attribute would hold; so the body always names an attribute with a default. */
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
      const ids = filesIn(after).map(({ id }) => id);
      return attribute.many ? ids : (ids[0] ?? null);
    }
    case 'component': {
      const entries = entriesBody(entriesIn(after), entriesIn(before), components);
      return attribute.many ? entries : (entries[0] ?? null);
    }
    case 'dynamicZone':
      return entriesBody(entriesIn(after), entriesIn(before), components, true);
    case 'relation':
      return relationBody(attribute, refsIn(after), before === undefined ? undefined : refsIn(before));
  }
}

/** Without `had`, the stored documents are unknown or missing: the wanted list takes their place. */
function relationBody(
  { many }: { readonly many: boolean },
  wanted: readonly Ref[],
  had: readonly Ref[] | undefined,
): unknown {
  if (many) return had === undefined ? wanted.map(nameOf) : listChanges(had, wanted);
  return wanted[0] === undefined ? null : nameOf(wanted[0]);
}

/** Entries with their ids, so that the server changes them in place. */
function entriesBody(
  entries: readonly Entry[],
  had: readonly Entry[],
  components: Components,
  inZone = false,
): readonly Body[] {
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
