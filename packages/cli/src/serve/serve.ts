import type { Config } from '../config.js';
import { type Result, ok } from '../diagnostics.js';
import { keepInLine } from '../migrate/keep-in-line.js';
import { endBundling } from './bundle.js';
import { type Changes, watchChanges } from './changes.js';
import { type ServedDatabase, openDatabase } from './database.js';
import { endpointsOf, publicPath } from './endpoints.js';
import type { Report } from './event.js';
import { openFront } from './front.js';
import { listen } from './listen.js';
import { type Prepared, prepare } from './prepare.js';
import { renewOnChange } from './renewal.js';
import { loadVersion } from './version.js';

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  /** Begin with an empty database. */
  readonly fresh: boolean;
  /** Follow changes of the project. */
  readonly watch: boolean;
  /** The config file to use, where it is not the usual one. */
  readonly config?: string;
  readonly report: Report;
}

export interface Serving {
  readonly url: string;
  stop(): Promise<void>;
}

/** Generates, brings the database in line, and answers requests until it is stopped. */
export async function serve(config: Config, options: ServeOptions): Promise<Result<Serving>> {
  const changes = options.watch ? await watchChanges(config.root, placesOf(config, options)) : undefined;
  // Neither needs the other, and both take a while.
  const [prepared, database] = await Promise.allSettled([
    prepare(config, options.report),
    openDatabase(config.root, options.fresh, options.report),
  ]);
  const clear = async () => {
    if (database.status === 'fulfilled') await database.value.stop();
    await Promise.all([changes?.stop(), endBundling(config.root)]);
  };
  try {
    if (database.status === 'rejected') throw database.reason;
    if (prepared.status === 'rejected') throw prepared.reason;
    if (prepared.value.ok) return ok(await answer(prepared.value.value, database.value, changes, options, clear));
    await clear();
    return prepared.value;
  } catch (error) {
    await clear();
    throw error;
  }
}

function placesOf(config: Config, options: ServeOptions) {
  return { ...config, ...(options.config === undefined ? {} : { configFile: options.config }) };
}

async function answer(
  prepared: Prepared,
  database: ServedDatabase,
  changes: Changes | undefined,
  options: ServeOptions,
  clear: () => Promise<void>,
): Promise<Serving> {
  const { config, model } = prepared;
  const { report } = options;
  // The runtime looks here at the first request.
  process.env['DATABASE_URL'] = database.url;
  process.setSourceMapsEnabled(true);
  const version = await loadVersion(prepared);
  const statements = await keepInLine(database.url, version.state);
  report({ event: 'schema', statements: statements.length });
  const front = openFront(version);
  const server = await listen(front, options);

  const { prefix } = config.settings.api;
  const example = publicPath(model, config.settings);
  report({
    event: 'ready',
    url: server.url,
    prefix,
    endpoints: endpointsOf(model, prefix),
    ...(example === undefined ? {} : { example: server.url + example }),
    database: database.kind,
  });
  if (changes !== undefined) {
    changes.widen({ ...placesOf(config, options), sources: prepared.bundle.sources });
    const configFile = options.config === undefined ? {} : { configFile: options.config };
    renewOnChange({ root: config.root, ...configFile, databaseUrl: database.url, changes, front, report });
  }
  return {
    url: server.url,
    stop: async () => {
      await server.close();
      await clear();
    },
  };
}
