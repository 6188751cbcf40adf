import { type SchemaEdit, dropUniques, tableOf } from '../schema-edit.js';
import type { AttributeState, ModelState, State, TypeState } from '../../state/state.js';
import { type Statement, id, statement, sqlText } from '../statement.js';

/** The default of a column as SQL, if the generated types promise a value: a new column gets it in every row. */
export function promisedDefault({ model, schema }: State, table: string, column: string): string | undefined {
  const type = Object.values(model.types).find((one) => one.table === table);
  const attribute = Object.values(type?.attributes ?? {}).find((one) => one.column === column);
  if (type === undefined || attribute === undefined || isPromised(type, attribute) !== true) return undefined;
  return valueOf(attribute, tableOf(schema, table)?.columns[column]?.type ?? '');
}

/** Gives existing rows the default of an attribute whose value the generated types promise from now on. */
export function fillDefaults(edit: SchemaEdit, old: ModelState, next: State): readonly Statement[] {
  return Object.entries(next.model.types).flatMap(([name, type]) =>
    Object.entries(type.attributes).flatMap(([key, attribute]) => {
      const former = old.types[name];
      const before = former?.attributes[key];
      const { column } = attribute;
      const isThere = tableOf(edit.schema, type.table)?.columns[column] !== undefined;
      if (former === undefined || before === undefined || !isThere) return [];
      // A snapshot of an older release does not tell, and must not cause a migration.
      if (isPromised(former, before) !== false) return [];
      const value = promisedDefault(next, type.table, column);
      if (value === undefined) return [];
      if (attribute.kind === 'scalar' && attribute.unique) dropUniques(edit, type.table, column);
      const sql = `UPDATE ${id(type.table)} SET ${id(column)} = ${value} WHERE ${id(column)} IS NULL`;
      return [statement('rewrites', `gives ${name}.${key} its default in rows without a value`, sql)];
    }),
  );
}

/**
 * Drops the default that a new column got in the database, when the types do not promise a value any more: otherwise a
 * server of that release would store it for documents that leave the attribute out.
 */
export function dropDefaults(edit: SchemaEdit, old: ModelState, next: State): readonly Statement[] {
  return Object.entries(next.model.types).flatMap(([name, type]) =>
    Object.entries(type.attributes).flatMap(([key, attribute]) => {
      const former = old.types[name];
      const before = former?.attributes[key];
      const isThere = tableOf(edit.schema, type.table)?.columns[attribute.column] !== undefined;
      if (former === undefined || before === undefined || !isThere) return [];
      if (isPromised(former, before) !== true || isPromised(type, attribute) === true) return [];
      return [statement('locks', `${name}.${key} may be empty now`, dropDefault(type.table, attribute.column))];
    }),
  );
}

export function dropDefault(table: string, column: string): string {
  return `ALTER TABLE ${id(table)} ALTER COLUMN ${id(column)} DROP DEFAULT`;
}

/** Whether documents always have a value because of a default. Undefined if the snapshot does not tell. */
export function isPromised({ draftAndPublish }: TypeState, attribute: AttributeState): boolean | undefined {
  // The types promise nothing about drafts, and do not contain passwords.
  if (draftAndPublish || attribute.kind !== 'scalar' || attribute.type === 'password') return false;
  if (attribute.required === undefined) return undefined;
  return attribute.required && attribute.default !== undefined && attribute.default !== null;
}

function valueOf(attribute: AttributeState, type: string): string | undefined {
  if (attribute.kind !== 'scalar' || attribute.default === undefined) return undefined;
  return sqlText(type === 'jsonb' ? JSON.stringify(attribute.default) : String(attribute.default));
}
