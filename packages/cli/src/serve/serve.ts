import { setTimeout as sleep } from 'node:timers/promises';

import type { Config } from '../config/index.js';
import { withConsole } from '../console/console.js';
import { type DevelopmentToken, grantDevelopmentToken } from '../database/development-token.js';
import { type Result, ok } from '../diagnostics/diagnostic.js';
import { watchFiles } from '../files/watch.js';
import { prepareToFormat } from '../format/index.js';
import { loadCompiler } from '../syntax/compiler.js';
import { prepareToDescribe } from '../migrate/describe.js';
import { syncSchema } from '../migrate/sync-schema.js';
import { neededPackages, usesOurPackages } from '../project/packages.js';
import type { ServeReport } from '../terminal/serve-event.js';
import { type AppVersion, loadAppVersion } from './app-version.js';
import { endBundling } from './bundle.js';
import { type ServedDatabase, openDatabase } from './database.js';
import { envFile, writeEnvFile } from './env-file.js';
import { endpointsOf, firstPath } from './endpoints.js';
import { checkHost } from './host-check.js';
import { listen } from './listen.js';
import { type Prepared, prepare } from './prepare.js';
import { ServeProblem } from './problem.js';
import { reloadOnChange } from './reload.js';
import { type Seed, readSeed } from './seed-file.js';
import { isHalfSeeded, sendSeed } from './seed.js';
import { studioLink } from './studio.js';
import { createVersionSwitch } from './version-switch.js';
import { watchedFiles, watchedPattern } from './watched-files.js';

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  /** Start with an empty database. */
  readonly fresh: boolean;
  /** Reload when files of the project change. */
  readonly watch: boolean;
  /** The config file, if the file has none of the default names. */
  readonly config?: string;
  /** A file with requests to send to an empty database, or an archive to import into it; relative to the project. */
  readonly seed?: string;
  readonly report: ServeReport;
  /** Called during the first formatting. */
  readonly progress?: (done: number, total: number) => void;
  /** Aborted when the user stops the server. */
  readonly signal: AbortSignal;
}

interface Serving {
  readonly url: string;
  stop(): Promise<void>;
}

/** Generates, syncs the schema of the database, and answers requests until it is stopped. */
export async function serve(config: Config, options: ServeOptions): Promise<Result<Serving>> {
  /** Runs in reverse order. */
  const endings: (() => Promise<unknown>)[] = [() => endBundling(config.root)];
  const stop = async () => {
    for (const end of endings.splice(0).toReversed()) await end();
  };
  try {
    const result = await start(config, options, (end) => endings.push(end));
    if (!result.ok) await stop();
    return result.ok ? ok({ url: result.value, stop }) : result;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Registers how to end something that was started. */
type OnStop = (end: () => Promise<unknown>) => void;

async function start(config: Config, options: ServeOptions, onStop: OnStop): Promise<Result<string>> {
  const { root } = config;
  const { signal } = options;
  // After an abort, work that still runs does not report any more.
  const report: ServeReport = (event) => (signal.aborted ? undefined : options.report(event));
  if (options.fresh && process.env['DATABASE_URL']) {
    throw new ServeProblem(
      '--fresh only empties the embedded database, but DATABASE_URL names another one. Unset DATABASE_URL, or leave --fresh out.',
    );
  }
  const seed = options.seed === undefined ? undefined : await readSeed(root, options.seed);
  if (usesOurPackages(root)) report({ event: 'packages', missing: neededPackages });
  const watching = options.watch
    ? watchedFiles(config, options.config).then((files) => watchFiles(root, files, watchedPattern))
    : Promise.resolve(undefined);
  onStop(async () => (await watching)?.stop());

  const opened = await openAndPrepare(config, { ...options, report, seed }, watching, onStop);
  if (!opened.ok) return opened;
  const { database, prepared } = opened.value;
  const { url: databaseUrl, kind } = database;
  // The runtime reads both variables later, at requests. An address of the user may name several hosts.
  if (kind === 'embedded') process.env['DATABASE_URL'] = databaseUrl;
  // Everything else that runs the project is production.
  if (process.env['NODE_ENV'] !== 'production') process.env['CONTENT_GEN_MODE'] ??= 'development';
  process.setSourceMapsEnabled(true);
  const version = await loadAppVersion(prepared);
  const isOwn = kind === 'embedded';
  const statements = await syncSchema(databaseUrl, version.state, {
    isOwn,
    onLeftOut: (left) => report({ event: 'leftOut', statements: left.map((one) => one.sql) }),
    onCounted: (warnings) => report({ event: 'counted', warnings }),
  });
  report({ event: 'schema', statements: statements.length });
  const token = await grantDevelopmentToken(root, databaseUrl);
  onStop(() => Promise.resolve(token.revoke()));
  const { app, model } = version;
  await sendSeed({ root, config, app, model, token: token.secret, database, report, signal, seed });

  signal.throwIfAborted();
  const versions = createVersionSwitch(version);
  const names = () => versions.current().config.hosts ?? [];
  const configFile = options.config === undefined ? {} : { configFile: options.config };
  const studio = { ...configFile, project: () => versions.current(), databaseUrl, token: token.secret, ended: signal };
  const server = await listen(checkHost(withConsole(versions, studio), { host: options.host, names }), options);
  onStop(() => server.close());
  if (isOwn) onStop(await writeEnvFile(root, databaseUrl));
  const scripts = isOwn ? { envFile } : {};
  report({ event: 'ready', ...introduction(version, server.url, token), database: kind, ...scripts });
  const watcher = await watching;
  if (watcher !== undefined) {
    watcher.extend(await watchedFiles(config, options.config, prepared.bundle.sources));
    reloadOnChange({ root, ...configFile, databaseUrl, isOwn, watcher, versions, report });
    void preload([prepareToDescribe, () => loadCompiler(config.root), () => prepareToFormat(config)]);
  }
  return ok(server.url);
}

interface Opened {
  readonly database: ServedDatabase;
  readonly prepared: Prepared;
}

/** Opens the database and prepares the code at the same time, because both take long and neither needs the other. */
async function openAndPrepare(
  config: Config,
  options: Omit<ServeOptions, 'seed'> & { readonly seed: Seed | undefined },
  watching: Promise<unknown>,
  onStop: OnStop,
): Promise<Result<Opened>> {
  const { root } = config;
  const { report, signal, seed } = options;
  const fresh = options.fresh || (seed !== undefined && isHalfSeeded(root));
  const failure = new AbortController();
  const opening = openDatabase({ root, fresh, report, signal: AbortSignal.any([signal, failure.signal]) });
  onStop(() =>
    opening.then(
      (opened) => opened.stop(),
      () => undefined,
    ),
  );
  // The watcher must be ready before files are read, so that no change is missed.
  const preparing = watching.then(() => prepare(config, report, { ...options, isStart: true }));
  // If the code cannot be prepared, serve does not wait for the database.
  void preparing.then(
    (result) => result.ok || failure.abort(),
    () => failure.abort(),
  );
  const [prepared, database] = await unlessAborted(Promise.allSettled([preparing, opening]), signal);
  if (prepared.status === 'rejected') throw prepared.reason;
  if (!prepared.value.ok) return prepared.value;
  if (database.status === 'rejected') throw database.reason;
  return ok({ database: database.value, prepared: prepared.value.value });
}

/** Waits this long before each module, so that loading does not delay the first requests. */
const PRELOAD_MS = 1_500;

/** Loads modules that the first change needs and an unchanged start does not. */
async function preload(loads: readonly (() => unknown)[]): Promise<void> {
  for (const load of loads) {
    await sleep(PRELOAD_MS, undefined, { ref: false });
    try {
      await load();
    } catch {
      // The first change loads the module again and reports the error.
    }
  }
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
  return Promise.race([work, aborted]);
}

/** The address, the endpoints and a first request to try. */
function introduction({ model, config: { settings } }: AppVersion, url: string, { secret }: DevelopmentToken) {
  const { prefix } = settings.api;
  const first = firstPath(model, settings);
  const about = { url, prefix, endpoints: endpointsOf(model, prefix), token: secret, studio: studioLink(url, secret) };
  if (first === undefined) return about;
  const example = url + first.path;
  const curl = first.isPublic ? `curl '${example}'` : `curl -H 'Authorization: Bearer ${secret}' '${example}'`;
  return { ...about, example, curl };
}
