import { fitting } from '../../model/names/names.js';
import { MigrationProblem } from '../problem.js';
import type { ColumnState, IndexState, SchemaState, State, TableState } from '../state/state.js';
import { copyStatement, dropTrigger, triggerStatements } from './column-copy.js';
import { type DdlContext, classify, sqlBetween } from './ddl.js';
import { planChanges } from './plan.js';
import { narrowColumns, withRowIds } from './row-ids.js';
import { mentions } from './schema-edit.js';
import { type Statement, firstLine, id, statement, sqlText } from './statement.js';

/** One of several migrations that belong together. */
export interface MigrationStep {
  readonly title: string;
  readonly from: State;
  readonly to: State;
  readonly statements: readonly Statement[];
}

/**
 * Two migrations that give the row ids of existing tables 64 bits. The first copies the ids into columns beside them while
 * the application runs, and the second exchanges the columns under a lock for a moment.
 */
export async function widenIds(from: State, definitions: State): Promise<readonly MigrationStep[]> {
  const [other] = await planChanges(from, withRowIds(from, definitions), { online: true });
  if (other !== undefined) {
    throw new MigrationProblem(
      `The definitions have other changes (${firstLine(other.sql)}). Create a migration for them first.`,
    );
  }
  const narrow = narrowTables(from, definitions);
  if (narrow.length === 0) return [];
  const copied: State = { ...from, schema: withCopies(from.schema, narrow) };
  return [
    { title: 'wide-ids-copy', from, to: copied, statements: await copying(from.schema, copied.schema, narrow) },
    { title: 'wide-ids-swap', from: copied, to: definitions, statements: await swapping(definitions.schema, narrow) },
  ];
}

interface NarrowTable {
  readonly table: TableState;
  readonly columns: readonly ColumnState[];
}

function narrowTables(from: State, to: State): readonly NarrowTable[] {
  const found = narrowColumns(from, to);
  return Object.values(from.schema.tables).flatMap((table) => {
    const columns = Object.values(table.columns).filter(({ name }) => found.has(`${table.name}.${name}`));
    return columns.length === 0 ? [] : [{ table, columns }];
  });
}

/** Tables with rows, in a database that others use. */
const LIVE: DdlContext = { isNew: () => false, isEmptied: () => false, defaultOf: () => undefined, online: true };

const wideName = (name: string) => fitting(`cg_wide_${name}`);
const wideType = (type: string) => type.replace('integer', 'bigint');

function withCopies(schema: SchemaState, narrow: readonly NarrowTable[]): SchemaState {
  const tables = narrow.map(({ table, columns }): [string, TableState] => {
    const copies = columns.map(({ name, type }) => ({
      name: wideName(name),
      type: wideType(type),
      primaryKey: false,
      notNull: false,
    }));
    const indexes = wideIndexes(table, columns).map(({ copy }) => copy);
    return [
      `public.${table.name}`,
      {
        ...table,
        columns: { ...table.columns, ...Object.fromEntries(copies.map((column) => [column.name, column])) },
        indexes: { ...table.indexes, ...Object.fromEntries(indexes.map((index) => [index.name, index])) },
      },
    ];
  });
  return { ...schema, tables: { ...schema.tables, ...Object.fromEntries(tables) } };
}

/** The indexes with narrow columns, and their copies with wide ones. */
function wideIndexes({ name: table, indexes }: TableState, columns: readonly ColumnState[]) {
  return Object.values(indexes)
    .filter((index) => columns.some(({ name }) => mentions(index, table, name)))
    .map((index) => ({ name: index.name, copy: wideIndex(index, table, columns) }));
}

function wideIndex(index: IndexState, table: string, columns: readonly ColumnState[]): IndexState {
  const inText = (sql: string) =>
    columns.reduce(
      (done, { name }) => done.replaceAll(`${id(table)}.${id(name)}`, `${id(table)}.${id(wideName(name))}`),
      sql,
    );
  const isNarrow = (name: string) => columns.some((column) => column.name === name);
  const parts = index.columns.map((part) => {
    if (part.isExpression) return { ...part, expression: inText(part.expression) };
    return isNarrow(part.expression) ? { ...part, expression: wideName(part.expression) } : part;
  });
  const where = index.where === undefined ? {} : { where: inText(index.where) };
  return { ...index, ...where, name: wideName(index.name), columns: parts };
}

async function copying(
  from: SchemaState,
  to: SchemaState,
  narrow: readonly NarrowTable[],
): Promise<readonly Statement[]> {
  const added = (await sqlBetween(from, to)).flatMap((sql) => classify(sql, LIVE));
  const kept = narrow.flatMap(({ table, columns }) => [
    ...triggerStatements(
      triggerOf(table),
      table.name,
      columns.map(({ name }) => `NEW.${id(wideName(name))} := NEW.${id(name)};`),
    ),
    ...neverNull(table, columns),
  ]);
  const copies = narrow.map(({ table: { name: table }, columns }) =>
    copyStatement(
      table,
      columns.map(({ name, type }) => ({ from: name, to: wideName(name), type: wideType(type) })),
    ),
  );
  const keys = narrow.flatMap(({ table, columns }) =>
    columns.filter(isKey).map(({ name }) => primaryIndex(table, name)),
  );
  const all = [...added, ...kept];
  const checks = all.filter(isCheck);
  return [
    ...all.filter(({ alone }) => !alone),
    ...copies,
    ...checks,
    ...all.filter((one) => one.alone && !checks.includes(one)),
    ...keys,
  ];
}

function isCheck({ sql }: Statement): boolean {
  return sql.includes(' VALIDATE CONSTRAINT ');
}

function isKey({ primaryKey }: ColumnState): boolean {
  return primaryKey === true;
}

function triggerOf({ name }: TableState): string {
  return fitting(`cg_wide_ids_${name}`);
}

const constraintOf = ({ name }: TableState) => wideName(`${name}_not_null`);
const primaryName = ({ name }: TableState) => wideName(`${name}_pkey`);

/** PostgreSQL trusts a validated check, so that SET NOT NULL does not read the table under its lock. */
function neverNull(table: TableState, columns: readonly ColumnState[]): readonly Statement[] {
  const required = columns.filter(({ notNull, primaryKey }) => notNull || primaryKey === true);
  if (required.length === 0) return [];
  const check = required.map(({ name }) => `${id(wideName(name))} IS NOT NULL`).join(' AND ');
  const constraint = id(constraintOf(table));
  const add = `ALTER TABLE ${id(table.name)} ADD CONSTRAINT ${constraint} CHECK (${check}) NOT VALID`;
  const validate = `ALTER TABLE ${id(table.name)} VALIDATE CONSTRAINT ${constraint}`;
  return [
    statement('locks', 'briefly takes an exclusive lock; existing rows are checked later', add),
    { ...statement('safe', 'checks the rows without blocking reads and writes', validate), alone: true },
  ];
}

function primaryIndex(table: TableState, column: string): Statement {
  const sql = `CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS ${id(primaryName(table))} ON ${id(table.name)} (${id(wideName(column))})`;
  return { ...statement('safe', 'builds the index without blocking reads and writes', sql), alone: true };
}

async function swapping(to: SchemaState, narrow: readonly NarrowTable[]): Promise<readonly Statement[]> {
  const keys = narrow.flatMap(({ table, columns }) =>
    Object.values(table.foreignKeys)
      .filter(({ columnsFrom }) => columns.some(({ name }) => columnsFrom.includes(name)))
      .map(({ name }) => ({ table: table.name, name })),
  );
  const dropped = keys.map(({ table, name }) => brief(`ALTER TABLE ${id(table)} DROP CONSTRAINT ${id(name)}`));
  const added = (await sqlBetween(withoutKeys(to, keys), to)).flatMap((sql) => classify(sql, LIVE));
  return [
    ...dropped,
    ...narrow.flatMap(swapTable),
    ...added.filter(({ alone }) => !alone),
    ...added.filter(({ alone }) => alone),
  ];
}

function withoutKeys(
  schema: SchemaState,
  keys: readonly { readonly table: string; readonly name: string }[],
): SchemaState {
  const tables = Object.entries(schema.tables).map(([key, table]): [string, TableState] => {
    const kept = Object.entries(table.foreignKeys).filter(
      ([, { name }]) => !keys.some((one) => one.table === table.name && one.name === name),
    );
    return [key, { ...table, foreignKeys: Object.fromEntries(kept) }];
  });
  return { ...schema, tables: Object.fromEntries(tables) };
}

function swapTable({ table, columns }: NarrowTable): readonly Statement[] {
  const alter = (change: string) => brief(`ALTER TABLE ${id(table.name)} ${change}`);
  const required = columns.filter(({ notNull, primaryKey }) => notNull || primaryKey === true);
  const sequences = columns.flatMap(({ name, identity }) =>
    identity === undefined ? [] : [{ name, sequence: identity.name }],
  );
  return [
    ...dropTrigger(triggerOf(table), table.name),
    ...required.map(({ name }) => alter(`ALTER COLUMN ${id(wideName(name))} SET NOT NULL`)),
    ...(required.length === 0 ? [] : [alter(`DROP CONSTRAINT ${id(constraintOf(table))}`)]),
    ...sequences.flatMap(({ name, sequence }) => [
      alter(
        `ALTER COLUMN ${id(wideName(name))} ADD GENERATED BY DEFAULT AS IDENTITY (SEQUENCE NAME ${id(wideName(sequence))})`,
      ),
      statement(
        'safe',
        'new rows continue after the old ones',
        `SELECT setval(${sqlText(id(wideName(sequence)))}, last_value, is_called) FROM ${id(sequence)}`,
      ),
    ]),
    ...columns.flatMap(({ name }) => [
      brief(`ALTER TABLE ${id(table.name)} DROP COLUMN ${id(name)}`, '; its values are in the wide column'),
      alter(`RENAME COLUMN ${id(wideName(name))} TO ${id(name)}`),
    ]),
    ...sequences.map(({ sequence }) => brief(`ALTER SEQUENCE ${id(wideName(sequence))} RENAME TO ${id(sequence)}`)),
    ...(columns.some(isKey)
      ? [alter(`ADD CONSTRAINT ${id(`${table.name}_pkey`)} PRIMARY KEY USING INDEX ${id(primaryName(table))}`)]
      : []),
    ...wideIndexes(table, columns).map(({ name, copy }) => brief(`ALTER INDEX ${id(copy.name)} RENAME TO ${id(name)}`)),
  ];
}

function brief(sql: string, reason = ''): Statement {
  return statement('locks', `briefly takes an exclusive lock${reason}`, sql);
}
