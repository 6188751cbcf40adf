import { entriesIn } from './list-values.js';
import { scalarBody } from './scalar-body.js';
import type { Components, DescribedAttribute, FormValue, FormValues } from './value.js';

/**
 * Saved values with the text that a person typed where it means the same: `1.` of a number that grows to `1.5`, and JSON
 * with line breaks of its own. Otherwise a save while a person types would change the text below the caret.
 */
export function asTyped(
  attributes: readonly DescribedAttribute[],
  typed: FormValues,
  saved: FormValues,
  components: Components,
): FormValues {
  const pairs = attributes.map((attribute) => {
    const { name } = attribute;
    return [name, typedValue(attribute, typed[name], saved[name], components)] as const;
  });
  return { ...saved, ...Object.fromEntries(pairs) };
}

function typedValue(
  attribute: DescribedAttribute,
  typed: FormValue,
  saved: FormValue,
  components: Components,
): FormValue {
  if (attribute.kind === 'scalar') return meansSame(attribute.type, typed, saved) ? typed : saved;
  // The value of a private attribute is not known after a save.
  if (saved === undefined || (attribute.kind !== 'component' && attribute.kind !== 'dynamicZone')) return saved;
  const before = entriesIn(typed);
  return entriesIn(saved).map((entry, index) => {
    const was = before[index];
    if (was?.component !== entry.component) return entry;
    const inner = components[entry.component]?.attributes ?? [];
    return { ...entry, values: asTyped(inner, was.values, entry.values, components) };
  });
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'float', 'decimal']);

function meansSame(type: string, typed: FormValue, saved: FormValue): boolean {
  if (typeof typed !== 'string' || typeof saved !== 'string') return false;
  if (type === 'biginteger') return /^[+-]?\d+$/.test(typed) && BigInt(typed) === BigInt(saved);
  if (type !== 'json' && !NUMBERS.has(type)) return false;
  return sortedText(scalarBody(type, typed)) === sortedText(scalarBody(type, saved));
}

/** JSON with sorted keys: the database keeps no order of keys. */
function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
