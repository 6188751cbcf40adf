import { linkTable, rankColumn } from '../../model/names/names.js';
import { type SchemaEdit, renameColumn, renameTable, tableOf } from './schema-edit.js';
import { dropTakenColumns, dropTakenTables, inOrderOfNames } from './taken-names.js';
import type { AttributeState, Attributes, ModelState, SchemaState, TypeState } from '../state/state.js';
import { type Statement, id, statement, sqlText } from './statement.js';

/**
 * Renames tables, columns and stored names, so that the next steps find old and new under the same names. Returns the
 * old model with the new names.
 */
export function applyRenames(edit: SchemaEdit, old: ModelState, next: ModelState): ModelState {
  const formerNames = namesBefore(old.types, next.types);
  const names: Names = {
    types: new Map([...formerNames].map(([name, former]) => [former, name])),
    components: new Map([...renamedComponents(old, next)].map(([name, former]) => [former, name])),
  };
  const removed = Object.entries(old.types).flatMap(([name, type]) => (names.types.has(name) ? [] : [type]));
  dropTakenTables(edit, removed, next);
  const types: Record<string, TypeState> = {};
  const pairs = [...formerNames].flatMap(([name, former]) => {
    const [before, now] = [old.types[former], next.types[name]];
    return before && now ? [{ before: { name: former, type: before }, now: { name, type: now } }] : [];
  });
  const ordered = inOrderOfNames(pairs, ({ before, now }) => ({ from: before.type.table, to: now.type.table }));
  for (const { before, now } of ordered) types[now.name] = renameType(edit, before, now, names);
  for (const [name, type] of Object.entries(old.types)) if (!names.types.has(name)) types[name] = type;
  return { ...old, types };
}

/** Renames columns of the runtime that got its prefix in a later release: `status` is now `cg_status`. */
export function prefixColumns(edit: SchemaEdit, model: ModelState, next: SchemaState): void {
  const types = new Map(Object.values(model.types).map((type) => [type.table, type]));
  for (const { name, columns: before } of Object.values(edit.schema.tables)) {
    const attributes = new Set(Object.values(types.get(name)?.attributes ?? {}).map(({ column }) => column));
    const now = tableOf(next, name)?.columns ?? {};
    for (const column of Object.keys(before)) {
      const prefixed = `cg_${column}`;
      const isPrefixed = now[prefixed] !== undefined && before[prefixed] === undefined;
      if (isPrefixed && !attributes.has(column)) renameColumn(edit, name, column, prefixed);
    }
  }
}

/** The current name, by former name. */
interface Names {
  readonly types: ReadonlyMap<string, string>;
  readonly components: ReadonlyMap<string, string>;
}

/**
 * The former name, by current name. The stored model may lack the former name, because components change without a
 * change of any table.
 */
export function renamedComponents(old: ModelState, next: ModelState): ReadonlyMap<string, string> {
  const renamed = Object.entries(next.components).flatMap(([name, { renamedFrom }]) =>
    renamedFrom === undefined || old.components[name] !== undefined ? [] : [[name, renamedFrom] as const],
  );
  return new Map(renamed);
}

export interface Renamable {
  readonly renamedFrom?: string;
}

/** The former name, by current name. New entries are left out. */
export function namesBefore(
  old: Readonly<Record<string, unknown>>,
  next: Readonly<Record<string, Renamable>>,
): ReadonlyMap<string, string> {
  const names = Object.entries(next).flatMap(([name, { renamedFrom }]) => {
    if (old[name] !== undefined) return [[name, name] as const];
    return renamedFrom !== undefined && old[renamedFrom] !== undefined ? [[name, renamedFrom] as const] : [];
  });
  return new Map(names);
}

interface NamedType {
  readonly name: string;
  readonly type: TypeState;
}

function renameType(
  edit: SchemaEdit,
  { name: formerName, type: former }: NamedType,
  { name, type }: NamedType,
  names: Names,
): TypeState {
  if (formerName !== name) {
    for (const table of ['cg_documents', 'cg_unique_values'].filter((each) => tableOf(edit.schema, each))) {
      const sql = `UPDATE ${id(table)} SET "type" = ${sqlText(name)} WHERE "type" = ${sqlText(formerName)}`;
      edit.statements.push(statement('rewrites', `documents of ${formerName} become documents of ${name}`, sql));
    }
    if (tableOf(edit.schema, 'cg_tokens') !== undefined) edit.statements.push(renameRights(formerName, name));
  }
  renameTable(edit, former.table, type.table);
  const before = namesBefore(former.attributes, type.attributes);
  const renamed = new Map([...before].map(([key, formerKey]) => [formerKey, key]));
  const gone = Object.entries(former.attributes).flatMap(([key, attribute]) => (renamed.has(key) ? [] : [attribute]));
  dropTakenColumns(edit, type.table, gone, type.attributes);
  const attributes: Record<string, AttributeState> = {};
  const moves = Object.entries(former.attributes).map(([key, attribute]) => {
    const newKey = renamed.get(key) ?? key;
    return { key, attribute, newKey, column: type.attributes[newKey]?.column ?? attribute.column };
  });
  const ordered = inOrderOfNames(moves, ({ attribute, column }) => ({ from: attribute.column, to: column }));
  for (const { key, attribute, newKey, column } of ordered) {
    attributes[newKey] = withNames(renameAttribute(edit, type.table, attribute, column), names);
    const isRelation = attribute.kind === 'relation' || attribute.kind === 'other';
    if (newKey !== key && isRelation && former.draftAndPublish) renameMarks(edit, type.table, key, newKey);
  }
  renamePaths(edit, name, former.attributes, renamed);
  return { ...former, table: type.table, attributes };
}

/** Stored tokens name content types: `article.find`. */
function renameRights(from: string, to: string): Statement {
  const renamed = `CASE WHEN starts_with(a, ${sqlText(`${from}.`)}) THEN ${sqlText(to)} || substr(a, ${from.length + 1}) ELSE a END`;
  const actions = `SELECT jsonb_agg(${renamed} ORDER BY n) FROM jsonb_array_elements_text("actions") WITH ORDINALITY x(a, n)`;
  const sql = `UPDATE "cg_tokens" SET "actions" = (${actions}) WHERE jsonb_array_length("actions") > 0`;
  return statement('rewrites', `renames ${from} to ${to} in the actions of tokens`, sql);
}

function renameAttribute(edit: SchemaEdit, table: string, attribute: AttributeState, column: string): AttributeState {
  if (attribute.kind === 'other') return { ...attribute, column };
  if (attribute.kind !== 'relation') {
    renameColumn(edit, table, attribute.column, column);
    return { ...attribute, column };
  }
  const { storage } = attribute;
  if (storage.at === 'link') {
    const link = linkTable(table, column);
    renameTable(edit, storage.table, link);
    return { ...attribute, column, storage: { at: 'link', table: link } };
  }
  renameColumn(edit, table, attribute.column, column);
  if (storage.rank === undefined) return { ...attribute, column };
  const rank = rankColumn(column);
  renameColumn(edit, table, storage.rank, rank);
  return { ...attribute, column, storage: { at: 'column', rank } };
}

function withNames(attribute: AttributeState, { types, components }: Names): AttributeState {
  if (attribute.kind === 'entries') {
    return { ...attribute, components: attribute.components.map((name) => components.get(name) ?? name) };
  }
  if (attribute.kind !== 'relation' || attribute.target === undefined) return attribute;
  return { ...attribute, target: types.get(attribute.target) ?? attribute.target };
}

/** Drafts store the names of the lists that differ from the published version. */
function renameMarks({ schema, statements }: SchemaEdit, table: string, from: string, to: string): void {
  const columns = Object.keys(tableOf(schema, table)?.columns ?? {});
  const marks = columns.find((column) => /^(cg_)?diverged$/.test(column));
  if (marks === undefined) return;
  const pattern = sqlText(`^${from}(?=$|[+-])`);
  statements.push(
    statement(
      'rewrites',
      `renames ${from} to ${to} in the marks of drafts`,
      `UPDATE ${id(table)} SET ${id(marks)} = (SELECT array_agg(regexp_replace(m, ${pattern}, ${sqlText(to)})) FROM unnest(${id(marks)}) m) WHERE array_to_string(${id(marks)}, ' ') ~ ${sqlText(`(^| )${from}($|[ +-])`)}`,
    ),
  );
}

/** Unique values inside components are stored with their path. */
function renamePaths(edit: SchemaEdit, type: string, former: Attributes, renamed: ReadonlyMap<string, string>): void {
  if (tableOf(edit.schema, 'cg_unique_values') === undefined) return;
  for (const [from, to] of renamed) {
    if (from === to || former[from]?.kind !== 'entries') continue;
    const sql = `UPDATE "cg_unique_values" SET "path" = ${sqlText(`${to}.`)} || substr("path", ${from.length + 2}) WHERE "type" = ${sqlText(type)} AND starts_with("path", ${sqlText(`${from}.`)})`;
    edit.statements.push(statement('rewrites', `moves unique values of ${from} to ${to}`, sql));
  }
}
