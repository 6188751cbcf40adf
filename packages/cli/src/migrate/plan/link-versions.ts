import { fitting } from '../../model/names/names.js';
import type { ColumnState, SchemaState, TableState } from '../state/state.js';
import { fillStatement } from './column-copy.js';
import { tableOf } from './schema-edit.js';
import { type Statement, id, statement, sqlText } from './statement.js';

/**
 * Links know the status and the locale of the version that owns them. New link tables get the triggers that keep both,
 * and tables of a former release get the columns, filled while the application runs. Adds the columns to `old`.
 */
export async function keepLinks(old: SchemaState, next: SchemaState, online: boolean): Promise<readonly Statement[]> {
  const tables = Object.values(next.tables).filter(hasVersions);
  const lacking = tables.filter(({ name }) => !hasVersions(tableOf(old, name)));
  const isFirst = !Object.values(old.tables).some(hasVersions);
  const statements: Statement[] = [];
  if (isFirst && lacking.length > 0) statements.push(...(await functions()));
  for (const table of lacking) {
    const former = tableOf(old, table.name);
    statements.push(...(former === undefined ? [keep(table, true)] : extend(former, table, online)));
    if (former !== undefined) addVersions(old, former, table);
  }
  return statements;
}

const VERSION = ['published', 'locale'];

/** Whether a table is a link table whose links know their versions. */
function hasVersions(table: TableState | undefined): boolean {
  return table !== undefined && ['source_id', 'target_id', ...VERSION].every((name) => name in table.columns);
}

function addVersions(schema: SchemaState, former: TableState, { columns }: TableState): void {
  const added = Object.fromEntries(Object.entries(columns).filter(([name]) => VERSION.includes(name)));
  schema.tables[`public.${former.name}`] = { ...former, columns: { ...former.columns, ...added } };
}

async function functions(): Promise<readonly Statement[]> {
  const { linkFunctions } = await import('@content-gen/runtime/tables');
  return linkFunctions.map((sql) => statement('safe', 'keeps the status and the locale of links', sql));
}

function keep({ name }: TableState, isNew: boolean): Statement {
  const sql = `SELECT cg_keep_links(${sqlText(id(name))})`;
  if (isNew) return statement('safe', 'keeps the status and the locale of links in a new table', sql);
  return statement('locks', 'briefly blocks writes; keeps the status and the locale of new links', sql);
}

/** Servers of the last release write links without the columns: the trigger fills them. */
function extend(former: TableState, table: TableState, online: boolean): readonly Statement[] {
  const name = id(table.name);
  const added = VERSION.map((column) => `ADD COLUMN ${id(column)} ${columnOf(table, column).type}`).join(', ');
  const check = id(fitting(`${table.name}_version`));
  const notNull = VERSION.map((column) => `ALTER COLUMN ${id(column)} SET NOT NULL`).join(', ');
  const limit = VERSION.map((column) => `${id(column)} IS NOT NULL`).join(' AND ');
  const brief = 'briefly takes an exclusive lock';
  const begin = [
    statement('safe', 'new columns; rewrites no rows', `ALTER TABLE ${name} ${added}`),
    keep(table, false),
  ];
  const filled = fillStatement(table.name, fillingOf(former), online);
  if (!online) return [...begin, filled, statement('locks', brief, `ALTER TABLE ${name} ${notNull}`)];
  return [
    ...begin,
    statement(
      'locks',
      `${brief}; rows are checked later`,
      `ALTER TABLE ${name} ADD CONSTRAINT ${check} CHECK (${limit}) NOT VALID`,
    ),
    filled,
    alone(
      'safe',
      'checks the rows without blocking reads and writes',
      `ALTER TABLE ${name} VALIDATE CONSTRAINT ${check}`,
    ),
    // PostgreSQL trusts the check, so that it does not read the table under the lock.
    alone('locks', brief, `ALTER TABLE ${name} ${notNull}, DROP CONSTRAINT IF EXISTS ${check}`),
  ];
}

function alone(effect: 'safe' | 'locks', reason: string, sql: string): Statement {
  return { ...statement(effect, reason, sql), alone: true };
}

function columnOf({ name, columns }: TableState, column: string): ColumnState {
  const found = columns[column];
  if (found === undefined) throw new Error(`${name} has no column ${column}`);
  return found;
}

function fillingOf({ name, foreignKeys }: TableState) {
  const owners = Object.values(foreignKeys).find(({ columnsFrom }) => columnsFrom.includes('source_id'))?.tableTo;
  if (owners === undefined) throw new Error(`${name} has no key of its versions`);
  const table = id(name);
  return {
    set: `"published" = v."cg_status" = 'published', "locale" = v."locale"`,
    from: `${id(owners)} v`,
    where: `v."id" = ${table}."source_id" AND ${table}."published" IS NULL`,
  };
}
