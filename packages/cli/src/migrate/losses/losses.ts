import type postgres from 'postgres';

import { type Contents, type Table, columnHolds, contentsOf, holds, mentioned, wordsOf } from './contents.js';
import { REMOVED_TYPE, assignedIn, follow, formerType, nameIn, pattern, withoutTexts } from './follow.js';
import { type Emptiness, type Statement, id, losesData, sqlText } from '../plan/statement.js';
import { lostRows } from '../plan/values/row-checks.js';

interface Judged<One extends Statement> {
  /** The statements that lose content which was in the database before the run. */
  readonly losses: readonly One[];
  /**
   * All statements. A statement that loses nothing because a table or column is empty says which rows must still be
   * absent when it runs.
   */
  readonly statements: readonly One[];
}

/**
 * Finds the statements that lose data of this database. What the run has created, or what was empty before the run, is
 * no loss. Content that the run has copied or changed counts as content, because the text of a statement does not tell
 * whether its source stays.
 */
export async function judgeLosses<One extends Statement>(
  sql: postgres.Sql | postgres.TransactionSql,
  statements: readonly One[],
): Promise<Judged<One>> {
  if (!losesData(statements)) return { losses: [], statements };
  const contents = await contentsOf(sql);
  const losses: One[] = [];
  const judged: One[] = [];
  for (const [at, one] of statements.entries()) {
    const verdict = losesData([one]) ? await verdictOn(contents, one, statements[at - 1]) : undefined;
    if (verdict?.isLoss) losses.push(one);
    const empty = verdict?.isLoss ? [] : (verdict?.empty ?? []);
    judged.push(empty.length === 0 ? one : { ...one, empty });
    await follow(contents, one);
  }
  return { losses, statements: judged };
}

interface Verdict {
  readonly isLoss: boolean;
  readonly empty?: readonly Emptiness[];
}

const DROPPED_TABLE = pattern(String.raw`DROP (?:TABLE|SEQUENCE) (?:IF EXISTS )?@(?:\s+CASCADE)?$`);
const DROPPED_COLUMN = pattern(String.raw`ALTER TABLE @ DROP COLUMN (?:IF EXISTS )?@(?:\s+CASCADE)?$`);
const CHANGED_COLUMN = /^ALTER TABLE ("(?:[^"]|"")+") ALTER COLUMN ("(?:[^"]|"")+") SET DATA TYPE/;
const UPDATED_COLUMN = /^UPDATE ("(?:[^"]|"")+") (?:\w+ )?SET ("(?:[^"]|"")+") = /;
const SEVERAL_ACTIONS = /^ALTER TABLE\b.*,\s*(ADD|DROP|ALTER|RENAME)\b/is;
const CHANGED_ROWS = /^(?:UPDATE|DELETE FROM) ("(?:[^"]|"")+")/;

async function verdictOn(contents: Contents, { sql }: Statement, before: Statement | undefined): Promise<Verdict> {
  const [, removed] = REMOVED_TYPE.exec(sql) ?? [];
  if (removed !== undefined) return documentsOf(contents, removed);
  if (SEVERAL_ACTIONS.test(sql)) return elsewhere(contents, sql);
  const [, holder, key] = DROPPED_COLUMN.exec(sql) ?? CHANGED_COLUMN.exec(sql) ?? UPDATED_COLUMN.exec(sql) ?? [];
  const [, rowsOf] = DROPPED_TABLE.exec(sql) ?? CHANGED_ROWS.exec(sql) ?? [];
  const name = nameIn(holder ?? rowsOf);
  const table = contents.tables.get(name);
  if (table === undefined) return elsewhere(contents, sql);
  if (!(await holds(contents, table))) return noLoss(table, name, `SELECT 1 FROM ${id(name)}`);
  const keys = key === undefined ? [] : changedColumns(sql, table, nameIn(key));
  if (keys.length > 0 && !(await someHold(contents, table, keys))) {
    const others = await sourcesOf(contents, sql, table);
    if (others !== undefined) return { isLoss: false, empty: [...ownColumns(table, name, keys), ...others] };
  }
  const counted = before === undefined || DROPPED_COLUMN.test(sql) ? undefined : lostRows(before);
  if (counted === undefined) return { isLoss: true };
  const rows = beforeRun(contents, counted, name);
  if (rows === undefined || (await contents.finds(rows))) return { isLoss: true };
  return { isLoss: false, empty: [{ table: id(name), rows: counted }] };
}

/** The columns that a statement changes: the first one, and the others that an update sets, except its counter. */
function changedColumns(sql: string, { columns }: Table, first: string): readonly string[] {
  if (!UPDATED_COLUMN.test(sql)) return [first];
  const assigned = assignedIn(withoutTexts(sql));
  const others = [...columns.keys()].filter((key) => assigned.has(key.toLowerCase()) && key !== 'cg_version');
  return [...new Set([first, ...others])];
}

async function someHold(contents: Contents, table: Table, keys: readonly string[]): Promise<boolean> {
  for (const key of keys) if (await columnHolds(contents, table, table.columns.get(key))) return true;
  return false;
}

/** Which columns must stay empty. Rows that other sessions add to a column of the run come from code that needs it. */
function ownColumns(table: Table, name: string, keys: readonly string[]): readonly Emptiness[] {
  return keys.flatMap((key) => {
    const column = table.columns.get(key);
    if (column?.former === undefined || column.isWritten) return [];
    return noLoss(table, name, `SELECT 1 FROM ${id(name)} WHERE ${id(key)} IS NOT NULL`).empty ?? [];
  });
}

/**
 * An update loses the rows of its other tables that it does not take, as where a list becomes one value. Returns what
 * must stay empty, or undefined if such a table holds content.
 */
async function sourcesOf(contents: Contents, sql: string, target: Table): Promise<readonly Emptiness[] | undefined> {
  if (!UPDATED_COLUMN.test(sql) || /^UPDATE \S+ (?:\w+ )?SET (?:"(?:[^"]|"")+" = NULL(?:, )?)+ WHERE/.test(sql))
    return [];
  const empty: Emptiness[] = [];
  for (const [name, table] of contents.tables) {
    if (table === target || !wordsOf(sql).has(name.toLowerCase())) continue;
    if (await holds(contents, table)) return undefined;
    empty.push(...(noLoss(table, name, `SELECT 1 FROM ${id(name)}`).empty ?? []));
  }
  return empty;
}

function noLoss({ former, isWritten }: Table, name: string, rows: string): Verdict {
  if (former === undefined || isWritten) return { isLoss: false };
  return { isLoss: false, empty: [{ table: id(name), rows }] };
}

async function documentsOf(contents: Contents, type: string): Promise<Verdict> {
  const former = formerType(contents, type);
  const documents = contents.tables.get('cg_documents');
  if (former === undefined || documents === undefined) return { isLoss: false };
  const of = (name: string) => `SELECT 1 FROM "cg_documents" WHERE "type" = ${sqlText(name)}`;
  if (documents.former === undefined || !(await contents.finds(of(former)))) {
    return documents.isWritten ? { isLoss: false } : noLoss(documents, 'cg_documents', of(type));
  }
  return { isLoss: true };
}

/** The verdict on a statement that names no single table. */
async function elsewhere(contents: Contents, sql: string): Promise<Verdict> {
  const named = mentioned(contents, sql);
  // Code that is called, a table of another schema, or tables that refer to a named one.
  const isOpen = named.length === 0 || /^TRUNCATE\b.*\bCASCADE\b/is.test(sql);
  const all = isOpen ? [...contents.tables.values()] : named;
  for (const table of all) if (await holds(contents, table)) return { isLoss: true };
  return { isLoss: false };
}

/** A query with the names before the run. Undefined if the run has changed what it reads. */
function beforeRun({ tables }: Contents, rows: string, target: string): string | undefined {
  const words = wordsOf(rows);
  const formerNames = new Map<string, string>();
  for (const [name, { former, hasCopies, columns }] of tables) {
    if (!words.has(name.toLowerCase())) continue;
    if (former === undefined || hasCopies) return undefined;
    formerNames.set(id(name), id(former));
    for (const [key, column] of columns) {
      if (!words.has(key.toLowerCase())) continue;
      if (column.former === undefined || column.hasCopies) return undefined;
      if (column.former === key) continue;
      // The same name may mean a column of another table.
      if (name !== target) return undefined;
      formerNames.set(id(key), id(column.former));
    }
  }
  return rows.replaceAll(/"(?:[^"]|"")+"/g, (name) => formerNames.get(name) ?? name);
}
