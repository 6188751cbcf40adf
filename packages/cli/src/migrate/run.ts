import type postgres from 'postgres';

import type { Migration } from './folder.js';
import { recordApplied, recordDone, storeCurrent } from './journal.js';
import { codeOf } from '../diagnostics/thrown.js';
import { DEADLOCK, LOCK_NOT_AVAILABLE, type LockWait, inShortTransaction } from './lock-wait.js';
import { MigrationProblem } from './problem.js';
import type { Statement } from './plan/statement.js';
import { isTrigramIndex } from './plan/trigrams.js';
import { hasTrigramExtension } from './trigram-extension.js';

/** How often a statement outside the transaction may meet a deadlock. */
const DEADLOCKS = 20;

/**
 * Runs a migration, or the rest of it after a crash, and records the progress. Returns the statements that were left
 * out.
 */
export async function runMigration(
  sql: postgres.Sql,
  { name, hash, statements, snapshot }: Migration,
  done: number | undefined,
  wait: LockWait,
): Promise<readonly Statement[]> {
  const leftOut: Statement[] = [];
  const together = statements.filter(({ alone }) => !alone);
  const alone = statements.filter((one) => one.alone);
  if (done === undefined) {
    const left = await inShortTransaction(sql, wait, async (tx) => {
      const found = await runStatements(tx, together, name);
      if (snapshot !== undefined) await storeCurrent(tx, { state: snapshot.state, by: name });
      await recordApplied(tx, name, hash, alone.length === 0);
      return found;
    });
    leftOut.push(...left);
  }
  for (const [index, statement] of alone.entries()) {
    if (index < (done ?? 0)) continue;
    leftOut.push(...(await runAlone(sql, statement, name)));
    await recordDone(sql, name, index + 1, index + 1 === alone.length);
  }
  return leftOut;
}

/**
 * Repeats a statement after a deadlock, because the application may take its locks in another order. The statement
 * continues where it was.
 */
async function runAlone(sql: postgres.Sql, statement: Statement, name: string): Promise<readonly Statement[]> {
  for (let attempt = 1; ; attempt++) {
    await dropUnfinished(sql, statement.sql);
    try {
      return await runStatements(sql, [statement], name);
    } catch (error) {
      if (attempt === DEADLOCKS || codeOf(error instanceof MigrationProblem ? error.cause : error) !== DEADLOCK)
        throw error;
    }
  }
}

/** Returns the statements that were left out: trigram indexes, if the database does not have the extension. */
export async function runStatements(
  sql: postgres.Sql | postgres.TransactionSql,
  statements: readonly Statement[],
  name: string,
): Promise<readonly Statement[]> {
  const leftOut: Statement[] = [];
  for (const statement of statements) {
    refuseStdin(name, statement);
    if (isTrigramIndex(statement) && !(await hasTrigramExtension(sql))) leftOut.push(statement);
    else {
      if (!statement.alone) await refuseLateLoss(sql, name, statement);
      await sql.unsafe(statement.sql).catch(refused(name, statement));
    }
  }
  return leftOut;
}

/**
 * Refuses a statement if other sessions have meanwhile written rows that it would lose. The lock stops later writes.
 */
async function refuseLateLoss(
  sql: postgres.Sql | postgres.TransactionSql,
  name: string,
  { sql: text, empty = [], reason }: Statement,
): Promise<void> {
  // Readers need not wait for a statement that changes rows alone.
  const mode = /^(DROP|ALTER)\b/i.test(text) ? 'ACCESS EXCLUSIVE' : 'SHARE ROW EXCLUSIVE';
  for (const { table, rows } of empty) {
    await sql.unsafe(`LOCK TABLE ${table} IN ${mode} MODE`);
    const found = await sql.unsafe(`SELECT 1 FROM (${rows}) r LIMIT 1`);
    if (found.length === 0) continue;
    throw new MigrationProblem(
      `${name}: ${reason}. It was empty when the command started, and is not any more. Nothing of this migration was applied. Use --allow-data-loss to apply it.`,
      true,
    );
  }
}

/** PostgreSQL would wait for rows that only psql sends. */
function refuseStdin(name: string, { sql }: Statement): void {
  if (!/^COPY\b.*\bFROM\s+STDIN\b/is.test(sql)) return;
  throw new MigrationProblem(
    `${name}: a migration cannot contain COPY FROM STDIN, because only psql sends its rows. Use INSERT.\n\n${indented(sql)}\n\nNothing of this migration was applied.`,
  );
}

/** An interrupted concurrent build leaves an invalid index behind, which blocks its name. */
async function dropUnfinished(sql: postgres.Sql, statement: string): Promise<void> {
  const name = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?("(?:[^"]|"")+")/i.exec(statement)?.[1];
  if (name === undefined) return;
  const [unfinished] = await sql`select 1 from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`;
  if (unfinished) await sql.unsafe(`DROP INDEX CONCURRENTLY ${name}`);
}

function refused(name: string, { sql, alone }: Statement) {
  return (error: Error & { readonly code?: string; readonly detail?: string }): never => {
    if ((error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK) && !alone) throw error;
    // With another code, or one of a server that ends the session, the connection failed and not the statement.
    if (error.code === undefined || !/^(?!57P0)[0-9A-Z]{5}$/.test(error.code)) throw error;
    const detail = error.detail === undefined ? '' : ` (${error.detail})`;
    const after = alone
      ? 'The statements before it stay applied. The next run continues with it.'
      : 'Nothing of this migration was applied.';
    const problem = new MigrationProblem(`${name}: ${error.message}${detail}\n\n${indented(sql)}\n\n${after}`);
    problem.cause = error;
    throw problem;
  };
}

function indented(sql: string): string {
  return sql.replaceAll(/^/gm, '  ');
}
