import type { AttributeState, Attributes, ModelState, TypeState } from '../state/state.js';
import { type SchemaEdit, dropColumn, dropTable } from './schema-edit.js';

/**
 * Drops the tables of removed types whose names other types take. Otherwise a rename would meet them, and a new type
 * would get their columns.
 */
export function dropTakenTables(edit: SchemaEdit, removed: readonly TypeState[], next: ModelState): void {
  const types = Object.values(next.types);
  const taken = new Set(
    types.flatMap(({ table, attributes }) => [table, ...Object.values(attributes).flatMap(linkOf)]),
  );
  for (const { table, attributes } of removed) {
    const links = Object.values(attributes).flatMap(linkOf);
    if (![table, ...links].some((name) => taken.has(name))) continue;
    for (const name of [...links, table]) dropTable(edit, name);
  }
}

/** Drops the columns and links of removed attributes whose names other attributes take. */
export function dropTakenColumns(
  edit: SchemaEdit,
  table: string,
  removed: readonly AttributeState[],
  next: Attributes,
) {
  const attributes = Object.values(next);
  const [columns, links] = [new Set(attributes.flatMap(columnsOf)), new Set(attributes.flatMap(linkOf))];
  for (const attribute of removed) {
    for (const link of linkOf(attribute)) if (links.has(link)) dropTable(edit, link);
    const own = columnsOf(attribute);
    if (!own.some((column) => columns.has(column))) continue;
    for (const column of own) dropColumn(edit, table, column, `drops column ${table}.${column} with its content`);
  }
}

/** Sorts renames, so that a rename to a name comes after the rename that frees the name. */
export function inOrderOfNames<T>(all: readonly T[], namesOf: (one: T) => { from: string; to: string }): readonly T[] {
  const rest = [...all];
  const ordered: T[] = [];
  while (rest.length > 0) {
    const isFree = (one: T) => rest.every((other) => other === one || namesOf(other).from !== namesOf(one).to);
    ordered.push(...rest.splice(Math.max(rest.findIndex(isFree), 0), 1));
  }
  return ordered;
}

function linkOf(attribute: AttributeState): readonly string[] {
  return attribute.kind === 'relation' && attribute.storage.at === 'link' ? [attribute.storage.table] : [];
}

function columnsOf(attribute: AttributeState): readonly string[] {
  if (attribute.kind === 'other') return [];
  if (attribute.kind !== 'relation') return [attribute.column];
  const { storage } = attribute;
  if (storage.at === 'link') return [];
  return storage.rank === undefined ? [attribute.column] : [attribute.column, storage.rank];
}
