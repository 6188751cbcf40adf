import { type IndexState, type SchemaState, type TableState, isSame } from '../state/state.js';
import { type Statement, createsIndex, id, statement } from './statement.js';
import { repeatedCheck } from './values/row-checks.js';

/** The old tables together with all additions. */
export function withAdditions(old: SchemaState, next: SchemaState): SchemaState {
  const tables = Object.entries(next.tables).map(([key, table]) => {
    const former = old.tables[key];
    return [key, former === undefined ? table : merged(former, table)] as const;
  });
  return {
    tables: { ...old.tables, ...Object.fromEntries(tables) },
    sequences: { ...next.sequences, ...old.sequences },
  };
}

function merged(former: TableState, table: TableState): TableState {
  if (isSame(former, table)) return former;
  return {
    ...former,
    columns: { ...table.columns, ...former.columns },
    indexes: { ...table.indexes, ...former.indexes },
    foreignKeys: { ...table.foreignKeys, ...former.foreignKeys },
  };
}

/**
 * The SQL between two descriptions. One description must only add to the other, because drizzle-kit asks questions
 * about anything else.
 */
export async function sqlBetween(from: SchemaState, to: SchemaState): Promise<readonly string[]> {
  const keys = new Set([...Object.keys(from.tables), ...Object.keys(to.tables)]);
  // Leaves equal tables out, which are nearly all of a large project.
  const changed = [...keys].filter((key) => !isSame(from.tables[key], to.tables[key]));
  if (changed.length === 0 && isSame(from.sequences, to.sequences)) return [];
  const [before, after] = [only(from, changed), only(to, changed)];
  const { generateDrizzleJson, generateMigration } = await import('drizzle-kit/api');
  const frame = generateDrizzleJson({});
  // SchemaState names only the parts of drizzle-kit's description that content-gen reads; the values are complete.
  const described = (state: SchemaState) => ({ ...frame, ...state }) as typeof frame;
  const statements = await generateMigration(described(before), described(after));
  return statements.map((sql) => sql.trim().replace(/;$/, '')).filter((sql) => !sql.endsWith('ROW LEVEL SECURITY'));
}

function only({ tables, sequences }: SchemaState, keys: readonly string[]): SchemaState {
  const entries = keys.flatMap((key) => (tables[key] === undefined ? [] : [[key, tables[key]] as const]));
  return { tables: Object.fromEntries(entries), sequences };
}

export interface DdlContext {
  /** Whether a table is new, so that it is empty and locks on it disturb no other session. */
  readonly isNew: (table: string) => boolean;
  /** Whether the content of a table or column (`articles.author`) has been copied elsewhere. */
  readonly isEmptied: (storage: string) => boolean;
  /** The default that a new column has in existing rows, as SQL. */
  readonly defaultOf: (table: string, column: string) => string | undefined;
  /** Whether other sessions use the database at the same time. */
  readonly online: boolean;
}

const brief = 'briefly takes an exclusive lock';

/** Classifies a statement of drizzle-kit and rewrites it to the form that blocks other sessions least. */
export function classify(sql: string, context: DdlContext): readonly Statement[] {
  const [first = '', second = ''] = quotedNames(sql);
  if (sql.startsWith('CREATE TABLE')) return [statement('safe', 'a new table', sql)];
  if (sql.startsWith('CREATE SEQUENCE')) return [statement('safe', 'a new sequence', sql)];
  if (createsIndex({ sql })) return [newIndex(sql, second, context)];
  if (sql.startsWith('DROP TABLE')) {
    const plain = sql.replace(/ CASCADE$/, '');
    if (context.isEmptied(first)) return [statement('locks', `${brief}; its content has moved`, plain)];
    return [statement('loses data', `drops table ${first} with its content`, plain)];
  }
  if (sql.startsWith('DROP INDEX'))
    return [statement('locks', brief, sql.replace('DROP INDEX', 'DROP INDEX IF EXISTS'))];
  if (/^ALTER TABLE "[^"]+" ADD CONSTRAINT .* FOREIGN KEY/.test(sql)) return newKey(sql, first, second, context);
  if (/^ALTER TABLE "[^"]+" ADD COLUMN/.test(sql)) return newColumn(sql, first, second, context);
  if (/^ALTER TABLE "[^"]+" DROP COLUMN/.test(sql)) {
    if (context.isEmptied(`${first}.${second}`)) return [statement('locks', `${brief}; its content has moved`, sql)];
    return [statement('loses data', `drops column ${first}.${second} with its content`, sql)];
  }
  if (sql.startsWith('DROP SEQUENCE')) return [statement('loses data', 'drops a sequence', sql)];
  if (sql.endsWith('SET NOT NULL')) return [statement('locks', 'reads the whole table under an exclusive lock', sql)];
  if (sql.includes('SET DATA TYPE')) {
    return [statement('rewrites', 'rewrites every row under an exclusive lock', sql)];
  }
  return [statement('locks', brief, sql)];
}

function newIndex(sql: string, table: string, { isNew, online }: DdlContext): Statement {
  if (isNew(table)) return statement('safe', 'an index of a new table', sql);
  if (!online) return statement('locks', 'blocks writes until the index is built', sql);
  const concurrently = sql.replace(/INDEX (?=")/, 'INDEX CONCURRENTLY IF NOT EXISTS ');
  return { ...statement('safe', 'builds the index without blocking reads and writes', concurrently), alone: true };
}

function newKey(sql: string, table: string, name: string, { isNew, online }: DdlContext): readonly Statement[] {
  if (isNew(table)) return [statement('safe', 'a constraint of a new table', sql)];
  if (!online) return [statement('locks', 'blocks writes until the rows are checked', sql)];
  const validate = `ALTER TABLE ${id(table)} VALIDATE CONSTRAINT ${id(name)}`;
  return [
    statement('locks', 'briefly blocks writes; existing rows are checked later', `${sql} NOT VALID`),
    { ...statement('safe', 'checks the rows without blocking reads and writes', validate), alone: true },
  ];
}

function newColumn(sql: string, table: string, column: string, { defaultOf }: DdlContext): readonly Statement[] {
  if (sql.includes('GENERATED')) return [statement('rewrites', 'rewrites every row with a value', sql)];
  const value = defaultOf(table, column);
  if (value === undefined) return [statement('safe', 'a new column; rewrites no rows', sql)];
  // The default stays, because servers of the last release do not know the column.
  return [statement('safe', 'a new column with its default; rewrites no rows', `${sql} DEFAULT ${value}`)];
}

/** A statement that fails with a clear message if the rows violate a new unique index. */
export function uniqueCheck(table: string, index: IndexState): Statement {
  const parts = index.columns.map(({ expression, isExpression }) => (isExpression ? expression : id(expression)));
  const where = [...(index.where === undefined ? [] : [index.where]), ...parts.map((part) => `${part} IS NOT NULL`)];
  const column = uniqueColumn(index);
  const repeated = `SELECT left(min(${id(column)}::text), 60) AS v FROM ${id(table)} WHERE ${where.join(' AND ')} GROUP BY ${parts.join(', ')} HAVING count(*) > 1 LIMIT 3`;
  return repeatedCheck(`${table}.${column}`, 'rows', repeated);
}

/** The column that must be unique, also if its hash is indexed. The other columns only limit the rows. */
function uniqueColumn({ columns }: IndexState): string {
  const meant = columns.findLast(({ expression }) => !['locale', 'cg_status'].includes(expression)) ?? columns[0];
  const { expression, isExpression } = meant ?? { expression: '', isExpression: false };
  return isExpression ? (quotedNames(expression).at(-1) ?? expression) : expression;
}

/** `"articles"."title"` → `articles`, `title` */
function quotedNames(sql: string): readonly string[] {
  return [...sql.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
}
