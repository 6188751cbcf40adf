import { fieldCast } from './casts.js';
import { type EntryChanges, type FieldChange, changedEntries } from './sql.js';
import { namesBefore, renamedComponents } from '../renames.js';
import { type SchemaEdit, tableOf } from '../schema-edit.js';
import type { ComponentState, ModelState } from '../../state/state.js';
import { id, statement } from '../statement.js';

/**
 * Renames and converts fields and components inside the jsonb of every row, also nested, repeatable and in dynamic
 * zones. Follows the new model, because a stored model can lag behind: components change without a change of any table.
 */
export function changeEntries(edit: SchemaEdit, old: ModelState, next: ModelState): void {
  const changes = changesOf(old, next);
  if (changes.fields.size === 0 && changes.components.size === 0) return;
  for (const [name, type] of Object.entries(next.types)) {
    for (const [key, attribute] of Object.entries(type.attributes)) {
      const { column } = attribute;
      if (attribute.kind !== 'entries' || tableOf(edit.schema, type.table)?.columns[column]?.type !== 'jsonb') continue;
      const value = changedEntries(id(column), attribute.components, changes);
      if (value === id(column)) continue;
      const sql = `UPDATE ${id(type.table)} SET ${id(column)} = ${value} WHERE ${id(column)} IS NOT NULL`;
      const lost = lostWithin(attribute.components, changes);
      const reason = `rewrites the entries of ${name}.${key} in every row`;
      edit.statements.push(
        lost.length === 0
          ? statement('rewrites', reason, sql)
          : statement('loses data', `${reason}; ${lost.join('; ')}`, sql),
      );
    }
  }
}

function changesOf(old: ModelState, next: ModelState): EntryChanges {
  const before = namesBefore(old.components, next.components);
  const components = renamedComponents(old, next);
  const fields = Object.entries(next.components).flatMap(([name, component]) => {
    const former = old.components[before.get(name) ?? ''];
    const found = fieldChanges(name, former, component, components);
    return found.size === 0 ? [] : [[name, found] as const];
  });
  return { model: next, components, fields: new Map(fields) };
}

function fieldChanges(
  name: string,
  former: ComponentState | undefined,
  { attributes }: ComponentState,
  renamed: ReadonlyMap<string, string>,
): ReadonlyMap<string, FieldChange> {
  const now = new Map([...renamed].map(([component, formerName]) => [formerName, component]));
  const changes = Object.entries(attributes).flatMap(([key, attribute]) => {
    // A field under its new name is done. The former name may be unknown; see above.
    const from = former?.attributes[key] === undefined ? (attribute.renamedFrom ?? key) : key;
    const before = former?.attributes[from];
    const known =
      before?.kind === 'entries'
        ? { ...before, components: before.components.map((component) => now.get(component) ?? component) }
        : before;
    const cast = known === undefined ? undefined : fieldCast(`${name}.${key}`, known, attribute);
    if (from === key && cast === undefined) return [];
    return [[key, { from, ...(cast === undefined ? {} : { cast }) }] as const];
  });
  return new Map(changes);
}

/** The losses when entries of these components are converted. */
function lostWithin(components: readonly string[], changes: EntryChanges): readonly string[] {
  const found = components.flatMap((component) => {
    const own = [...(changes.fields.get(component)?.values() ?? [])].flatMap(({ cast }) => cast?.lost ?? []);
    const attributes = Object.values(changes.model.components[component]?.attributes ?? {});
    const nested = attributes.flatMap((attribute) => (attribute.kind === 'entries' ? attribute.components : []));
    return [...own, ...lostWithin(nested, changes)];
  });
  return [...new Set(found)];
}
