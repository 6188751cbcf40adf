import type postgres from 'postgres';

import type { Migration, Snapshot } from './folder.js';
import { latestState } from './history.js';
import {
  type Applied,
  type Current,
  createJournal,
  readJournal,
  recordApplied,
  serve,
  storeCurrent,
} from './journal.js';
import { type LockWait, inShortTransaction } from './lock-wait.js';
import { planChanges } from './plan/plan.js';
import { withRowIds } from './plan/row-ids.js';
import { MigrationProblem } from './problem.js';
import { runMigration, runStatements } from './run.js';
import { withLock } from './session.js';
import type { State } from './state/state.js';
import { type Statement, firstLine, losesData } from './plan/statement.js';

export interface ApplyOptions {
  readonly url: string;
  readonly migrations: readonly Migration[];
  readonly allowDataLoss: boolean;
  readonly report: (name: string) => void;
  /** Told when a migration has to wait. */
  readonly reportWait?: (reason: string) => void;
}

export interface ApplyResult {
  /** The names of the applied migrations. */
  readonly applied: readonly string[];
  /** The number of statements that undid changes of serve beyond the last migration. */
  readonly undone: number;
  /** The SQL of the indexes that the database cannot have. */
  readonly leftOut: readonly string[];
}

/** Runs the migrations that a database has not seen yet, in order. */
export function applyMigrations({ url, migrations, ...options }: ApplyOptions): Promise<ApplyResult> {
  const { heads, state: latest } = latestState(migrations);
  if (heads.length > 1) {
    throw new MigrationProblem(
      `${heads.join(' and ')} were created on parallel branches. Run "content-gen migrate create" to merge them, and commit the new migration.`,
    );
  }
  const wait: LockWait = { url, ...(options.reportWait === undefined ? {} : { report: options.reportWait }) };
  return withLock(url, async (sql) => {
    await createJournal(sql);
    const { current, applied } = await readJournal(sql);
    const pending = pendingAmong(migrations, applied);
    // Serve may have changed the database in other steps than the migrations, so those with a snapshot are replaced by
    // their difference. SQL written by hand runs as it is.
    const served = current?.by === serve ? current : undefined;
    const caughtUp = served === undefined ? [] : pending.filter(hasSnapshot);
    const leftOut: Statement[] = [];
    if (served !== undefined) leftOut.push(...(await catchUp(sql, served, caughtUp, { ...options, wait })));
    // Changes of serve that are in no migration may be newer, so they are only undone on request.
    const [head] = heads;
    const isAsked = options.allowDataLoss && pending.length === 0 && head !== undefined;
    const undone =
      isAsked && served !== undefined ? await returnTo(sql, served, { name: head, state: latest }, wait) : 0;

    const rest = pending.filter((one) => served === undefined || !hasSnapshot(one));
    refuseLosses(
      rest.flatMap(({ name, statements }) => statements.map((one) => ({ ...one, migration: name }))),
      options,
    );
    for (const migration of rest) {
      const { done } = applied.find(({ name }) => name === migration.name) ?? {};
      leftOut.push(...(await runMigration(sql, migration, done, wait)));
      options.report(migration.name);
    }
    return { applied: pending.map(({ name }) => name), undone, leftOut: leftOut.map((one) => one.sql) };
  });
}

function hasSnapshot(migration: Migration): migration is Migration & { readonly snapshot: Snapshot } {
  return migration.snapshot !== undefined;
}

/** The migrations that are not applied, or only in part. */
function pendingAmong(migrations: readonly Migration[], applied: readonly Applied[]): readonly Migration[] {
  return migrations.filter(({ name, hash }) => {
    const record = applied.find((one) => one.name === name);
    if (record !== undefined && record.hash !== hash) {
      throw new MigrationProblem(
        `The migration ${name} was changed after it was applied. Restore the file, and create another migration.`,
      );
    }
    return record?.finishedAt === undefined;
  });
}

/** Brings a database that serve has changed to the state of the pending migrations, without running them. */
async function catchUp(
  sql: postgres.Sql,
  current: Current,
  pending: readonly (Migration & { readonly snapshot: Snapshot })[],
  options: Pick<ApplyOptions, 'allowDataLoss' | 'report'> & { readonly wait: LockWait },
): Promise<readonly Statement[]> {
  const last = pending.at(-1);
  if (last === undefined) return [];
  const { name, snapshot } = last;
  const state = withRowIds(current.state, snapshot.state);
  const statements = await planChanges(current.state, state, { online: false });
  const hint = 'serve has changed this database. Run "content-gen migrate create" to keep its new tables and columns. ';
  refuseLosses(
    statements.map((one) => ({ ...one, migration: name })),
    options,
    hint,
  );
  const leftOut = await inShortTransaction(sql, options.wait, async (tx) => {
    const found = await runStatements(tx, statements, name);
    await storeCurrent(tx, { state, by: name });
    for (const one of pending) await recordApplied(tx, one.name, one.hash, true);
    return found;
  });
  for (const one of pending) options.report(one.name);
  return leftOut;
}

/** Brings a database back to the state of an applied migration. */
async function returnTo(
  sql: postgres.Sql,
  { state: from }: Current,
  { name, state: wanted }: { readonly name: string; readonly state: State },
  wait: LockWait,
): Promise<number> {
  const state = withRowIds(from, wanted);
  const statements = await planChanges(from, state, { online: false });
  await inShortTransaction(sql, wait, async (tx) => {
    await runStatements(tx, statements, name);
    await storeCurrent(tx, { state, by: name });
  });
  return statements.length;
}

function refuseLosses(
  statements: readonly (Statement & { readonly migration: string })[],
  { allowDataLoss }: Pick<ApplyOptions, 'allowDataLoss'>,
  hint = '',
): void {
  if (allowDataLoss || !losesData(statements)) return;
  const lines = statements
    .filter(({ effect }) => effect === 'loses data')
    .map(({ migration, reason, sql }) => `  ${migration}: ${reason}\n    ${firstLine(sql)}`);
  throw new MigrationProblem(
    `The migrations would lose data:\n${lines.join('\n')}\n${hint}Nothing was applied. Use --allow-data-loss to apply them.`,
    true,
  );
}
