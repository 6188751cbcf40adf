import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build } from 'esbuild';

import { loadConfig } from '../../src/config/index.js';
import { readModel } from '../../src/generate/generate.js';
import { describeState } from '../../src/migrate/describe.js';
import { syncSchema } from '../../src/migrate/sync-schema.js';
import type { State } from '../../src/migrate/state/state.js';
import { tablesOf } from '../../src/migrate/state/tables.js';
import { patience } from '../serve/project.js';
import { startServer } from './server.js';
import { inProcess } from '../in-process.js';
import { temporaryProject, writeFiles } from '../temporary-project.js';

const config = `import { defineConfig } from 'content-gen';

export default defineConfig({
  api: { rest: { ${patience} } },
  locales: { default: 'en', all: ['en', 'fr'] },
  permissions: { public: '*' },
});
`;

export interface App {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** A project that changes: its definitions, its migrations and its API on a database. */
export async function createSite(url: string) {
  const root = temporaryProject({ 'content-gen.config.ts': config }, { packages: true });
  let app: App | undefined;
  let versions = 0;

  const on =
    (address: string) =>
    (...args: readonly string[]) =>
      inProcess(root, args, { DATABASE_URL: address });
  const cli = on(url);
  const release = async () => {
    const generated = await cli('generate');
    if (generated.code !== 0) throw new Error(generated.stderr);
    return load(root, url, ++versions);
  };
  return {
    root,
    url,
    cli,
    /** The command line, with another database. */
    on,
    write: async (files: Readonly<Record<string, string>>) => writeFiles(root, files),
    remove: (path: string) => rm(join(root, path), { recursive: true }),
    /** Writes a migration for what changed, and applies it. */
    migrate: async (name: string, ...flags: readonly string[]) => {
      const created = await cli('migrate', 'create', name, '--json');
      if (created.code !== 0) throw new Error(created.stdout + created.stderr);
      return cli('migrate', 'apply', ...flags);
    },
    /** What serve does with its database. */
    syncSchema: async () => syncSchema(url, await stateOf(root)),
    state: () => stateOf(root),
    /** Generates, and starts a server with the code of today beside those that run. */
    release,
    /** Generates, and answers requests with the code of today from now on. */
    start: async () => {
      const next = await release();
      await app?.close();
      app = next;
    },
    api: async (method: string, path: string, data?: object) => {
      const body = data === undefined ? null : JSON.stringify({ data });
      const headers = { 'content-type': 'application/json' };
      const response = await app!.fetch(new Request(`http://localhost/api${path}`, { method, headers, body }));
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return (text === '' ? {} : JSON.parse(text)) as { readonly data: any; readonly meta: any };
    },
    close: async () => {
      await app?.close();
      await rm(root, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

export type Site = Awaited<ReturnType<typeof createSite>>;

/** What the definitions ask for. */
async function stateOf(root: string): Promise<State> {
  const config = await loadConfig(root);
  if (!config.ok) throw new Error(JSON.stringify(config.diagnostics));
  const model = await readModel(config.value);
  if (!model.ok) throw new Error(JSON.stringify(model.diagnostics));
  const tables = await tablesOf(config.value, model.value);
  return describeState(tables, model.value, config.value.settings.locales.default);
}

async function load(root: string, url: string, version: number): Promise<App> {
  const file = join(root, '.content-gen', `app-${version}.mjs`);
  const hasApp = existsSync(join(root, 'src/app.ts'));
  const contents = `import { createContent } from '@content-gen/runtime';
import { rootApp } from '@content-gen/runtime/hono';
import { contentDefinition, contentRoutes } from './src/content/index.ts';
${hasApp ? `import own from './src/app.ts';` : ''}

const { database } = createContent(contentDefinition, { database: { url: ${JSON.stringify(url)}, connections: 2 } });
const app = ${hasApp ? 'own' : 'rootApp(contentDefinition, contentRoutes)'};
export const fetch = app.fetch;
export const close = () => database.close();
`;
  await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    outfile: file,
  });
  return (await import(pathToFileURL(file).href)) as App;
}

/** A site with an empty database of its own, and a connection to look behind the API. */
export async function siteWithDatabase() {
  const server = await startServer();
  const { url, sql } = await server.database();
  return { server, sql, site: await createSite(url) };
}
