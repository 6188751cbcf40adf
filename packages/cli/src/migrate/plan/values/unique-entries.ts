import type { ModelState, SchemaState, State, TypeState } from '../../state/state.js';
import { tableOf } from '../schema-edit.js';
import { type Statement, id, statement, sqlText } from '../statement.js';
import { type EntryPath, entriesWithin } from '../entries/paths.js';
import { repeatedCheck } from './row-checks.js';

/**
 * Registers the unique values in the entries of published versions, where other attributes are unique now, or where
 * other versions are published. A write compares its values with the registered values only. Runs after rows have
 * moved.
 */
export function registerUniqueEntries(schema: SchemaState, old: ModelState, next: State): readonly Statement[] {
  if (tableOf(next.schema, 'cg_unique_values') === undefined) return [];
  return Object.entries(next.model.types).flatMap(([name, type]) => {
    const former = old.types[name];
    if (former === undefined) return [];
    // A new column has no values yet.
    const isStored = ({ column }: UniqueField) => tableOf(schema, type.table)?.columns[column] !== undefined;
    const [before, stored] = [uniqueFields(former, old), uniqueFields(type, next.model).filter(isStored)];
    const isPublished = former.draftAndPublish && !type.draftAndPublish && stored.length > 0;
    if (!isPublished && isEqual(before, stored)) return [];
    const forget = `DELETE FROM "cg_unique_values" WHERE "type" = ${sqlText(name)}`;
    return [
      ...stored.map((field) => repeatedCheck(`${name}.${field.place}`, 'entries', repeated(type, field))),
      statement('rewrites', `forgets the unique values in entries of ${name}`, forget),
      ...stored.map((field) => {
        const reason = `registers the unique values of ${name}.${field.place}`;
        return statement('rewrites', reason, register(name, type, field));
      }),
    ];
  });
}

interface UniqueField extends EntryPath {
  readonly column: string;
  readonly field: string;
  readonly type: string;
}

function uniqueFields({ attributes }: TypeState, model: ModelState): readonly UniqueField[] {
  return Object.entries(attributes).flatMap(([key, attribute]) => {
    if (attribute.kind !== 'entries') return [];
    return entriesWithin(key, attribute, model).flatMap((entry) =>
      Object.entries(model.components[entry.component]?.attributes ?? {}).flatMap(([field, inner]) => {
        if (inner.kind !== 'scalar' || !inner.unique) return [];
        return [{ ...entry, place: `${entry.place}.${field}`, column: attribute.column, field, type: inner.type }];
      }),
    );
  });
}

function isEqual(before: readonly UniqueField[], now: readonly UniqueField[]): boolean {
  const keys = (fields: readonly UniqueField[]) =>
    fields
      .map((field) => JSON.stringify(field))
      .toSorted()
      .join();
  return keys(before) === keys(now);
}

function values({ table }: TypeState, { column, path, field }: UniqueField): string {
  const value = `e -> ${sqlText(field)}`;
  return `SELECT "document_id", "locale", ${value} AS v FROM ${id(table)}, jsonb_path_query(${id(column)}, ${sqlText(path)}) e WHERE "cg_status" = 'published' AND e ->> ${sqlText(field)} <> ''`;
}

function repeated(type: TypeState, field: UniqueField): string {
  return `SELECT left(v #>> '{}', 60) AS v FROM (${values(type, field)}) x GROUP BY "locale", x.v HAVING count(*) > 1 LIMIT 3`;
}

/** The text of a value in jsonb is its JSON, which the runtime hashes. */
function register(name: string, type: TypeState, field: UniqueField): string {
  const hash = `encode(sha256(convert_to(v::text, 'UTF8')), 'hex')`;
  return `INSERT INTO "cg_unique_values" ("type", "path", "locale", "hash", "document_id") SELECT ${sqlText(name)}, ${sqlText(field.place)}, "locale", ${hash}, "document_id" FROM (${values(type, field)}) x ON CONFLICT DO NOTHING`;
}
