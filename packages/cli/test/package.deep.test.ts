/** The packed packages as users get them, installed with npm outside the workspace. */
import { existsSync } from 'node:fs';
import { chmod, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { findPostmaster } from '../src/database/postmaster.js';
import { version } from '../src/version.js';
import { type Outcome, filesIn, npm, project, run, writeFiles } from './command-line.js';
import { type TestServer, startServer } from './migrate/server.js';
import { type ServeProcess, startServe } from './serve/project.js';

const packages = fileURLToPath(new URL('../../', import.meta.url));

let root: string;
/** The tarball of the tools of a move. */
let tools: string;
let elsewhere: TestServer | undefined;
let server: ServeProcess | undefined;

beforeAll(async () => {
  const tarballs = await project();
  for (const name of ['runtime', 'cli', 'strapi', 'create-content-gen'])
    await npm(join(packages, name), 'pack', '--pack-destination', tarballs);
  const all = Object.keys(await filesIn(tarballs)).map((name) => join(tarballs, name));
  expect(all).toHaveLength(4);
  tools = all.find((name) => name.includes('strapi'))!;
  const packed = all.filter((name) => name !== tools);

  root = await realpath(await project());
  // PostgreSQL may run under another account, which cannot access temporary folders.
  await chmod(root, 0o755);
  await npm(root, 'install', ...quiet, ...packed, 'typescript@7.0.2');
  await npm(root, 'exec', '--', 'create-content-gen', '--yes', '--agents');
  await npm(root, 'install', ...quiet);
}, 300_000);
const quiet = ['--no-audit', '--no-fund', '--prefer-offline'];
afterAll(async () => {
  await server?.end('SIGTERM');
  await elsewhere?.stop();
});

/** Runs the program directly, because npx needs a second to find it. */
async function installed(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const outcome = await run(join(root, 'node_modules', '.bin', command), args, root, env);
  expect(outcome.code, `${command} ${args.join(' ')}\n${outcome.stdout}\n${outcome.stderr}`).toBe(0);
  return outcome;
}

test('the command line and the runtime are installed once, in the version of the workspace', async () => {
  const lockfile = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  const own = Object.entries(lockfile.packages)
    .filter(([path]) => /(^|\/)node_modules\/(@content-gen\/|content-gen$)/.test(path))
    .map(([path, installed]) => [path, installed.version]);
  expect(Object.fromEntries(own)).toEqual({
    'node_modules/@content-gen/runtime': version,
    'node_modules/content-gen': version,
  });
  expect((await installed('content-gen', ['--version'])).stdout.trim()).toBe(version);
});

test('every page that AGENTS.md names is installed', async () => {
  const agents = await readFile(join(root, 'AGENTS.md'), 'utf8');
  const named = [...agents.matchAll(/node_modules\/content-gen\/docs\/[\w-]+\.md/g)].map(([path]) => path);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the packed packages serve, reload, migrate and check a project', { timeout: 300_000 }, async () => {
  server = startServe(root, { command: [join(root, 'node_modules', '.bin', 'content-gen'), 'serve'] });
  const { url, token, database } = await server.event('ready');
  expect(database).toBe('embedded');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ data: { title: 'one', rating: 4 } });
  const post = () => fetch(`${url}/api/articles`, { method: 'POST', headers, body });
  const list = async (query = '') => (await fetch(`${url}/api/articles${query}`)).json();
  expect(await list()).toMatchObject({ data: [] });
  expect((await post()).status).toBe(400);

  const reloaded = server.next('reloaded');
  const definition = await readFile(join(root, 'content', 'article.ts'), 'utf8');
  const rating = "rating: { type: 'integer' },";
  await writeFiles(root, { 'content/article.ts': definition.replace('attributes: {', `$&\n    ${rating}`) });
  await reloaded;
  expect((await post()).status).toBe(201);
  expect(await list('?filters[rating][$gt]=3')).toMatchObject({ data: [{ title: 'one', rating: 4 }] });

  elsewhere = await startServer();
  const second = await elsewhere.database();
  const there = { DATABASE_URL: second.url };
  await installed('content-gen', ['migrate', 'create', 'begin']);
  await installed('content-gen', ['migrate', 'apply'], there);
  await installed('content-gen', ['migrate', 'status'], there);
  expect(await second.sql`select title, rating from articles`).toEqual([]);
  await installed('content-gen', ['generate', '--check']);

  expect(await server.end('SIGINT')).toBe(0);
  expect(findPostmaster(join(root, '.content-gen', 'postgres'))).toBeUndefined();
});

test('the code that they generate compiles for Node and for bundlers', { timeout: 300_000 }, async () => {
  await installed('content-gen', ['generate']);
  // The hooks in the comment that init writes must work.
  const hooks = await readFile(join(root, 'src/hooks.ts'), 'utf8');
  await writeFile(join(root, 'src/hooks.ts'), hooks.replaceAll(/^ {2}\/\/ /gm, '  '));
  await writeFile(join(root, 'src/name.ts'), "export const home = process.env['HOME'];\n");
  await installed('tsc', ['--noEmit']);
  expect(await readFile(join(root, 'src/content/index.ts'), 'utf8')).toContain("from './article/routes.js'");

  const tsconfig = await readFile(join(root, 'tsconfig.json'), 'utf8');
  await writeFile(join(root, 'tsconfig.json'), tsconfig.replace('NodeNext', 'Preserve'));
  await installed('content-gen', ['generate']);
  await installed('tsc', ['--noEmit']);
  expect(await readFile(join(root, 'src/content/index.ts'), 'utf8')).toContain("from './article/routes'");
});

// The last test, because the package stays in the project.
test('the tools of a move are a package of their own', { timeout: 300_000 }, async () => {
  const program = join(root, 'node_modules', '.bin', 'content-gen');
  expect(await run(program, ['move', '--dry-run'], root)).toMatchObject({ code: 69, stdout: '' });
  await npm(root, 'install', '--save-dev', ...quiet, tools);
  expect((await installed('content-gen', ['move', '--dry-run'])).stdout).toContain('Nothing was written');
});
