import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Bundle } from './bundle.js';
import { ServeProblem } from './problem.js';

/** Answers requests. */
export interface App {
  readonly fetch: (request: Request) => Response | Promise<Response>;
}

const CANDIDATES = ['src/app', 'app'].flatMap((name) =>
  ['ts', 'mts', 'tsx', 'js', 'mjs'].map((end) => `${name}.${end}`),
);

/** The file with the project's own app, relative to the project. */
export function findApp(root: string): string | undefined {
  return CANDIDATES.find((path) => existsSync(join(root, path)));
}

export async function loadApp(bundle: Bundle, file = 'the app'): Promise<App> {
  const { default: app } = await run(bundle.app, file);
  if (isApp(app)) return app;
  throw new ServeProblem(`${file} has to export its Hono app as default: "export default app".`);
}

/** The generated tables, for bringing the database in line with them. */
export async function loadTables(bundle: Bundle): Promise<Record<string, unknown>> {
  return (await import(pathToFileURL(bundle.tables).href)) as Record<string, unknown>;
}

async function run(module: string, file: string): Promise<{ default?: unknown }> {
  try {
    return (await import(pathToFileURL(module).href)) as { default?: unknown };
  } catch (error) {
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new ServeProblem(`${file} threw an error when it was loaded:\n${trace}`, { cause: error });
  }
}

function isApp(value: unknown): value is App {
  return typeof (value as App | undefined)?.fetch === 'function';
}
