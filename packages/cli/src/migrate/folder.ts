import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { writeTogether } from '../files/write-together.js';
import { joinedState } from './history.js';
import type { PlannedChanges } from './planned.js';
import { MigrationProblem } from './problem.js';
import { type TransactionControl, asSql, statementsIn, transactionControls } from './sql-text.js';
import { type StateChanges, asText, changesBetween, fromText, withChanges } from './state/state-text.js';
import type { State } from './state/state.js';
import type { Statement } from './plan/statement.js';

export interface Migration {
  /** `20261115T031500_add-rating`. Migrations run in the order of their names. */
  readonly name: string;
  readonly statements: readonly Statement[];
  readonly hash: string;
  /** Statements that `apply` refuses. */
  readonly controls: readonly TransactionControl[];
  /** Absent from SQL written by hand, which changes data but not the state. */
  readonly snapshot?: MigrationSnapshot;
}

export interface MigrationSnapshot {
  /** The parents of the migration: one, or several if it merges branches. */
  readonly after: readonly string[];
  readonly state: State;
}

/** Not `.json`, because formatters would change the file. */
const snapshotEnd = '.snapshot';

/** The migrations of a folder, in order. */
export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const files = await readdir(folder).catch((): string[] => []);
  const names = files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -4));
  const found = await Promise.all(names.sort().map((name) => readFiles(folder, name, files)));
  const known = new Map<string, MigrationSnapshot>();
  return found.map(({ written, ...migration }) => {
    if (written === undefined) return migration;
    const { after } = written;
    const snapshot = { after, state: withChanges(joinedState(known, after), written) };
    known.set(migration.name, snapshot);
    return { ...migration, snapshot };
  });
}

type Written = StateChanges & Pick<MigrationSnapshot, 'after'>;

async function readFiles(
  folder: string,
  name: string,
  files: readonly string[],
): Promise<Migration & { readonly written?: Written }> {
  // Git may have changed line endings, which must not change the hash.
  const text = (await readFile(join(folder, `${name}.sql`), 'utf8')).replaceAll('\r\n', '\n');
  const hash = createHash('sha256').update(text).digest('hex');
  const found = { name, statements: statementsIn(text), controls: transactionControls(text), hash };
  const file = name + snapshotEnd;
  if (!files.includes(file)) return found;
  const written = fromText<Pick<MigrationSnapshot, 'after'>>(await readFile(join(folder, file), 'utf8'));
  if (written !== undefined) return { ...found, written };
  throw new MigrationProblem(
    `This version of content-gen cannot read the snapshot ${file}. Restore the file, or update content-gen.`,
  );
}

interface NewMigration {
  readonly title: string;
  readonly after: readonly string[];
  readonly statements: readonly Statement[];
  /** The state before. The snapshot only contains the difference. */
  readonly from: State;
  readonly to: State;
}

interface MigrationFiles {
  readonly name: string;
  /** The snapshot comes first, because a migration without a snapshot counts as written by hand. */
  readonly files: readonly { readonly path: string; readonly content: string }[];
}

function filesOf(
  folder: string,
  existing: readonly string[],
  { title, after, statements, from, to }: NewMigration,
): MigrationFiles {
  const name = `${timeAfter(existing.at(-1), new Date())}_${title}`;
  const body =
    statements.length === 0 ? '-- Nothing to do: the parallel migrations are compatible.' : asSql(statements);
  const snapshot = asText({ after }, changesBetween(from, to));
  return {
    name,
    files: [
      { path: join(folder, name + snapshotEnd), content: snapshot },
      { path: join(folder, `${name}.sql`), content: `${body}\n` },
    ],
  };
}

/** Writes migrations that follow each other, all or none, and returns their names. `written` names a single one. */
export async function writeSteps(
  { root, folder }: { readonly root: string; readonly folder: string },
  { migrations, heads, steps }: Pick<PlannedChanges, 'migrations' | 'heads' | 'steps'>,
  written = '',
): Promise<readonly string[]> {
  const made: MigrationFiles[] = [];
  for (const { title, from, to, statements } of steps) {
    const names = made.map(({ name }) => name);
    const existing = [...migrations.map(({ name }) => name), ...names];
    const after = names.length === 0 ? heads : names.slice(-1);
    const chosen = (steps.length === 1 && titleOf(written)) || title;
    made.push(filesOf(folder, existing, { title: chosen, after, statements, from, to }));
  }
  await writeTogether(root, { writes: made.flatMap(({ files }) => files) });
  return made.map(({ name }) => name);
}

/** `20261115T031500`, and always later than the last migration, even if the clock is wrong. */
function timeAfter(last: string | undefined, now: Date): string {
  const [stamp = ''] = /^\d{8}T\d{6}(?=_)/.exec(last ?? '') ?? [];
  const before = Date.parse(stamp.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z'));
  const moment = new Date(Number.isNaN(before) ? now : Math.max(now.getTime(), before + 1000));
  return moment
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(/[-:]/g, '');
}

/** `Add rating!` → `add-rating` */
function titleOf(written: string): string {
  return written
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
}
