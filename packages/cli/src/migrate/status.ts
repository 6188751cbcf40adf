import { findDrift } from './drift.js';
import type { Migration } from './folder.js';
import { latestState } from './history.js';
import { readJournal, SERVE_NAME } from './journal.js';
import { type Loss, lossesOf, statementsToRun } from './pending.js';
import { planChanges } from './plan/plan.js';
import { withRowIds } from './plan/row-ids.js';
import { firstLine } from './plan/statement.js';
import { whileReading } from './session.js';
import { type State, isSame } from './state/state.js';

interface Status {
  readonly migrations: readonly MigrationStatus[];
  /** The differences between the database and the migrations that were applied to it. */
  readonly drift: readonly string[];
  /** The names of indexes that the database cannot have, so that migrations leave them out. */
  readonly leftOut: readonly string[];
  /** Parallel migrations of several branches, which need a merge. */
  readonly sideBySide: readonly string[];
  /** Whether serve has changed the database since the last migration. The next `apply` starts from there. */
  readonly servedSince: boolean;
  /** The statements that the definitions need, and that neither a migration nor serve has run. */
  readonly unplanned: readonly string[];
  /** What `apply` would lose, and does not run without consent. */
  readonly losses: readonly Loss[];
  readonly clean: boolean;
}

interface MigrationStatus {
  readonly name: string;
  /** `changed`: the file differs from the applied one. `missing`: the file of an applied migration is gone. */
  readonly state: 'applied' | 'pending' | 'unfinished' | 'changed' | 'missing';
  readonly appliedAt?: string;
}

/**
 * Compares migrations with the journal and the tables of the database, and with the definitions. Changes nothing.
 * `wanted`: what the definitions require; `undefined` in a folder without definitions.
 */
export function statusOf(url: string, migrations: readonly Migration[], wanted: State | undefined): Promise<Status> {
  return whileReading(url, async (sql) => {
    const journal = await readJournal(sql);
    const { current, applied } = journal;
    const records = new Map(applied.map((one) => [one.name, one]));
    const known = migrations.map(({ name, hash }): MigrationStatus => {
      const record = records.get(name);
      records.delete(name);
      if (record === undefined) return { name, state: 'pending' };
      if (record.hash !== hash) return { name, state: 'changed' };
      if (record.finishedAt === undefined) return { name, state: 'unfinished' };
      return { name, state: 'applied', appliedAt: record.finishedAt };
    });
    const missing = [...records.keys()].map((name): MigrationStatus => ({ name, state: 'missing' }));
    const all = [...known, ...missing].sort((a, b) => (a.name < b.name ? -1 : 1));
    const { drift, leftOut } =
      current === undefined ? { drift: [], leftOut: [] } : await findDrift(sql, current.state.schema);
    const { heads, state: latest } = latestState(migrations);
    const sideBySide = heads.length > 1 ? heads : [];
    const servedSince = current?.by === SERVE_NAME && !isSame(current.state, latest);
    const isDone = all.every(({ state }) => state === 'applied') && (!servedSince || heads.length === 0);
    const unplanned = await neededBeyond(current?.by === SERVE_NAME ? current.state : latest, wanted);
    const clean = drift.length === 0 && sideBySide.length === 0 && unplanned.length === 0 && isDone;
    const pending = migrations.filter((_, at) => ['pending', 'unfinished'].includes(known[at]?.state ?? ''));
    const losses = await lossesOf(sql, await statementsToRun(pending, journal));
    return { migrations: all, drift, leftOut, sideBySide, servedSince, unplanned, losses, clean };
  });
}

async function neededBeyond(state: State, wanted: State | undefined): Promise<readonly string[]> {
  if (wanted === undefined) return [];
  const statements = await planChanges(state, withRowIds(state, wanted), { online: true });
  return statements.map(({ sql }) => firstLine(sql));
}
