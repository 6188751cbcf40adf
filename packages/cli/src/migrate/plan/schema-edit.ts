import { MigrationProblem } from '../problem.js';
import type { IndexState, SchemaState, TableState } from '../state/state.js';
import { type Statement, id, statement } from './statement.js';

const brief = 'briefly takes an exclusive lock';

/** A description of tables that changes step by step, together with the SQL for the same changes. */
export interface SchemaEdit {
  readonly schema: SchemaState;
  readonly statements: Statement[];
}

export function tableOf(schema: SchemaState, name: string): TableState | undefined {
  return schema.tables[`public.${name}`];
}

export function renameTable({ schema, statements }: SchemaEdit, from: string, to: string): void {
  const table = tableOf(schema, from);
  if (table === undefined || from === to) return;
  if (tableOf(schema, to) !== undefined) throw taken('table', from, to);
  delete schema.tables[`public.${from}`];
  const renamed = { ...table, name: to };
  schema.tables[`public.${to}`] = renamed;
  for (const other of Object.values(schema.tables)) {
    for (const key of Object.values(other.foreignKeys)) {
      if (key.tableFrom === from) key.tableFrom = to;
      if (key.tableTo === from) key.tableTo = to;
    }
  }
  inExpressions(renamed, `${id(from)}.`, `${id(to)}.`);
  const sql = `ALTER TABLE ${id(from)} RENAME TO ${id(to)}`;
  statements.push(statement('locks', `${brief}; running code must use the new name`, sql));
  // PostgreSQL names primary keys, and the description does not contain them.
  if (!Object.values(table.columns).some(({ primaryKey }) => primaryKey)) return;
  const key = `ALTER INDEX IF EXISTS ${id(`${from}_pkey`)} RENAME TO ${id(`${to}_pkey`)}`;
  statements.push(statement('safe', 'changes only a name', key));
}

export function renameColumn({ schema, statements }: SchemaEdit, table: string, from: string, to: string): void {
  const found = tableOf(schema, table);
  const column = found?.columns[from];
  if (found === undefined || column === undefined || from === to) return;
  if (found.columns[to] !== undefined) throw taken('column', `${table}.${from}`, `${table}.${to}`);
  delete found.columns[from];
  found.columns[to] = { ...column, name: to };
  const renamed = (name: string) => (name === from ? to : name);
  for (const key of Object.values(found.foreignKeys)) key.columnsFrom = key.columnsFrom.map(renamed);
  for (const index of Object.values(found.indexes)) {
    for (const part of index.columns) if (!part.isExpression) part.expression = renamed(part.expression);
  }
  inExpressions(found, `${id(table)}.${id(from)}`, `${id(table)}.${id(to)}`);
  statements.push(
    statement(
      'locks',
      `${brief}; running code must use the new name`,
      `ALTER TABLE ${id(table)} RENAME COLUMN ${id(from)} TO ${id(to)}`,
    ),
  );
}

function taken(what: string, from: string, to: string): MigrationProblem {
  return new MigrationProblem(
    `The ${what} ${from} cannot become ${to}, because that is another ${what}. Give one of them a third name first, in a migration of its own.`,
  );
}

export function dropTable({ schema, statements }: SchemaEdit, name: string): void {
  if (tableOf(schema, name) === undefined) return;
  delete schema.tables[`public.${name}`];
  statements.push(statement('loses data', `drops table ${name} with its content`, `DROP TABLE ${id(name)}`));
}

export function dropColumn({ schema, statements }: SchemaEdit, table: string, column: string, reason: string): void {
  const found = tableOf(schema, table);
  if (found?.columns[column] === undefined) return;
  forgetKeys(found, column);
  delete found.columns[column];
  statements.push(statement('loses data', reason, `ALTER TABLE ${id(table)} DROP COLUMN ${id(column)}`));
}

/** Drops the indexes and foreign keys of a column before its type changes. */
export function dropKeys({ schema, statements }: SchemaEdit, table: string, column: string): void {
  const found = tableOf(schema, table);
  if (found === undefined) return;
  const { indexes, keys } = forgetKeys(found, column);
  for (const name of keys) {
    statements.push(statement('locks', brief, `ALTER TABLE ${id(table)} DROP CONSTRAINT ${id(name)}`));
  }
  for (const name of indexes) statements.push(statement('locks', brief, `DROP INDEX ${id(name)}`));
}

/**
 * Drops the unique indexes of a column before its values change. The indexes are built again after a check of the
 * values.
 */
export function dropUniques({ schema, statements }: SchemaEdit, table: string, column: string): void {
  const found = tableOf(schema, table);
  if (found === undefined) return;
  const uniques = Object.values(found.indexes).filter((index) => index.isUnique && mentions(index, table, column));
  for (const { name } of uniques) {
    delete found.indexes[name];
    statements.push(statement('locks', brief, `DROP INDEX ${id(name)}`));
  }
}

/** Renames indexes and constraints that only differ in their name, because creating them again would scan the table. */
export function adoptNames({ schema, statements }: SchemaEdit, next: SchemaState): void {
  for (const [name, table] of Object.entries(schema.tables)) {
    const wanted = next.tables[name];
    if (wanted === undefined) continue;
    for (const [from, to] of renamedAmong(table.indexes, wanted.indexes)) {
      statements.push(statement('safe', 'changes only a name', `ALTER INDEX ${id(from)} RENAME TO ${id(to)}`));
    }
    for (const [from, to] of renamedAmong(table.foreignKeys, wanted.foreignKeys)) {
      const sql = `ALTER TABLE ${id(table.name)} RENAME CONSTRAINT ${id(from)} TO ${id(to)}`;
      statements.push(statement('locks', brief, sql));
    }
    for (const column of Object.values(table.columns)) {
      const [from, to] = [column.identity?.name, wanted.columns[column.name]?.identity?.name];
      if (column.identity === undefined || from === undefined || to === undefined || from === to) continue;
      column.identity.name = to;
      statements.push(statement('safe', 'changes only a name', `ALTER SEQUENCE ${id(from)} RENAME TO ${id(to)}`));
    }
  }
}

function renamedAmong<T extends { name: string }>(
  have: Record<string, T>,
  want: Record<string, T>,
): [string, string][] {
  const nameless = (entry: T) => JSON.stringify({ ...entry, name: '' });
  const found: [string, string][] = [];
  for (const entry of Object.values(want)) {
    if (have[entry.name] !== undefined) continue;
    const twin = Object.values(have).find((one) => !want[one.name] && nameless(one) === nameless(entry));
    if (twin === undefined) continue;
    delete have[twin.name];
    have[entry.name] = { ...twin, name: entry.name };
    found.push([twin.name, entry.name]);
  }
  return found;
}

function forgetKeys(table: TableState, column: string): { indexes: string[]; keys: string[] } {
  const indexes = Object.values(table.indexes).filter((index) => mentions(index, table.name, column));
  const keys = Object.values(table.foreignKeys).filter(({ columnsFrom }) => columnsFrom.includes(column));
  for (const { name } of indexes) delete table.indexes[name];
  for (const { name } of keys) delete table.foreignKeys[name];
  return { indexes: indexes.map(({ name }) => name), keys: keys.map(({ name }) => name) };
}

export function mentions(index: IndexState, table: string, column: string): boolean {
  const qualified = `${id(table)}.${id(column)}`;
  const inColumns = index.columns.some(({ expression, isExpression }) =>
    isExpression ? expression.includes(qualified) : expression === column,
  );
  return inColumns || index.where?.includes(qualified) === true;
}

function inExpressions(table: TableState, from: string, to: string): void {
  for (const index of Object.values(table.indexes)) {
    if (index.where !== undefined) index.where = index.where.replaceAll(from, to);
    for (const part of index.columns) if (part.isExpression) part.expression = part.expression.replaceAll(from, to);
  }
}
