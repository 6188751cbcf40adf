import { findDrift } from './drift.js';
import type { Migration } from './folder.js';
import { latestState } from './history.js';
import { readJournal, serve } from './journal.js';
import { withSession } from './session.js';
import { isSame } from './state.js';

export interface Status {
  readonly migrations: readonly MigrationStatus[];
  /** How the database differs from what was applied to it. */
  readonly drift: readonly string[];
  /** Migrations made side by side that have to be brought together. */
  readonly sideBySide: readonly string[];
  /** Whether serve has led the database elsewhere than the migrations lead; the next `apply` starts from there. */
  readonly servedSince: boolean;
  readonly clean: boolean;
}

export interface MigrationStatus {
  readonly name: string;
  /** `changed`: the file is not what was applied. `missing`: it was applied, and is not there. */
  readonly state: 'applied' | 'pending' | 'unfinished' | 'changed' | 'missing';
  readonly appliedAt?: string;
}

/** Compares migrations, what the database says about them, and what it is. Changes nothing. */
export function statusOf(url: string, migrations: readonly Migration[]): Promise<Status> {
  return withSession(url, async (sql) => {
    const { current, applied } = await readJournal(sql);
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
    const drift = current === undefined ? [] : await findDrift(sql, current.state.schema);
    const { heads, state: latest } = latestState(migrations);
    const sideBySide = heads.length > 1 ? heads : [];
    const servedSince = current?.by === serve && !isSame(current.state, latest);
    const isDone = all.every(({ state }) => state === 'applied') && (!servedSince || heads.length === 0);
    const clean = drift.length === 0 && sideBySide.length === 0 && isDone;
    return { migrations: all, drift, sideBySide, servedSince, clean };
  });
}
