import { setTimeout as sleep } from 'node:timers/promises';

import type { Config } from '../config/index.js';
import { type Result, ok } from '../diagnostics/diagnostic.js';
import { type DevelopmentToken, grantDevelopmentToken } from '../database/development-token.js';
import { prepareToFormat } from '../format/index.js';
import { prepareToRead } from '../load/typescript.js';
import { prepareToDescribe } from '../migrate/describe.js';
import { keepInLine } from '../migrate/sync-schema.js';
import { neededPackages, usesOurPackages } from '../project/packages.js';
import { endBundling } from './bundle.js';
import { watchChanges } from '../files/watch.js';
import { openDatabase } from './database.js';
import { endpointsOf, firstPath } from './endpoints.js';
import type { Report } from '../terminal/serve-event.js';
import { openFront } from './version-switch.js';
import { listen } from './listen.js';
import { prepare } from './prepare.js';
import { renewOnChange } from './reload.js';
import { ServeProblem } from './problem.js';
import { readSeed } from './seed-file.js';
import { isHalfSeeded, sendSeed } from './seed.js';
import { type Version, loadVersion } from './app-version.js';

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  /** Begin with an empty database. */
  readonly fresh: boolean;
  /** Follow changes of the project. */
  readonly watch: boolean;
  /** The config file to use, where it is not the usual one. */
  readonly config?: string;
  /** Requests to send where there is no content yet; relative to the project. */
  readonly seed?: string;
  readonly report: Report;
  /** Called as files are formatted at the start. */
  readonly progress?: (done: number, total: number) => void;
  /** Aborted when nobody waits for the server any more. */
  readonly signal: AbortSignal;
}

export interface Serving {
  readonly url: string;
  stop(): Promise<void>;
}

/** Generates, brings the database in line, and answers requests until it is stopped. */
export async function serve(config: Config, options: ServeOptions): Promise<Result<Serving>> {
  /** What was begun, to be ended in the opposite order. */
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

/** When those who waited for the start have had their first answers, and between what keeps others waiting. */
const PRELOAD_MS = 1_500;

/** What the first change needs; a start for which nothing has changed does without. */
async function preload(works: readonly (() => unknown)[]): Promise<void> {
  for (const work of works) {
    await sleep(PRELOAD_MS, undefined, { ref: false });
    try {
      await work();
    } catch {
      // The change will say what is wrong with it.
    }
  }
}

type Begun = (end: () => Promise<unknown>) => void;

async function start(config: Config, options: ServeOptions, begun: Begun): Promise<Result<string>> {
  const { root } = config;
  const { signal } = options;
  // What is still under way then, nobody asks about.
  const report: Report = (event) => (signal.aborted ? undefined : options.report(event));
  if (options.fresh && process.env['DATABASE_URL']) {
    throw new ServeProblem('--fresh empties the database that content-gen starts, and DATABASE_URL names another.');
  }
  const seed = options.seed === undefined ? undefined : await readSeed(root, options.seed);
  if (usesOurPackages(root)) report({ event: 'packages', missing: neededPackages });
  const watching = options.watch ? watchChanges(root, placesOf(config, options)) : Promise.resolve(undefined);
  begun(async () => (await watching)?.stop());
  const fresh = options.fresh || (seed !== undefined && isHalfSeeded(root));
  // A database that is still being made is not waited for where there is nothing to serve from it.
  const needless = new AbortController();
  const opening = openDatabase({ root, fresh, report, signal: AbortSignal.any([signal, needless.signal]) });
  begun(() =>
    opening.then(
      (opened) => opened.stop(),
      () => undefined,
    ),
  );
  // Neither needs the other, and both take a while. What is read is watched before, so that no change is missed.
  const preparing = watching.then(() => prepare(config, report, { ...options, isStart: true }));
  void preparing.then(
    ({ ok: isReady }) => isReady || needless.abort(),
    () => needless.abort(),
  );
  const [prepared, database] = await unlessAborted(Promise.allSettled([preparing, opening]), signal);
  if (prepared.status === 'rejected') throw prepared.reason;
  if (!prepared.value.ok) return prepared.value;
  if (database.status === 'rejected') throw database.reason;

  const { url: databaseUrl, kind } = database.value;
  // The runtime looks here at the first request.
  process.env['DATABASE_URL'] = databaseUrl;
  process.setSourceMapsEnabled(true);
  const version = await loadVersion(prepared.value.value);
  const isOwn = kind === 'embedded';
  const statements = await keepInLine(databaseUrl, version.state, { isOwn });
  report({ event: 'schema', statements: statements.length });
  const token = await grantDevelopmentToken(root, databaseUrl);
  begun(() => token.revoke().catch(() => undefined));
  const task = { root, app: version.app, token: token.secret, database: database.value, report, signal };
  await sendSeed({ ...task, seed });

  signal.throwIfAborted();
  const front = openFront(version);
  const server = await listen(front, options);
  begun(() => server.close());
  report({ event: 'ready', ...introduction(version, server.url, token), database: kind });
  const changes = await watching;
  if (changes !== undefined) {
    changes.widen({ ...placesOf(config, options), sources: prepared.value.value.bundle.sources });
    const configFile = options.config === undefined ? {} : { configFile: options.config };
    renewOnChange({ root, ...configFile, databaseUrl, isOwn, changes, front, report });
    void preload([prepareToDescribe, prepareToRead, () => prepareToFormat(config)]);
  }
  return ok(server.url);
}

/** What is waited for, unless somebody stops waiting. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
  return Promise.race([work, aborted]);
}

function placesOf(config: Config, options: ServeOptions) {
  return { ...config, ...(options.config === undefined ? {} : { configFile: options.config }) };
}

/** What somebody needs to know to begin. */
function introduction({ model, config: { settings } }: Version, url: string, { secret }: DevelopmentToken) {
  const { prefix } = settings.api;
  const first = firstPath(model, settings);
  const about = { url, prefix, endpoints: endpointsOf(model, prefix), token: secret };
  if (first === undefined) return about;
  const example = url + first.path;
  const curl = first.isPublic ? `curl '${example}'` : `curl -H 'Authorization: Bearer ${secret}' '${example}'`;
  return { ...about, example, curl };
}
