import { pathToFileURL } from 'node:url';

import type { ContentDefinition } from '@content-gen/runtime';
import type { App } from '@content-gen/runtime/node';

import type { Config } from '../config/index.js';
import type { TablesModule } from '../migrate/describe.js';
import { modelState } from '../migrate/model-state.js';
import type { State } from '../migrate/state.js';
import type { ContentModel } from '../model/model.js';
import { schemaOf } from './schema-cache.js';
import type { Prepared } from './prepare.js';
import { ServeProblem } from './problem.js';

/** The project at work, as it was at one moment. */
export interface Version {
  readonly app: App;
  readonly config: Config;
  readonly model: ContentModel;
  /** The database that it needs. */
  readonly state: State;
  /** Ends it; call it when its last request has been answered. */
  close(): Promise<void>;
}

/** What the bundle exports; see bundle.ts. */
interface Loaded {
  readonly app: unknown;
  readonly definition: ContentDefinition;
  readonly complete: (definition: ContentDefinition, app: App) => App;
  readonly close: (definition: ContentDefinition) => Promise<void>;
}

/** Runs the project's code. The database is not touched before the first request. */
export async function loadVersion({ config, model, appFile, bundle }: Prepared): Promise<Version> {
  const loadTables = async (file: string) => (await load(file, 'the generated code')) as TablesModule;
  const schema = await schemaOf(config.root, bundle, loadTables);
  const { app, definition, complete, close } = (await load(bundle.app, appFile ?? 'the generated code')) as Loaded;
  if (!isApp(app)) throw new ServeProblem(`${appFile} has to export its Hono app as default: "export default app".`);
  return {
    app: complete(definition, app),
    config,
    model,
    state: { version: 1, schema, model: modelState(model, config.settings.locales.default) },
    close: async () => {
      await close(definition);
      await bundle.remove();
    },
  };
}

async function load(module: string, name: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(module).href);
  } catch (error) {
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new ServeProblem(`${name} threw an error when it was loaded:\n${ownPart(trace)}`, { cause: error });
  }
}

/** Who loaded the project's code, Node and we, says nothing about it. */
function ownPart(trace: string): string {
  return trace.split(/\n *at .*\(?node:internal\/modules\//)[0]!;
}

function isApp(value: unknown): value is App {
  return typeof (value as App | undefined)?.fetch === 'function';
}
