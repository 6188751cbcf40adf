import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { MigrationProblem } from './problem.js';
import { asSql, statementsIn } from './sql-text.js';
import { type State, stateAsText, stateFrom } from './state.js';
import type { Statement } from './statement.js';

export interface Migration {
  /** `20261115T031500_add-rating`: they are applied in the order of their names. */
  readonly name: string;
  readonly statements: readonly Statement[];
  readonly hash: string;
  /** Absent from SQL that somebody wrote by hand: it changes data, not the state. */
  readonly snapshot?: Snapshot;
}

export interface Snapshot {
  /** The migrations that this one was made after: one, or several where branches came together. */
  readonly after: readonly string[];
  readonly state: State;
}

/** Not `.json`: formatters would fight over it, and nobody reads it. */
const snapshotEnd = '.snapshot';

/** The migrations of a folder, in order. */
export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const files = await readdir(folder).catch((): string[] => []);
  const names = files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -4));
  return Promise.all(names.sort().map((name) => readMigration(folder, name, files.includes(name + snapshotEnd))));
}

async function readMigration(folder: string, name: string, hasSnapshot: boolean): Promise<Migration> {
  // Git may have changed the ends of lines; that changes nothing.
  const text = (await readFile(join(folder, `${name}.sql`), 'utf8')).replaceAll('\r\n', '\n');
  const hash = createHash('sha256').update(text).digest('hex');
  const found = { name, statements: statementsIn(text), hash };
  return hasSnapshot ? { ...found, snapshot: await readSnapshot(join(folder, name + snapshotEnd)) } : found;
}

async function readSnapshot(path: string): Promise<Snapshot> {
  const text = await readFile(path, 'utf8');
  const written = parsed(text);
  const state = written === undefined ? undefined : stateFrom(written);
  if (written === undefined || state === undefined) {
    throw new MigrationProblem(`${path} is not a snapshot that this version of content-gen can read.`);
  }
  return { after: written.after, state };
}

function parsed(text: string): { readonly after: readonly string[] } | undefined {
  try {
    return JSON.parse(text) as { after: string[] };
  } catch {
    return undefined;
  }
}

export interface NewMigration {
  readonly title: string;
  readonly after: readonly string[];
  readonly statements: readonly Statement[];
  readonly state: State;
}

/** Writes a migration and its snapshot; gives its name. */
export async function writeMigration(
  folder: string,
  existing: readonly Migration[],
  { title, after, statements, state }: NewMigration,
): Promise<string> {
  const name = `${timeAfter(existing.at(-1)?.name, new Date())}_${title}`;
  const body =
    statements.length === 0 ? '-- Nothing to do: what was made side by side is compatible.' : asSql(statements);
  await mkdir(folder, { recursive: true });
  const snapshot = `{\n"version": 1,\n"after": ${JSON.stringify(after)},\n${stateAsText(state)}\n}\n`;
  await writeFile(join(folder, name + snapshotEnd), snapshot, { flag: 'wx' });
  await writeFile(join(folder, `${name}.sql`), `${body}\n`, { flag: 'wx' });
  return name;
}

/** `20261115T031500`, and later than the last one whatever the clock says. */
function timeAfter(last: string | undefined, now: Date): string {
  const digits = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)_/.exec(last ?? '');
  const [, year, month, day, hour, minute, second] = digits?.map(Number) ?? [];
  const before = digits ? Date.UTC(year!, month! - 1, day, hour, minute, second) : 0;
  const moment = new Date(Math.max(now.getTime(), before + 1000));
  return moment
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(/[-:]/g, '');
}

/** `Add rating!` → `add-rating` */
export function titleOf(written: string): string {
  return written
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
}
