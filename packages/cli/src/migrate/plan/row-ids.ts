import type { ColumnState, ModelState, SchemaState, State, TableState } from '../state/state.js';
import { applyRenames } from './renames.js';
import type { SchemaEdit } from './schema-edit.js';

/**
 * The wanted state, in which row ids of existing tables keep their width. New tables have 64-bit ids. Widening the ids
 * of a large table rewrites it under a lock, so no migration does that as a side effect.
 */
export function withRowIds(from: State, to: State): State {
  const edit: SchemaEdit = { schema: structuredClone(from.schema), statements: [] };
  const model = applyRenames(edit, from.model, to.model);
  const scalars = new Set([...scalarColumns(model), ...scalarColumns(to.model)]);
  return { ...to, schema: { ...to.schema, tables: keptTables(edit.schema, to.schema, scalars) } };
}

/** The columns whose ids have 32 bits, and 64 in the definitions: `articles.id`. Both states have the same names. */
export function narrowColumns(from: State, to: State): ReadonlySet<string> {
  const scalars = new Set([...scalarColumns(from.model), ...scalarColumns(to.model)]);
  const names = Object.entries(to.schema.tables).flatMap(([key, table]) =>
    Object.values(table.columns).flatMap((column) => {
      const name = `${table.name}.${column.name}`;
      const before = from.schema.tables[key]?.columns[column.name];
      const isNarrow = before?.type.startsWith('integer') === true && isOtherWidth(before, column);
      return isNarrow && !scalars.has(name) ? [name] : [];
    }),
  );
  return new Set(names);
}

function keptTables(old: SchemaState, next: SchemaState, scalars: ReadonlySet<string>): Record<string, TableState> {
  const tables = Object.entries(next.tables).map(([key, table]): [string, TableState] => {
    const former = old.tables[key];
    if (former === undefined) return [key, table];
    const columns = Object.entries(table.columns).map(([name, column]): [string, ColumnState] => {
      const before = former.columns[name];
      const isKept = before !== undefined && !scalars.has(`${table.name}.${name}`) && isOtherWidth(before, column);
      return [name, isKept ? withWidth(column, before) : column];
    });
    return [key, { ...table, columns: Object.fromEntries(columns) }];
  });
  return Object.fromEntries(tables);
}

const widths: ReadonlyMap<string, string> = new Map([
  ['integer', 'bigint'],
  ['bigint', 'integer'],
  ['integer[]', 'bigint[]'],
  ['bigint[]', 'integer[]'],
]);

function isOtherWidth(before: ColumnState, now: ColumnState): boolean {
  return widths.get(before.type) === now.type;
}

/** The sequence of an identity has the limits of its width, but takes the new name. */
function withWidth(column: ColumnState, { type, identity }: ColumnState): ColumnState {
  if (column.identity === undefined || identity === undefined) return { ...column, type };
  return { ...column, type, identity: { ...identity, name: column.identity.name } };
}

/** Scalar attributes follow their definition: an integer that becomes a biginteger is widened. */
function scalarColumns({ types }: ModelState): readonly string[] {
  return Object.values(types).flatMap(({ table, attributes }) =>
    Object.values(attributes).flatMap(({ kind, column }) => (kind === 'scalar' ? [`${table}.${column}`] : [])),
  );
}
