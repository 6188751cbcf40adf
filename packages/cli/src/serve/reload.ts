import { setTimeout as sleep } from 'node:timers/promises';

import { loadConfig } from '../config/index.js';
import { DatabaseProblem } from '../database/problem.js';
import { keepInLine } from '../migrate/sync-schema.js';
import type { Changes } from '../files/watch.js';
import type { Report } from '../terminal/serve-event.js';
import type { Front } from './version-switch.js';
import { prepare } from './prepare.js';
import type { Problem } from './problem-page.js';
import { ServeProblem } from './problem.js';
import { type Version, loadVersion } from './app-version.js';

export interface RenewalOptions {
  readonly root: string;
  readonly configFile?: string;
  readonly databaseUrl: string;
  /** The project's own, which nobody else uses. */
  readonly isOwn: boolean;
  readonly changes: Changes;
  readonly front: Front;
  readonly report: Report;
}

/** How often the database is asked whether somebody has made way for a version that it was not ready for. */
const RETRY_MS = 1_000;

/** Puts a new version to work after every change. What cannot work is shown, and the version before it stays. */
export function renewOnChange(options: RenewalOptions): void {
  const { root, configFile, databaseUrl, isOwn, changes, front, report } = options;
  let round = 0;
  let turn: Promise<unknown> = Promise.resolve();

  changes.listen(async (files) => {
    const began = Date.now();
    const own = ++round;
    const renewed = await attempt(async () => {
      const version = await build();
      if ('message' in version) return version;
      const refused = await enter(version, own);
      if (refused !== undefined) void waitFor(version, own);
      return refused;
    });
    if (renewed === undefined) report({ event: 'reloaded', files, milliseconds: Date.now() - began });
    else refuse(renewed);
  });

  /** The project as it is written now. */
  async function build(): Promise<Version | Problem> {
    const config = await loadConfig(root, configFile);
    if (!config.ok) return { message: 'The config has errors.', diagnostics: config.diagnostics };
    changes.widen(config.value);
    const prepared = await prepare(config.value, report);
    if (!prepared.ok) {
      return { message: 'The definitions have errors. Nothing was written.', diagnostics: prepared.diagnostics };
    }
    changes.widen({ ...config.value, sources: prepared.value.bundle.sources });
    return loadVersion(prepared.value);
  }

  /** One after the other, and no older version after a newer one. */
  function enter(version: Version, own: number): Promise<Problem | undefined> {
    const entered = turn.then(() =>
      attempt(async () => {
        if (own !== round) return undefined;
        const statements = await keepInLine(databaseUrl, version.state, { isOwn });
        front.replace(version);
        report({ event: 'schema', statements: statements.length });
        return undefined;
      }),
    );
    turn = entered;
    return entered;
  }

  /** Somebody may run the migration that it takes, or start the database again. */
  async function waitFor(version: Version, own: number): Promise<void> {
    for (;;) {
      await sleep(RETRY_MS, undefined, { ref: false });
      const began = Date.now();
      const refused = await enter(version, own);
      if (own !== round) return version === front.current() ? undefined : version.close();
      if (refused === undefined) return report({ event: 'reloaded', files: [], milliseconds: Date.now() - began });
    }
  }

  function refuse(problem: Problem): void {
    front.show(problem);
    report({ event: 'error', ...problem });
  }
}

/** What went wrong, if something did. */
async function attempt(work: () => Promise<Problem | undefined>): Promise<Problem | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServeProblem || error instanceof DatabaseProblem) return { message: error.message };
    return { message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
