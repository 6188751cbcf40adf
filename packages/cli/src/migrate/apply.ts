import type postgres from 'postgres';

import type { Migration } from './folder.js';
import { latestState } from './history.js';
import { type Current, createJournal, readJournal, recordApplied, SERVE_NAME, storeCurrent } from './journal.js';
import { LostConnection } from '../database/failure.js';
import { codeOf } from '../diagnostics/thrown.js';
import { type LockWait, inShortTransaction } from './lock-wait.js';
import { judgeLosses } from './losses/losses.js';
import { planChanges } from './plan/plan.js';
import { isRowWarning } from './plan/values/row-checks.js';
import { withRowIds } from './plan/row-ids.js';
import {
  type RunStatement,
  type WithSnapshot,
  hasSnapshot,
  pendingAmong,
  refuseBranches,
  refuseControls,
  remainingOf,
  wayFromServe,
} from './pending.js';
import { MigrationProblem } from './problem.js';
import { runMigration, runStatements } from './run.js';
import { withLock } from './session.js';
import type { State } from './state/state.js';
import { type Statement, firstLine } from './plan/statement.js';

interface ApplyOptions {
  readonly url: string;
  readonly migrations: readonly Migration[];
  readonly allowDataLoss: boolean;
  readonly report: (name: string) => void;
  /** Told when a migration has to wait. */
  readonly reportWait?: (reason: string) => void;
}

interface ApplyResult {
  /** The names of the applied migrations. */
  readonly applied: readonly string[];
  /** The number of statements that undid changes of serve beyond the last migration. */
  readonly undone: number;
  /** The SQL of the indexes that the database cannot have. */
  readonly leftOut: readonly string[];
  /** What the migrations have counted: documents that lost a value, or that are public without one. */
  readonly warnings: readonly string[];
}

/** Runs the migrations that a database has not seen yet, in order. */
export function applyMigrations({ url, migrations, ...options }: ApplyOptions): Promise<ApplyResult> {
  const { heads, state: latest } = latestState(migrations);
  refuseBranches(heads);
  const wait: LockWait = { url, ...(options.reportWait === undefined ? {} : { report: options.reportWait }) };
  const warnings = new Set<string>();
  const work = async (sql: postgres.Sql) => {
    await createJournal(sql);
    const { current, applied } = await readJournal(sql);
    const pending = pendingAmong(migrations, applied);
    refuseControls(pending);
    // Serve may have changed the database in other steps than the migrations, so those with a snapshot are replaced by
    // their difference. SQL written by hand runs as it is.
    const served = current?.by === SERVE_NAME ? current : undefined;
    const caughtUp = served === undefined ? [] : pending.filter(hasSnapshot);
    const leftOut: Statement[] = [];
    if (served !== undefined) leftOut.push(...(await catchUp(sql, served, caughtUp, { ...options, wait, warnings })));
    // Changes of serve that are in no migration may be newer, so they are only undone on request.
    const [head] = heads;
    const isAsked = options.allowDataLoss && pending.length === 0 && head !== undefined;
    const undone =
      isAsked && served !== undefined ? await returnTo(sql, served, { name: head, state: latest }, wait) : 0;

    const rest = pending.filter((one) => served === undefined || !hasSnapshot(one));
    const judged = await refuseLosses(sql, remainingOf(rest, applied), { ...options, warnings });
    for (const migration of rest) {
      const { done } = applied.find(({ name }) => name === migration.name) ?? {};
      const statements = done === undefined ? judged.filter((one) => one.migration === migration.name) : undefined;
      leftOut.push(...(await runMigration(sql, statements ? { ...migration, statements } : migration, done, wait)));
      options.report(migration.name);
    }
    const names = pending.map(({ name }) => name);
    return { applied: names, undone, leftOut: leftOut.map((one) => one.sql), warnings: [...warnings] };
  };
  return withLock(url, work, (message) => warnings.add(message)).catch((error: unknown) => {
    if (!(error instanceof LostConnection)) throw error;
    throw new LostConnection('Run the command again: it continues where this run has ended.', { cause: error });
  });
}

/** Brings a database that serve has changed to the state of the pending migrations, without running them. */
async function catchUp(
  sql: postgres.Sql,
  current: Current,
  pending: readonly WithSnapshot[],
  options: LossOptions & Pick<ApplyOptions, 'report'> & { readonly wait: LockWait },
): Promise<readonly Statement[]> {
  const last = pending.at(-1);
  if (last === undefined) return [];
  const { name } = last;
  const { state, statements } = await wayFromServe(current, last);
  const hint = 'serve has changed this database. Run "content-gen migrate create" to keep its new tables and columns. ';
  const judged = await refuseLosses(sql, statements, options, hint);
  const leftOut = await inShortTransaction(sql, options.wait, async (tx) => {
    const found = await runStatements(tx, judged, name);
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

interface LossOptions extends Pick<ApplyOptions, 'allowDataLoss'> {
  /** The session adds the warnings of its statements. */
  readonly warnings: ReadonlySet<string>;
}

/** Returns the statements, each with the rows that must not appear before it runs. */
async function refuseLosses(
  sql: postgres.Sql,
  statements: readonly RunStatement[],
  { allowDataLoss, warnings }: LossOptions,
  hint = '',
): Promise<readonly RunStatement[]> {
  if (allowDataLoss) return statements;
  const { losses, statements: judged } = await judgeLosses(sql, statements);
  if (losses.length === 0) return judged;
  const lines = losses.map(({ migration, reason, sql: text }) => `  ${migration}: ${reason}\n    ${firstLine(text)}`);
  // A table or column that an earlier statement adds cannot be counted yet.
  for (const one of statements.filter(isRowWarning)) await sql.unsafe(one.sql).catch(ignoreUnknown);
  const counts = [...warnings].map((warning) => `${warning}\n`).join('');
  throw new MigrationProblem(
    `The migrations would lose data:\n${lines.join('\n')}\n${counts}${hint}Nothing was applied. Use --allow-data-loss to apply them.`,
    true,
  );
}

/** Ignores the errors of PostgreSQL about names that do not exist. */
function ignoreUnknown(error: unknown): void {
  if (!['42P01', '42703'].includes(codeOf(error) ?? '')) throw error;
}
