import { setTimeout as sleep } from 'node:timers/promises';

import { loadConfig } from '../config/index.js';
import { isProblem } from '../diagnostics/problem.js';
import { traceOf } from '../diagnostics/thrown.js';
import type { Watcher } from '../files/watch.js';
import { syncSchema } from '../migrate/sync-schema.js';
import type { ServeReport } from '../terminal/serve-event.js';
import { type AppVersion, loadAppVersion } from './app-version.js';
import { prepare } from './prepare.js';
import type { PageProblem } from './problem-page.js';
import type { VersionSwitch } from './version-switch.js';
import { watchedFiles } from './watched-files.js';

interface ReloadOptions {
  readonly root: string;
  readonly configFile?: string;
  readonly databaseUrl: string;
  /** Whether the database is the embedded one, which no other program uses. */
  readonly isOwn: boolean;
  readonly watcher: Watcher;
  readonly versions: VersionSwitch;
  readonly report: ServeReport;
}

/** The interval for trying a version again that the database refused. */
const RETRY_MS = 1_000;

/**
 * Makes the project live again after every change. A version that fails is reported, and the version before it stays
 * live.
 */
export function reloadOnChange(options: ReloadOptions): void {
  const { watcher, versions, report } = options;
  const queue = activationQueue(options);
  watcher.listen(async (files) => {
    const began = Date.now();
    const attempt = queue.begin();
    const problem = await problemOf(async () => {
      const version = await buildVersion(options);
      if ('message' in version) return version;
      const refused = await attempt.activate(version);
      if (refused !== undefined) void attempt.retry(version);
      return refused;
    });
    if (problem === undefined) return report({ event: 'reloaded', files, milliseconds: Date.now() - began });
    versions.show(problem);
    report({ event: 'error', ...problem });
  });
}

/** Builds a version from the files as they are now. */
async function buildVersion({ root, configFile, watcher, report }: ReloadOptions): Promise<AppVersion | PageProblem> {
  const config = await loadConfig(root, configFile);
  if (!config.ok) return { message: 'The config has errors.', diagnostics: config.diagnostics };
  watcher.extend(await watchedFiles(config.value, configFile));
  const prepared = await prepare(config.value, report);
  if (!prepared.ok) {
    return { message: 'The definitions have errors. Nothing was written.', diagnostics: prepared.diagnostics };
  }
  watcher.extend(await watchedFiles(config.value, configFile, prepared.value.bundle.sources));
  return loadAppVersion(prepared.value);
}

/** Activates versions one after the other, and never an older version after a newer one. */
function activationQueue({ databaseUrl, isOwn, versions, report }: ReloadOptions) {
  let latest = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    begin() {
      const number = ++latest;
      const activate = (version: AppVersion): Promise<PageProblem | undefined> => {
        const activated = last.then(() =>
          problemOf(async () => {
            if (number !== latest) return undefined;
            const statements = await syncSchema(databaseUrl, version.state, {
              isOwn,
              onLeftOut: (left) => report({ event: 'leftOut', statements: left.map((one) => one.sql) }),
              onCounted: (warnings) => report({ event: 'counted', warnings }),
            });
            versions.replace(version);
            report({ event: 'schema', statements: statements.length });
            return undefined;
          }),
        );
        last = activated;
        return activated;
      };
      /** Tries again, because a migration or a restart of the database can remove the reason of a refusal. */
      const retry = async (version: AppVersion): Promise<void> => {
        for (;;) {
          await sleep(RETRY_MS, undefined, { ref: false });
          const began = Date.now();
          const refused = await activate(version);
          if (number !== latest) return version === versions.current() ? undefined : version.close();
          if (refused === undefined) return report({ event: 'reloaded', files: [], milliseconds: Date.now() - began });
        }
      };
      return { activate, retry };
    },
  };
}

/** Runs the work and turns an exception into a problem. */
async function problemOf(work: () => Promise<PageProblem | undefined>): Promise<PageProblem | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isProblem(error)) return { message: error.message };
    return { message: traceOf(error) };
  }
}
