import type { FieldCast } from './casts.js';
import type { ModelState } from '../../state/state.js';
import { sqlText } from '../statement.js';

/** The changes inside entries. */
export interface EntryChanges {
  /** The new model. */
  readonly model: ModelState;
  /** The former name, by component. */
  readonly components: ReadonlyMap<string, string>;
  /** The changes, by component and field. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, FieldChange>>;
  /** The names of removed fields, by component. */
  readonly gone: ReadonlyMap<string, readonly string[]>;
}

export interface FieldChange {
  /** The former name, or the current one if the field was not renamed. */
  readonly from: string;
  readonly cast?: FieldCast;
  /** Whether entries without the field get it. */
  readonly isAdded?: boolean;
}

/**
 * The SQL expression of the changed value. Without changes it equals the input. `removed`: the components that a dynamic
 * zone does not contain any more. Components have no dynamic zones.
 */
export function changedEntries(
  value: string,
  components: readonly string[],
  changes: EntryChanges,
  removed: readonly string[] = [],
): string {
  return inList(value, (entry) => inEntry(entry, components, changes, 1), removed, 0);
}

type Rewrite = (entry: string) => string;

/** The value is one entry, a list of entries, or null. */
function inList(value: string, rewrite: Rewrite, removed: readonly string[], depth: number): string {
  const each = `x${depth}`;
  const changed = rewrite(`${each}.e`);
  if (changed === `${each}.e` && removed.length === 0) return value;
  const single = rewrite(`v${depth}.e`);
  const isGone = `${each}.e ->> '__component' IN (${removed.map(sqlText).join(', ')})`;
  const kept = removed.length === 0 ? '' : ` WHERE (${isGone}) IS NOT TRUE`;
  return (
    `(SELECT CASE jsonb_typeof(v${depth}.e) WHEN 'array' THEN coalesce((SELECT jsonb_agg(${changed} ORDER BY ${each}.n) ` +
    `FROM jsonb_array_elements(v${depth}.e) WITH ORDINALITY ${each}(e, n)${kept}), '[]'::jsonb) ` +
    `WHEN 'object' THEN ${single} ELSE v${depth}.e END FROM (SELECT ${value} AS e) v${depth})`
  );
}

/** Rewrites an entry that belongs to one of these components. */
function inEntry(entry: string, components: readonly string[], changes: EntryChanges, depth: number): string {
  const cases = components.flatMap((component) => {
    const changed = inComponent(entry, component, changes, depth);
    if (changed === entry) return [];
    const former = changes.components.get(component);
    const known = [component, ...(former === undefined ? [] : [former])];
    const is = `${entry} ->> '__component' IN (${known.map(sqlText).join(', ')})`;
    // If only one component is possible, entries may lack `__component`.
    return [`WHEN ${components.length === 1 ? `(${is} OR NOT ${entry} ? '__component')` : is} THEN ${changed}`];
  });
  return cases.length === 0 ? entry : `CASE ${cases.join(' ')} ELSE ${entry} END`;
}

function inComponent(entry: string, component: string, changes: EntryChanges, depth: number): string {
  const parts: string[] = [];
  const gone = [...(changes.gone.get(component) ?? [])];
  if (changes.components.has(component)) parts.push(`jsonb_build_object('__component', ${sqlText(component)})`);
  for (const [key, attribute] of Object.entries(changes.model.components[component]?.attributes ?? {})) {
    const { from = key, cast, isAdded = false } = changes.fields.get(component)?.get(key) ?? {};
    const value = `${entry} -> ${sqlText(from)}`;
    const inside =
      attribute.kind === 'entries'
        ? inList(value, (inner) => inEntry(inner, attribute.components, changes, depth + 1), [], depth)
        : value;
    const changed = cast === undefined ? inside : cast.convert(inside);
    if (from === key && changed === value) continue;
    if (from !== key) gone.push(from);
    if (isAdded) parts.push(`jsonb_build_object(${sqlText(key)}, ${changed})`);
    else parts.push(from === key ? present(entry, key, changed) : renamed(entry, from, key, changed));
  }
  if (parts.length === 0 && gone.length === 0) return entry;
  const rest = gone.length === 0 ? entry : `(${entry} - ARRAY[${gone.map(sqlText).join(', ')}])`;
  return [rest, ...parts].join(' || ');
}

/** Changes the field only if the entry has it. */
function present(entry: string, key: string, value: string): string {
  return `CASE WHEN ${entry} ? ${sqlText(key)} THEN jsonb_build_object(${sqlText(key)}, ${value}) ELSE '{}'::jsonb END`;
}

/**
 * Moves a field to its new name. A value under the new name is younger, because the new code wrote it before its
 * migration ran. The younger value stays, and so does the former value, which the API shows no more.
 */
function renamed(entry: string, from: string, to: string, value: string): string {
  const isFree = `coalesce(${entry} -> ${sqlText(to)}, 'null') IN ('null', '[]')`;
  const kept = `jsonb_build_object(${sqlText(from)}, ${entry} -> ${sqlText(from)})`;
  const moved = `CASE WHEN ${isFree} THEN jsonb_build_object(${sqlText(to)}, ${value}) ELSE ${kept} END`;
  return `CASE WHEN ${entry} ? ${sqlText(from)} THEN ${moved} ELSE '{}'::jsonb END`;
}
