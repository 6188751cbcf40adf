import { fieldCast } from './casts.js';
import { losesValues } from './lost-values.js';
import { type EntryChanges, type FieldChange, changedEntries } from './sql.js';
import { namesBefore, renamedComponents } from '../renames.js';
import { type SchemaEdit, tableOf } from '../schema-edit.js';
import type { AttributeState, ComponentState, ModelState } from '../../state/state.js';
import { id, statement } from '../statement.js';
import { lossWarning } from '../values/row-checks.js';

/** The models before and after a migration. `model` is the old model with the new names of content types. */
interface Models {
  readonly old: ModelState;
  readonly model: ModelState;
  readonly next: ModelState;
}

/**
 * Renames, converts and removes fields and components inside the jsonb of every row, also nested, repeatable and in
 * dynamic zones. Follows the new model, because a stored model can lag behind: a component gets attributes without a
 * change of any table. Fields that no stored model has stay in the rows.
 */
export function changeEntries(edit: SchemaEdit, { old, model, next }: Models): void {
  const changes = changesOf(old, next);
  for (const [name, type] of Object.entries(next.types)) {
    for (const [key, attribute] of Object.entries(type.attributes)) {
      const { column } = attribute;
      if (attribute.kind !== 'entries' || tableOf(edit.schema, type.table)?.columns[column]?.type !== 'jsonb') continue;
      const { components } = attribute;
      const removed = removedFrom(model.types[name]?.attributes[key], attribute);
      const value = changedEntries(id(column), components, changes, removed);
      if (value === id(column)) continue;
      const sql = `UPDATE ${id(type.table)} SET ${id(column)} = ${value} WHERE ${id(column)} IS NOT NULL`;
      const lost = [
        ...removed.map((one) => `${name}.${key} loses its entries of ${one}`),
        ...lostWithin(components, changes),
      ];
      const reason = `rewrites the entries of ${name}.${key} in every row`;
      const condition = losesValues(id(column), { components, removed }, changes);
      if (lost.length === 0 || condition === undefined) {
        edit.statements.push(statement('rewrites', reason, sql));
        continue;
      }
      const rows = `SELECT 1 FROM ${id(type.table)} WHERE ${condition}`;
      const message = [`Rows that lose values in the entries of ${name}.${key}: `, ''] as const;
      edit.statements.push(
        lossWarning(`counts rows that lose values in the entries of ${name}.${key}`, { rows, message }),
        statement('loses data', `${reason}; ${[...new Set(lost)].join('; ')}`, sql),
      );
    }
  }
}

function changesOf(old: ModelState, next: ModelState): EntryChanges {
  const before = namesBefore(old.components, next.components);
  const components = renamedComponents(old, next);
  const named = Object.entries(next.components).map(([name, component]) => {
    const former = old.components[before.get(name) ?? ''];
    return { name, former, component };
  });
  const fields = named.flatMap(({ name, former, component }) => {
    const found = fieldChanges(name, former, component, components);
    return found.size === 0 ? [] : [[name, found] as const];
  });
  const gone = named.flatMap(({ name, former, component }) => {
    const found = former === undefined ? [] : goneFields(former, component);
    return found.length === 0 ? [] : [[name, found] as const];
  });
  return { model: next, components, fields: new Map(fields), gone: new Map(gone) };
}

/** The fields that a component had, and that have no new name. */
function goneFields(former: ComponentState, { attributes }: ComponentState): readonly string[] {
  const kept = new Set(namesBefore(former.attributes, attributes).values());
  return Object.keys(former.attributes).filter((key) => !kept.has(key));
}

/** The components that a dynamic zone had, by their new names. */
function removedFrom(before: AttributeState | undefined, now: AttributeState): readonly string[] {
  if (before?.kind !== 'entries' || now.kind !== 'entries') return [];
  if (before.shape !== 'zone' || now.shape !== 'zone') return [];
  return before.components.filter((component) => !now.components.includes(component));
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
    const own = [
      ...[...(changes.fields.get(component)?.values() ?? [])].flatMap(({ cast }) => cast?.lost ?? []),
      ...(changes.gone.get(component) ?? []).map((key) => `${component}.${key} is removed`),
    ];
    const attributes = Object.values(changes.model.components[component]?.attributes ?? {});
    const nested = attributes.flatMap((attribute) => (attribute.kind === 'entries' ? attribute.components : []));
    return [...own, ...lostWithin(nested, changes)];
  });
  return [...new Set(found)];
}
