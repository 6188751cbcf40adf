import { namesBefore, renamedComponents } from './renames.js';
import { tableOf, type SchemaEdit } from './schema-edit.js';
import type { Attributes, ModelState } from './state.js';
import { id, statement, text } from './statement.js';

/** What is called otherwise inside entries: components, and their fields. */
interface EntryNames {
  readonly model: ModelState;
  /** By component: pairs of the former name of a field and its name now. */
  readonly fields: ReadonlyMap<string, readonly (readonly [string, string])[]>;
  /** By component: its former name. */
  readonly components: ReadonlyMap<string, string>;
}

/**
 * Renames fields and components inside the jsonb of every row: nested, repeatable and in dynamic zones. Goes by the
 * new model, because components change without any change of a table, so that an old one may lag behind.
 */
export function renameEntries(edit: SchemaEdit, old: ModelState, next: ModelState): void {
  const names = entryNames(old, next);
  if (names.fields.size === 0 && names.components.size === 0) return;
  for (const [name, type] of Object.entries(next.types)) {
    const paths: (readonly [string, string])[] = [];
    for (const [key, attribute] of Object.entries(type.attributes)) {
      const { column } = attribute;
      if (attribute.kind !== 'entries' || !tableOf(edit.schema, type.table)?.columns[column]) continue;
      const value = inList(id(column), (entry) => inEntry(entry, attribute.components, names, 1), 0);
      if (value === id(column)) continue;
      const sql = `UPDATE ${id(type.table)} SET ${id(column)} = ${value} WHERE ${id(column)} IS NOT NULL`;
      edit.statements.push(statement('rewrites', `names inside ${name}.${key} change in every row`, sql));
      paths.push(...uniquePaths(`${key}.`, `${key}.`, attribute, names));
    }
    if (tableOf(edit.schema, 'cg_unique_values') === undefined) continue;
    for (const [from, to] of paths) {
      if (from === to) continue;
      const sql = `UPDATE "cg_unique_values" SET "path" = ${text(to)} WHERE "type" = ${text(name)} AND "path" = ${text(from)}`;
      edit.statements.push(statement('rewrites', 'unique values are found under their new path', sql));
    }
  }
}

function entryNames(old: ModelState, next: ModelState): EntryNames {
  const before = namesBefore(old.components, next.components);
  const fields = Object.entries(next.components).flatMap(([name, { attributes }]) => {
    const former = old.components[before.get(name) ?? '']?.attributes;
    // What is known by its new name is done. The old name need not be known: see above.
    const pairs = Object.entries(attributes).flatMap(([key, { renamedFrom }]) =>
      renamedFrom === undefined || former?.[key] !== undefined ? [] : [[renamedFrom, key] as const],
    );
    return pairs.length === 0 ? [] : [[name, pairs] as const];
  });
  return { model: next, fields: new Map(fields), components: renamedComponents(old, next) };
}

type Rewrite = (entry: string) => string;

/** A value that is one entry, a list of entries, or null. */
function inList(value: string, rewrite: Rewrite, depth: number): string {
  const each = `x${depth}`;
  const changed = rewrite(`${each}.e`);
  if (changed === `${each}.e`) return value;
  const single = rewrite(`v${depth}.e`);
  return (
    `(SELECT CASE jsonb_typeof(v${depth}.e) WHEN 'array' THEN coalesce((SELECT jsonb_agg(${changed} ORDER BY ${each}.n) ` +
    `FROM jsonb_array_elements(v${depth}.e) WITH ORDINALITY ${each}(e, n)), '[]'::jsonb) ` +
    `WHEN 'object' THEN ${single} ELSE v${depth}.e END FROM (SELECT ${value} AS e) v${depth})`
  );
}

/** One entry of one of these components. */
function inEntry(entry: string, components: readonly string[], names: EntryNames, depth: number): string {
  const cases = components.flatMap((component) => {
    const changed = inComponent(entry, component, names, depth);
    if (changed === entry) return [];
    const known = [component, ...(names.components.has(component) ? [names.components.get(component)!] : [])];
    const is = `${entry} ->> '__component' IN (${known.map(text).join(', ')})`;
    // Where only one is possible, entries need not say which one they are.
    return [`WHEN ${components.length === 1 ? `(${is} OR NOT ${entry} ? '__component')` : is} THEN ${changed}`];
  });
  return cases.length === 0 ? entry : `CASE ${cases.join(' ')} ELSE ${entry} END`;
}

function inComponent(entry: string, component: string, names: EntryNames, depth: number): string {
  const parts: string[] = [];
  const gone: string[] = [];
  if (names.components.has(component)) parts.push(`jsonb_build_object('__component', ${text(component)})`);
  for (const [from, to] of names.fields.get(component) ?? []) {
    gone.push(from);
    parts.push(present(entry, from, to, `${entry} -> ${text(from)}`));
  }
  for (const [key, attribute] of Object.entries(names.model.components[component]?.attributes ?? {})) {
    if (attribute.kind !== 'entries') continue;
    const from = names.fields.get(component)?.find(([, to]) => to === key)?.[0] ?? key;
    const value = `${entry} -> ${text(from)}`;
    const changed = inList(value, (inner) => inEntry(inner, attribute.components, names, depth + 1), depth);
    if (changed !== value) parts.push(present(entry, from, key, changed));
  }
  if (parts.length === 0) return entry;
  const rest = gone.length === 0 ? entry : `(${entry} - ARRAY[${gone.map(text).join(', ')}])`;
  return [rest, ...parts].join(' || ');
}

/** Nothing where the entry does not have the field. */
function present(entry: string, from: string, to: string, value: string): string {
  return `CASE WHEN ${entry} ? ${text(from)} THEN jsonb_build_object(${text(to)}, ${value}) ELSE '{}'::jsonb END`;
}

/** Paths to unique fields, as they were and as they are. */
function uniquePaths(
  from: string,
  to: string,
  { shape, components }: { readonly shape: string; readonly components: readonly string[] },
  names: EntryNames,
): (readonly [string, string])[] {
  return components.flatMap((component) => {
    const former = names.components.get(component) ?? component;
    const attributes: Attributes = names.model.components[component]?.attributes ?? {};
    const [start, end] = shape === 'zone' ? [`${from}${former}.`, `${to}${component}.`] : [from, to];
    return Object.entries(attributes).flatMap(([key, attribute]) => {
      const formerKey = names.fields.get(component)?.find(([, name]) => name === key)?.[0] ?? key;
      if (attribute.kind === 'entries') return uniquePaths(`${start}${formerKey}.`, `${end}${key}.`, attribute, names);
      const isUnique = attribute.kind === 'scalar' && attribute.unique;
      return isUnique ? [[`${start}${formerKey}`, `${end}${key}`] as const] : [];
    });
  });
}
