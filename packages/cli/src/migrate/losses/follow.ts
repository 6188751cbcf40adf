import { type RunColumn, type Contents, type Table, holds, mentioned, wordsOf } from './contents.js';
import type { Statement } from '../plan/statement.js';

const NAME = String.raw`(?:"public"\.|public\.)?("(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)`;

/** Matches words and names (`@`) with any space between them. */
export function pattern(text: string): RegExp {
  return new RegExp(`^${text.replaceAll('@', NAME).replaceAll(' ', String.raw`\s+`)}`, 'iu');
}

/** `"Article"` and `article` without their quotes. */
export function nameIn(written: string | undefined): string {
  if (written === undefined) return '';
  return written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written.toLowerCase();
}

const CREATED = pattern('CREATE (?:TABLE|SEQUENCE) (?:IF NOT EXISTS )?@');
const DROPPED = pattern('DROP (?:TABLE|SEQUENCE) (?:IF EXISTS )?@');
const RENAMED = pattern('ALTER (?:TABLE|SEQUENCE) (?:IF EXISTS )?@ RENAME TO @');
const RENAMED_COLUMN = pattern('ALTER TABLE (?:IF EXISTS )?@ RENAME (?:COLUMN )?@ TO @');
const ALTERED = pattern('ALTER TABLE (?:IF EXISTS )?(?:ONLY )?@');
const PART = new RegExp(
  String.raw`\b(ADD|DROP|ALTER)\s+COLUMN\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?${NAME}(\s+(?:SET\s+DATA\s+)?TYPE\b)?`,
  'giu',
);
const RENAMED_TYPE = /^UPDATE "cg_documents" SET "type" = '((?:[^']|'')+)' WHERE "type" = '((?:[^']|'')+)'$/;
export const REMOVED_TYPE = /^DELETE FROM "cg_documents" WHERE "type" = '((?:[^']|'')+)'$/;

/** Takes note of what a statement does to names and contents. */
export async function follow(contents: Contents, { sql }: Pick<Statement, 'sql'>): Promise<void> {
  const { tables, types } = contents;
  const [, created] = CREATED.exec(sql) ?? [];
  if (created !== undefined) {
    if (tables.has(nameIn(created))) return;
    tables.set(nameIn(created), { isWritten: false, hasCopies: false, columns: new Map() });
    if (/\bSELECT\b/i.test(sql)) await copy(contents, sql);
    return;
  }
  const [, dropped] = DROPPED.exec(sql) ?? [];
  if (dropped !== undefined) return void tables.delete(nameIn(dropped));
  const [, typeNow = '', typeBefore = ''] = RENAMED_TYPE.exec(sql) ?? [];
  if (typeBefore !== '') {
    types.set(typeNow, formerType(contents, typeBefore));
    types.set(typeBefore, undefined);
    return;
  }
  const [, removed] = REMOVED_TYPE.exec(sql) ?? [];
  if (removed !== undefined) return void types.set(removed, undefined);
  if (/^ALTER\s+(TABLE|SEQUENCE)\b/i.test(sql)) return alter(contents, sql);
  if (isWrite(sql)) await copy(contents, sql);
}

/** The name of a content type before the run. Undefined if there was none. */
export function formerType({ types }: Contents, name: string): string | undefined {
  return types.has(name) ? types.get(name) : name;
}

function alter({ tables }: Contents, sql: string): void {
  const [, from, to] = RENAMED.exec(sql) ?? [];
  if (from !== undefined) return rename(tables, nameIn(from), nameIn(to));
  const [, holder, before, now] = RENAMED_COLUMN.exec(sql) ?? [];
  if (holder !== undefined && before?.toUpperCase() !== 'CONSTRAINT') {
    const columns = tables.get(nameIn(holder))?.columns;
    return columns === undefined ? undefined : rename(columns, nameIn(before), nameIn(now));
  }
  const { former, columns } = tables.get(nameIn(ALTERED.exec(sql)?.[1])) ?? {};
  // The columns of a new table are not followed.
  if (former === undefined || columns === undefined) return;
  for (const [, verb = '', written, type] of sql.matchAll(PART)) {
    const column = nameIn(written);
    if (verb.toUpperCase() === 'DROP') columns.delete(column);
    else if (verb.toUpperCase() === 'ADD') {
      if (!columns.has(column)) columns.set(column, { isWritten: false, hasCopies: false });
    } else if (type !== undefined) markAll([columns.get(column)]);
  }
}

function rename<T>(named: Map<string, T>, from: string, to: string): void {
  const found = named.get(from);
  if (found === undefined) return;
  named.delete(from);
  named.set(to, found);
}

/** Indexes with any name, functions that nothing calls yet, and calls that add the triggers of a table. */
const HARMLESS = [
  /^(CREATE|DROP|ALTER)\s+(UNIQUE\s+)?INDEX\b/i,
  /^CREATE\s+(OR\s+REPLACE\s+)?FUNCTION\b/i,
  /^SELECT cg_keep_(total|links)\(/i,
];

function isWrite(sql: string): boolean {
  if (HARMLESS.some((known) => known.test(sql))) return false;
  return /\b(INSERT|UPDATE|MERGE|COPY)\b/i.test(sql) || callsCode(sql);
}

/** Whether the names that a statement writes to may be elsewhere than in its text. */
function callsCode(sql: string): boolean {
  return /\b(EXECUTE|CALL|PERFORM)\b|^SELECT\s+[^\s']+\(/i.test(sql);
}

/** Marks the places that a statement may have copied content to, or may have changed content in. */
async function copy(contents: Contents, sql: string): Promise<void> {
  const plain = withoutTexts(sql);
  const target = contents.tables.get(nameIn(singleTarget(sql)));
  const isUpdate = target !== undefined && /^UPDATE\b/i.test(sql);
  const all = callsCode(sql) ? [...contents.tables.values()] : mentioned(contents, isUpdate ? plain : sql);
  const [words, assigned] = [wordsOf(plain), assignedIn(plain)];
  const written = target === undefined ? all : [target];
  const sources: Table[] = [];
  for (const table of all) if (await holds(contents, table)) sources.push(table);
  const read = isUpdate ? columnsIn(target, words) : [];
  const isCopy = sources.length > 0 && !(isUpdate && sources.every((one) => one === target) && read.every(isNew));
  for (const table of written) {
    const columns = isUpdate ? columnsIn(table, assigned) : [...table.columns.values()];
    table.isWritten = true;
    for (const column of columns) column.isWritten = true;
    if (!isCopy) continue;
    if (!sources.includes(table)) table.hasCopies = true;
    markAll(columns);
  }
}

/** The only table that a statement writes to. Undefined if it may write to others, too. */
function singleTarget(sql: string): string | undefined {
  const plain = sql.replaceAll(/'(?:[^']|'')*'|\bDO\s+UPDATE\b/gi, ' ');
  if (callsCode(sql) || [...plain.matchAll(/\b(INSERT|UPDATE|MERGE|COPY)\b/gi)].length > 1) return undefined;
  return /^(?:UPDATE(?:\s+ONLY)?|INSERT\s+INTO)\s+("(?:[^"]|"")+"|\w+)/i.exec(sql)?.[1];
}

export function withoutTexts(sql: string): string {
  return sql.replaceAll(/'(?:[^']|'')*'/g, ' ');
}

const SEVERAL_COLUMNS = /\bSET\s*\(|,\s*\((?:"(?:[^"]|"")+"|[\w\s,])+\)\s*=/i;
const ONE_COLUMN = /(?:\bSET|,)\s*("(?:[^"]|"")+"|\w+)\s*(?:\[[^\]]*\]\s*)*=/gi;

/**
 * The columns that an update sets, also in part: `a['key'] = …`. All names in the update if it sets several columns at
 * once.
 */
export function assignedIn(update: string): ReadonlySet<string> {
  if (SEVERAL_COLUMNS.test(update)) return wordsOf(update);
  return wordsOf([...update.matchAll(ONE_COLUMN)].map(([, name]) => name).join(' '));
}

function columnsIn({ columns }: Table, words: ReadonlySet<string>): readonly RunColumn[] {
  return [...columns].flatMap(([name, column]) => (words.has(name.toLowerCase()) ? [column] : []));
}

/** Whether the run added the column, and has copied nothing to it. */
function isNew({ former, hasCopies }: RunColumn): boolean {
  return former === undefined && !hasCopies;
}

function markAll(columns: readonly (RunColumn | undefined)[]): void {
  for (const column of columns) {
    if (column === undefined) continue;
    column.isWritten = true;
    column.hasCopies = true;
  }
}
