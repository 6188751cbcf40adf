import { pathToFileURL } from 'node:url';

import type { ContentDefinition } from '@content-gen/runtime';
import type { App } from '@content-gen/runtime/node';
import type { Hono } from 'hono';

import type { RuntimeInspector, ServedProject } from '../console/project.js';
import { traceOf } from '../diagnostics/thrown.js';
import type { TablesModule } from '../migrate/describe.js';
import { modelState } from '../migrate/state/model-state.js';
import type { State } from '../migrate/state/state.js';
import { withOpenapi } from './openapi.js';
import { withStudio } from './studio.js';
import { schemaOf } from './schema-cache.js';
import type { Prepared } from './prepare.js';
import { ServeProblem } from './problem.js';

/** One version of the project, loaded and ready to answer requests. */
export interface AppVersion extends ServedProject {
  readonly app: App;
  /** The database state that this version needs. */
  readonly state: State;
  /** Closes the version. Call `close` after the last answer of the version. */
  close(): Promise<void>;
}

/** The exports of the bundle; see bundle.ts. */
interface Loaded {
  readonly app: unknown;
  readonly definition: ContentDefinition;
  readonly complete: (definition: ContentDefinition, app: App) => App;
  readonly close: (definition: ContentDefinition) => Promise<void>;
  readonly inspector: RuntimeInspector;
  readonly studio: (definition: ContentDefinition) => Hono;
}

/** Loads the project's code. The database is not used before the first request. */
export async function loadAppVersion({ config, model, appFile, bundle }: Prepared): Promise<AppVersion> {
  const schema = await schemaOf(config.root, bundle, (file) => load<TablesModule>(file, 'the generated code'));
  const loaded = await load<Loaded>(bundle.app, appFile ?? 'the generated code');
  const { app, definition, complete, close, inspector, studio } = loaded;
  if (!isApp(app)) throw new ServeProblem(`${appFile} must export its Hono app as default: "export default app".`);
  return {
    app: withStudio(withOpenapi(complete(definition, app), model, config.settings, app), studio(definition)),
    config,
    model,
    definition,
    inspector,
    state: { version: 1, schema, model: modelState(model, config.settings.locales.default) },
    close: async () => {
      await close(definition);
      await bundle.remove();
    },
  };
}

async function load<Module>(file: string, name: string): Promise<Module> {
  try {
    const module: Module = await import(pathToFileURL(file).href);
    return module;
  } catch (error) {
    throw new ServeProblem(`${name} threw an error when it was loaded:\n${ownPart(traceOf(error))}`, { cause: error });
  }
}

/** Removes the part of the stack trace that belongs to Node and content-gen. */
function ownPart(trace: string): string {
  const [own = ''] = trace.split(/\n *at .*\(?node:internal\/modules\//);
  return own;
}

function isApp(value: unknown): value is App {
  return typeof value === 'object' && value !== null && 'fetch' in value && typeof value.fetch === 'function';
}
