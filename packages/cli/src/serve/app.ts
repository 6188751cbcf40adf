import { join } from 'node:path';

import type * as runtime from '@content-gen/runtime/hono';
import type { Hono } from 'hono';

import type { Config } from '../config.js';
import { ServeProblem } from './problem.js';
import type { ProjectModules } from './project-modules.js';

/** Answers requests. */
export interface App {
  readonly fetch: (request: Request) => Response | Promise<Response>;
}

/** The user's own app where there is one, else one that has the generated routes and nothing more. */
export async function loadApp(config: Config, modules: ProjectModules): Promise<App> {
  const file = modules.find('src/app') ?? modules.find('app');
  if (file === undefined) return plainApp(config, modules);

  const { default: app } = await modules.import<{ default?: unknown }>(file);
  if (isApp(app)) return app;
  throw new ServeProblem(`${file} has to export its Hono app as default: "export default app".`);
}

/** The generated tables, for bringing the database in line with them. */
export function loadTables(config: Config, modules: ProjectModules): Promise<Record<string, unknown>> {
  return modules.import(join(config.root, config.output, 'schema.ts'));
}

async function plainApp(config: Config, modules: ProjectModules): Promise<App> {
  const [{ rootApp }, { contentDefinition, contentRoutes }] = await Promise.all([
    modules.import<typeof runtime>('@content-gen/runtime/hono'),
    modules.import<Generated>(join(config.root, config.output, 'index.ts')),
  ]);
  return rootApp(contentDefinition, contentRoutes);
}

interface Generated {
  readonly contentDefinition: runtime.ContentDefinition;
  readonly contentRoutes: Hono<runtime.ContentEnv>;
}

function isApp(value: unknown): value is App {
  return typeof (value as App | undefined)?.fetch === 'function';
}
