import type postgres from 'postgres';

import type { Migration, MigrationSnapshot } from './folder.js';
import { type Applied, type Current, type MigrationJournal, SERVE_NAME } from './journal.js';
import { judgeLosses } from './losses/losses.js';
import { planChanges } from './plan/plan.js';
import { withRowIds } from './plan/row-ids.js';
import { type Statement, firstLine } from './plan/statement.js';
import { MigrationProblem } from './problem.js';
import type { State } from './state/state.js';

export type WithSnapshot = Migration & { readonly snapshot: MigrationSnapshot };

/** A statement of a run, and its migration. */
export interface RunStatement extends Statement {
  readonly migration: string;
}

/** A statement that would lose data of a database. */
export interface Loss {
  readonly migration: string;
  readonly reason: string;
  readonly sql: string;
}

export async function lossesOf(
  sql: postgres.TransactionSql,
  statements: readonly RunStatement[],
): Promise<readonly Loss[]> {
  const { losses } = await judgeLosses(sql, statements);
  return losses.map(({ migration, reason, sql: text }) => ({ migration, reason, sql: firstLine(text) }));
}

export function hasSnapshot(migration: Migration): migration is WithSnapshot {
  return migration.snapshot !== undefined;
}

/** The migrations that are not applied, or only in part. */
export function pendingAmong(migrations: readonly Migration[], applied: readonly Applied[]): readonly Migration[] {
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

export function refuseBranches(heads: readonly string[]): void {
  if (heads.length < 2) return;
  throw new MigrationProblem(
    `${heads.join(' and ')} were created on parallel branches. Run "content-gen migrate create" to merge them, and commit the new migration.`,
  );
}

/** A failure after a COMMIT would leave half a migration that no record mentions. */
export function refuseControls(pending: readonly Migration[]): void {
  const [first] = pending.flatMap(({ name, controls }) => controls.map((control) => ({ name, ...control })));
  if (first === undefined) return;
  throw new MigrationProblem(
    `${first.name}.sql:${first.line}: a migration cannot contain ${first.words}, because it runs in a transaction of its own. ` +
      'Remove the statement, and write a part that needs its own transaction to another migration. Nothing was applied.',
  );
}

/** The statements of migrations that a database has not run: of a migration that is applied in part, the rest. */
export function remainingOf(migrations: readonly Migration[], applied: readonly Applied[]): readonly RunStatement[] {
  return migrations.flatMap(({ name, statements }) => {
    const { done } = applied.find((one) => one.name === name) ?? {};
    const left = done === undefined ? statements : statements.filter(({ alone }) => alone).slice(done);
    return left.map((one) => ({ ...one, migration: name }));
  });
}

/** The way of a database that serve has changed to the state of a migration. */
export async function wayFromServe(
  { state: from }: Current,
  { name, snapshot }: WithSnapshot,
): Promise<{ readonly state: State; readonly statements: readonly RunStatement[] }> {
  const state = withRowIds(from, snapshot.state);
  const statements = await planChanges(from, state, { online: false });
  return { state, statements: statements.map((one) => ({ ...one, migration: name })) };
}

/** The statements that `apply` would run. */
export async function statementsToRun(
  pending: readonly Migration[],
  { current, applied }: MigrationJournal,
): Promise<readonly RunStatement[]> {
  if (current?.by !== SERVE_NAME) return remainingOf(pending, applied);
  const last = pending.filter(hasSnapshot).at(-1);
  const first = last === undefined ? [] : (await wayFromServe(current, last)).statements;
  return [
    ...first,
    ...remainingOf(
      pending.filter((one) => !hasSnapshot(one)),
      applied,
    ),
  ];
}
