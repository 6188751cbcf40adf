import type { Migration } from './folder.js';
import { latestState } from './history.js';
import { readJournal } from './journal.js';
import { type Loss, lossesOf, pendingAmong, refuseBranches, refuseControls, statementsToRun } from './pending.js';
import { whileReading } from './session.js';

/** What `apply` would do with a database. */
interface DryRun {
  /** The names of the migrations that would be applied. */
  readonly pending: readonly string[];
  readonly losses: readonly Loss[];
}

/** Refuses what `apply` refuses before it changes anything, except for losses. Changes nothing. */
export function dryRun(url: string, migrations: readonly Migration[]): Promise<DryRun> {
  refuseBranches(latestState(migrations).heads);
  return whileReading(url, async (sql) => {
    const journal = await readJournal(sql);
    const pending = pendingAmong(migrations, journal.applied);
    refuseControls(pending);
    const losses = await lossesOf(sql, await statementsToRun(pending, journal));
    return { pending: pending.map(({ name }) => name), losses };
  });
}
