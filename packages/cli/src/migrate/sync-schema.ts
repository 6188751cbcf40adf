import type postgres from 'postgres';

import { DatabaseProblem } from '../database/problem.js';
import { createJournal, readJournal, SERVE_NAME, storeCurrent } from './journal.js';
import { inShortTransaction } from './lock-wait.js';
import { judgeLosses } from './losses/losses.js';
import { refuseOccupiedNames } from './plan/occupied-names.js';
import { planChanges } from './plan/plan.js';
import { withRowIds } from './plan/row-ids.js';
import { MigrationProblem } from './problem.js';
import { runStatements } from './run.js';
import { withLock } from './session.js';
import { type State, isSame, emptyState } from './state/state.js';
import { type Statement, firstLine } from './plan/statement.js';

interface SyncOptions {
  /** Whether the database belongs to the project, so that the user can begin again with an empty database. */
  readonly isOwn?: boolean;
  /** Called with the indexes that the database cannot have. */
  readonly onLeftOut?: (statements: readonly Statement[]) => void;
  /** Called with what the statements have counted: rows that break a rule, or that get a backfill. */
  readonly onCounted?: (warnings: readonly string[]) => void;
}

/**
 * Changes the schema of serve's database to match the definitions, if that loses no data. Returns the statements that
 * ran.
 */
export function syncSchema(
  url: string,
  definitions: State,
  { isOwn = false, onLeftOut, onCounted }: SyncOptions = {},
): Promise<readonly Statement[]> {
  const warnings = new Set<string>();
  const work = async (sql: postgres.Sql) => {
    await createJournal(sql);
    const { current, applied } = await readJournal(sql);
    const from = current?.state ?? emptyState;
    const next = withRowIds(from, definitions);
    if (current !== undefined && isSame(current.state, next)) return [];
    const unfinished = applied.find(({ finishedAt }) => finishedAt === undefined);
    if (unfinished !== undefined) {
      throw new DatabaseProblem(
        `The migration ${unfinished.name} is only applied in part. Run "content-gen migrate apply" to finish it.`,
      );
    }

    const statements = await planChanges(from, next, { online: false });
    try {
      await inShortTransaction(sql, { url }, async (tx) => {
        const judged = await judgeLosses(tx, statements);
        if (judged.losses.length > 0) refuseOccupiedNames(from.model, next.model);
        refuse(judged.losses, isOwn);
        const leftOut = await runStatements(tx, judged.statements, 'The database cannot follow the definitions');
        if (leftOut.length > 0) onLeftOut?.(leftOut);
        // Without statements, the tables are still in the state of the last migration.
        await storeCurrent(tx, { state: next, by: statements.length === 0 ? (current?.by ?? SERVE_NAME) : SERVE_NAME });
      });
    } catch (error) {
      throw error instanceof MigrationProblem ? new DatabaseProblem(error.message, { cause: error }) : error;
    }
    if (warnings.size > 0) onCounted?.([...warnings]);
    return statements;
  };
  return withLock(url, work, (message) => warnings.add(message));
}

function refuse(losses: readonly Statement[], isOwn: boolean): void {
  if (losses.length === 0) return;
  const lines = losses.map(({ reason, sql }) => `  - ${reason}\n      ${firstLine(sql)}\n`);
  throw new DatabaseProblem(
    `The definitions no longer match the database, and changing it would lose data:\n${lines.join('')}` +
      `Undo the change, or use renamedFrom for something that only has a new name. To continue without the data, run\n` +
      `  content-gen migrate create\n  content-gen migrate apply --allow-data-loss` +
      (isOwn ? '\nor start with --fresh to begin with an empty database.' : ''),
  );
}
