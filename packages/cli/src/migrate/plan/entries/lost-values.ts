import type { EntryChanges } from './sql.js';
import { sqlText } from '../statement.js';

/** The components that an attribute may contain, and those that it does not contain any more. */
interface Place {
  readonly components: readonly string[];
  readonly removed: readonly string[];
}

/** The SQL condition for rows whose entries lose a value. Undefined if none can. */
export function losesValues(value: string, place: Place, changes: EntryChanges): string | undefined {
  return inList(value, place, changes, 0);
}

/** The value is one entry, a list of entries, or null. */
function inList(value: string, place: Place, changes: EntryChanges, depth: number): string | undefined {
  const [v, entry] = [`w${depth}.v`, `y${depth}.e`];
  const conditions = [
    ...(place.removed.length === 0 ? [] : [`${entry} ->> '__component' IN (${place.removed.map(sqlText).join(', ')})`]),
    ...place.components.flatMap((component) => {
      const found = inComponent(entry, component, changes, depth);
      if (found === undefined) return [];
      const former = changes.components.get(component);
      const known = [component, ...(former === undefined ? [] : [former])];
      const is = `${entry} ->> '__component' IN (${known.map(sqlText).join(', ')})`;
      const mayBe = place.components.length === 1 ? `(${is} OR NOT ${entry} ? '__component')` : is;
      return [`${mayBe} AND (${found})`];
    }),
  ];
  if (conditions.length === 0) return undefined;
  const list = `CASE jsonb_typeof(${v}) WHEN 'array' THEN ${v} WHEN 'object' THEN jsonb_build_array(${v}) ELSE '[]'::jsonb END`;
  return `EXISTS (SELECT 1 FROM (SELECT ${value} AS v) w${depth}, jsonb_array_elements(${list}) y${depth}(e) WHERE ${conditions.join(' OR ')})`;
}

function inComponent(entry: string, component: string, changes: EntryChanges, depth: number): string | undefined {
  const fields = changes.fields.get(component);
  const lossy = [...(fields?.values() ?? [])].flatMap(({ from, cast }) => (cast?.lost === undefined ? [] : [from]));
  const conditions = [...(changes.gone.get(component) ?? []), ...lossy].map((key) =>
    hasValue(`${entry} -> ${sqlText(key)}`),
  );
  for (const [key, attribute] of Object.entries(changes.model.components[component]?.attributes ?? {})) {
    if (attribute.kind !== 'entries') continue;
    const { from = key } = fields?.get(key) ?? {};
    const place = { components: attribute.components, removed: [] };
    const inside = inList(`${entry} -> ${sqlText(from)}`, place, changes, depth + 1);
    if (inside !== undefined) conditions.push(inside);
  }
  return conditions.length === 0 ? undefined : conditions.join(' OR ');
}

/** Entries have every attribute, also those without a value. */
function hasValue(value: string): string {
  return `coalesce(${value}, 'null'::jsonb) NOT IN ('null'::jsonb, '[]'::jsonb)`;
}
