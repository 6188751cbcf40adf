import { countSteps } from '../commands/summary.js';
import type { Config } from '../config.js';
import { type Result, failed, ok } from '../diagnostics.js';
import { type Generation, generate } from '../generate.js';
import { applyPlan, conflictDiagnostics } from '../write/index.js';
import { describeState } from '../migrate/describe.js';
import { keepInLine } from '../migrate/keep-in-line.js';
import { findApp, loadApp, loadTables } from './app.js';
import { bundle } from './bundle.js';
import { type ServedDatabase, openDatabase } from './database.js';
import { endpointsOf, publicPath } from './endpoints.js';
import type { Report } from './event.js';
import { listen } from './listen.js';

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  /** Begin with an empty database. */
  readonly fresh: boolean;
  readonly report: Report;
}

export interface Serving {
  readonly url: string;
  stop(): Promise<void>;
}

/** Generates, brings the database in line, and answers requests until it is stopped. */
export async function serve(config: Config, options: ServeOptions): Promise<Result<Serving>> {
  // Neither needs the other, and both take a while.
  const [generation, database] = await Promise.allSettled([
    write(config, options.report),
    openDatabase(config.root, options.fresh, options.report),
  ]);
  if (database.status === 'rejected') throw database.reason;
  try {
    if (generation.status === 'rejected') throw generation.reason;
    if (!generation.value.ok) {
      await database.value.stop();
      return generation.value;
    }
    return ok(await answer(config, generation.value.value, database.value, options));
  } catch (error) {
    await database.value.stop();
    throw error;
  }
}

async function write(config: Config, report: Report): Promise<Result<Generation>> {
  const generation = await generate(config);
  if (!generation.ok) return generation;
  const { plan } = generation.value;
  const conflicts = conflictDiagnostics(plan, { force: false });
  if (conflicts.length > 0) return failed(conflicts);

  await applyPlan(config.root, config.output, plan);
  report({ event: 'generated', ...countSteps(plan) });
  return generation;
}

async function answer(
  config: Config,
  { model }: Generation,
  database: ServedDatabase,
  { port, host, report }: ServeOptions,
): Promise<Serving> {
  // The runtime looks here at the first request.
  process.env['DATABASE_URL'] = database.url;
  process.setSourceMapsEnabled(true);
  const appFile = findApp(config.root);
  const bundled = await bundle(config, appFile);
  const state = await describeState(await loadTables(bundled), model, config.settings.locales.default);
  const statements = await keepInLine(database.url, state);
  report({ event: 'schema', statements: statements.length });
  const server = await listen(await loadApp(bundled, appFile), { port, host });

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
  return {
    url: server.url,
    stop: async () => {
      await server.close();
      await Promise.all([database.stop(), bundled.remove()]);
    },
  };
}
