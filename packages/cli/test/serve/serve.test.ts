import { access, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { cases, inDeepSuite } from '../../../runtime/test/harness/suite.js';
import { bin, contentGen, project as temporaryProject, run, withoutNpm } from '../command-line.js';
import { inProcess } from '../in-process.js';
import { startServer } from '../migrate/server.js';
import { article, config, createProject } from './project.js';

const title = `title: { type: 'string' }`;
const blog = { 'content-gen.config.ts': config, 'content/article.ts': article(title) };

const hooksOfNoType = `import { defineHooks } from '@content-gen/runtime';
import * as models from './content/models.js';

defineHooks(models, { articel: {} });
`;

const projects: Awaited<ReturnType<typeof createProject>>[] = [];

/** Most tests are about what comes after initdb, so that they begin with its result. */
async function project(files: Readonly<Record<string, string>>, options: { database?: boolean; parent?: string } = {}) {
  const created = await createProject(files, { database: true, ...options });
  projects.push(created);
  return created;
}

afterEach(async () => {
  await Promise.all(projects.splice(0).map((created) => created.remove()));
});

async function get(url: string) {
  const response = await fetch(url);
  return { status: response.status, body: await response.text() };
}

test('serve runs a project of definitions only, and leaves no process behind', async () => {
  const { serve, postmaster } = await project(blog, { database: false });
  const server = serve();
  const ready = await server.event('ready');
  expect(ready.endpoints.map(({ path }) => path)).toEqual(['/api/articles', '/api/articles/:documentId']);
  expect(ready).toMatchObject({ prefix: '/api', example: `${ready.url}/api/articles`, database: 'embedded' });

  const list = await get(ready.example!);
  expect(list.status).toBe(200);
  expect(JSON.parse(list.body)).toMatchObject({ data: [], meta: { pagination: { total: 0 } } });
  expect((await get(`${ready.url}/_health`)).status).toBe(204);
  expect(JSON.parse((await get(`${ready.url}/elsewhere`)).body)).toMatchObject({ error: { name: 'NotFoundError' } });

  expect(await server.end('SIGTERM')).toBe(0);
  expect(postmaster()).toBeUndefined();
});

test('scripts find the embedded database while serve runs', async () => {
  const { serve, root, postmaster } = await project(blog);
  const server = serve(['--no-watch']);
  const { url, envFile } = await server.event('ready');
  const headers = { 'content-type': 'application/json' };
  await fetch(`${url}/api/articles`, { method: 'POST', headers, body: JSON.stringify({ data: { title: 'Tides' } }) });
  const file = join(root, envFile!);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const print = 'process.stdout.write(process.env.DATABASE_URL)';
  const script = await run(process.execPath, [`--env-file=${envFile}`, '-e', print], root, { DATABASE_URL: undefined });
  const sql = postgres(script.stdout, { max: 1 });
  expect([...(await sql`select title from articles`)]).toEqual([{ title: 'Tides' }]);
  await sql.end();

  const free = { DATABASE_URL: undefined };
  const printed = await inProcess(root, ['database', '--json'], free);
  expect(JSON.parse(printed.stdout)).toMatchObject({ ok: true, url: script.stdout, database: 'embedded' });
  await writeFile(
    join(root, 'count.ts'),
    `import { createContent } from '@content-gen/runtime';
import { closeContent } from '@content-gen/runtime/node';
import { contentDefinition } from './src/content/index.js';

console.log(await createContent(contentDefinition).asSystem().articles.count());
await closeContent(contentDefinition);
`,
  );
  const count = () => run(process.execPath, [bin, 'run', 'count.ts'], root, { ...withoutNpm, ...free });
  expect(await count()).toMatchObject({ code: 0, stdout: '1\n' });

  expect(await server.end('SIGTERM')).toBe(0);
  await expect(stat(file)).rejects.toThrow('ENOENT');
  expect(await inProcess(root, ['database'], free)).toMatchObject({ code: 1, stdout: '' });
  expect(await count()).toMatchObject({ code: 0, stdout: '1\n' });
  expect(postmaster()).toBeUndefined();
});

inDeepSuite(() => {
  test('serve needs no installed packages', async () => {
    const { serve, root } = await project({ 'content/article.ts': article(title) }, { database: false });
    await rm(join(root, 'node_modules'));
    await rm(join(root, 'package.json'));
    const server = serve(['--no-watch']);
    expect((await server.event('packages')).missing).toEqual(['@content-gen/runtime', 'drizzle-orm', 'hono']);
    const { example, token } = await server.event('ready');
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(example!, { headers })).status).toBe(200);
    expect(await contentGen(root, 'migrate', 'create')).toMatchObject({ code: 0 });
  });
});

inDeepSuite(() => {
  test('serve runs the app of a project in a folder with an odd name, which finds the files beside it', async () => {
    const name = 'Größe 日本 😀 (1) [a] #b %20 c^d';
    const app = `import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { contentRoutes } from './content/index.js';

const app = new Hono();
app.get('/hello', (c) => c.text(readFileSync(new URL('hello.txt', import.meta.url), 'utf8')));
app.route('/api', contentRoutes);

export default app;
`;
    const files = { ...blog, 'src/hello.txt': 'hello', 'src/app.ts': app };
    const { serve } = await project(files, { parent: join(temporaryProject(), name) });
    const { url } = await serve().event('ready');
    expect(await get(`${url}/hello`)).toEqual({ status: 200, body: 'hello' });
    expect((await get(`${url}/api/articles`)).status).toBe(200);
  });
});

test('serve runs hooks without an app, and reloads them', async () => {
  const hooks = (word: string) => `import { defineHooks } from '@content-gen/runtime';
import * as models from './content/models.js';

export const hooks = defineHooks(models, {
  article: { beforeCreate: ({ data }) => ({ ...data, title: data.title + ' ${word}' }) },
});
`;
  const { serve, write } = await project({ ...blog, 'src/hooks.ts': hooks('one') });
  const server = serve();
  const { url } = await server.event('ready');
  const create = async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ data: { title: 'number' } });
    return (await fetch(`${url}/api/articles`, { method: 'POST', headers, body })).json();
  };
  expect(await create()).toMatchObject({ data: { title: 'number one' } });
  const reloaded = server.next('reloaded');
  await write('src/hooks.ts', hooks('two'));
  await reloaded;
  expect(await create()).toMatchObject({ data: { title: 'number two' } });
});

inDeepSuite(() => {
  test('serve reports a promise that a hook does not wait for, and goes on', async () => {
    const { serve } = await project({
      ...blog,
      'src/hooks.ts': `import { defineHooks } from '@content-gen/runtime';
import * as models from './content/models.js';

export const hooks = defineHooks(models, {
  article: { afterCreate: () => void Promise.reject(new Error('forgotten')) },
});
`,
    });
    const server = serve(['--no-watch']);
    const { url } = await server.event('ready');
    const reported = server.next('error');
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify({ data: { title: 'a' } }) };
    expect((await fetch(`${url}/api/articles`, request)).status).toBe(201);
    expect((await reported).message).toMatch(
      /^A promise failed that no code waits for\.[^]*Error: forgotten\n.*hooks\.ts:5/,
    );
    expect((await get(`${url}/api/articles`)).status).toBe(200);
    expect(await server.end('SIGTERM')).toBe(0);
  });
});

inDeepSuite(() => {
  test('serve warns if the app does not import the hooks', async () => {
    const app = (imports: string) => `import { createContent } from '@content-gen/runtime';
import { Hono } from 'hono';
import { contentDefinition, contentRoutes } from './content/index.js';
${imports}
export default new Hono().route('/api', contentRoutes);
`;
    const { serve, write } = await project({
      ...blog,
      'src/hooks.ts': `export const hooks = new Map();\n`,
      'src/app.ts': app(''),
    });
    const server = serve();
    expect(await server.event('unusedHooks')).toMatchObject({ hooks: 'src/hooks.ts', app: 'src/app.ts' });
    await server.event('ready');
    const reloaded = server.next('reloaded');
    await write('src/app.ts', app(`import { hooks } from './hooks.js';\ncreateContent(contentDefinition, { hooks });`));
    await reloaded;
    expect(server.said().filter(({ event }) => event === 'unusedHooks')).toHaveLength(1);
  });
});

describe('an app', () => {
  let shared: Awaited<ReturnType<typeof createProject>>;
  beforeAll(async () => {
    shared = await createProject(blog, { database: true });
  });
  afterAll(() => shared.remove());

  test.each([
    ['does not parse', 'export default {', /src\/app\.ts:1:17 {2}/],
    ['throws', `throw new Error('no luck');`, /src\/app\.ts threw an error .*\nError: no luck\n.*src\/app\.ts:1:7\)$/],
    ['has hooks for no type', hooksOfNoType, /There are hooks for "articel", which is none of the models/],
    ['exports no app', 'export const app = 1;', /src\/app\.ts must export its Hono app as default/],
  ])('that %s is an error, and no process stays running', async (_, source, message) => {
    await shared.write('src/app.ts', source);
    const server = shared.serve(['--no-watch']);
    expect((await server.event('error')).message).toMatch(message);
    expect(await server.exited).toBe(1);
    expect(shared.postmaster()).toBeUndefined();
  });
});

inDeepSuite(() => {
  test('a new attribute gets a column; a removed one keeps its column', async () => {
    const { serve, write } = await project(blog);
    const first = serve(['--no-watch']);
    await first.event('ready');
    await first.end('SIGTERM');

    await write('content/article.ts', article(`${title}, rating: { type: 'integer' }`));
    const second = serve(['--no-watch']);
    expect((await second.event('schema')).statements).toBe(1);
    const { example } = await second.event('ready');
    const headers = { 'content-type': 'application/json' };
    await fetch(example!, { method: 'POST', headers, body: JSON.stringify({ data: { rating: 4 } }) });
    expect((await get(`${example}?filters[rating][$gt]=3`)).body).toContain('"rating":4');
    await second.end('SIGTERM');

    await write('content/article.ts', article(title));
    const third = serve(['--no-watch']);
    expect((await third.event('error')).message).toMatch(
      /lose data:\n {2}- drops column articles\.rating with its content\n/,
    );
    expect(await third.exited).toBe(1);
  });
});

test('errors in definitions are reported, and no process stays running', async () => {
  const mistaken = { ...blog, 'content/tag.ts': article(`name: { type: 'strng' }`) };
  const { serve, root } = await project(mistaken, { database: false });
  const server = serve(['--no-watch']);
  const { diagnostics } = await server.event('error');
  // In the same format as other commands.
  expect(diagnostics).toMatchObject([{ code: 'CG206', file: 'content/tag.ts', line: 3 }]);
  expect(await server.exited).toBe(1);
  // serve does not wait for a database that it does not need.
  await expect(access(join(root, '.content-gen', 'postgres'))).rejects.toThrow('ENOENT');
});

test('a second serve in the same project, or at the same port, is an error, and the first continues', async () => {
  const [one, two] = await Promise.all([project(blog), project(blog)]);
  const first = await one.serve(['--no-watch']).event('ready');
  const second = one.serve(['--no-watch']);
  expect((await second.event('error')).message).toMatch(/Another "content-gen serve" uses/);
  expect(await second.exited).toBe(1);

  const { port } = new URL(first.url);
  const server = two.serve(['--no-watch', '--port', port]);
  expect((await server.event('error')).message).toBe(
    `Another program uses port ${port}. Choose another port with --port.`,
  );
  expect(await server.exited).toBe(1);
  expect(two.postmaster()).toBeUndefined();
  expect((await get(first.example!)).status).toBe(200);
});

const noAddresses = ['postgres://me:50%off@localhost/mine', 'nonsense', 'mysql://root@localhost/mine'];

test.each(cases(noAddresses, 1))('DATABASE_URL=%s is an error with an explanation', async (url) => {
  const { serve, root } = await project(blog, { database: false });
  const server = serve(['--no-watch'], { DATABASE_URL: url });
  const message = expect.stringContaining('DATABASE_URL is not the address of a PostgreSQL');
  expect(await server.event('error')).toMatchObject({ message });
  expect(await server.exited).toBe(1);
  for (const command of ['migrate status', 'token list', 'token create website']) {
    const args = command.split(' ');
    const outcome = await inProcess(root, [...args, '--json'], { DATABASE_URL: url });
    expect(outcome).toMatchObject({ code: 1, stderr: '' });
    const name = args.slice(0, 2).join(' ');
    expect(JSON.parse(outcome.stdout)).toMatchObject({ version: 1, command: name, ok: false, message });
  }
});

inDeepSuite(() => {
  test('a disk error is reported without a stack trace', async () => {
    const { serve, root, write } = await project(blog, { database: false });
    await rm(join(root, '.content-gen'), { recursive: true, force: true });
    await write('.content-gen', 'a file where a folder belongs');
    const message = expect.stringMatching(/^The disk reports an error: E[A-Z]+: .*\.content-gen/);
    expect(await serve(['--no-watch']).event('error')).toMatchObject({ message });
    expect(await contentGen(root, 'migrate', 'create')).toMatchObject({ code: 1, stdout: '', stderr: message });
  });
});

test('serve uses DATABASE_URL if it is set', async () => {
  const { serve, root } = await project(blog, { database: false });
  const postgresql = await startServer();
  try {
    const { url, sql } = await postgresql.database();
    const server = serve(['--no-watch'], { DATABASE_URL: url });
    const ready = await server.event('ready');
    expect(ready.database).toBe('DATABASE_URL');
    expect((await get(ready.example!)).status).toBe(200);
    expect(await server.end('SIGTERM')).toBe(0);

    expect(await sql`select count(*)::int as n from articles`).toEqual([{ n: 0 }]);
    await expect(access(join(root, '.content-gen', 'postgres'))).rejects.toThrow('ENOENT');

    const fresh = serve(['--no-watch', '--fresh'], { DATABASE_URL: url });
    expect((await fresh.event('error')).message).toContain('DATABASE_URL names another one');
  } finally {
    await postgresql.stop();
  }
});
