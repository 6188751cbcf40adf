/** Reloading with the real command: changes become live, and errors do not stop the server. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, expect, onTestFinished, test } from 'vitest';

import { inDeepSuite } from '../../../runtime/test/harness/suite.js';
import { run, bin } from '../command-line.js';
import { startGate } from './gate.js';
import { article, config, createProject } from './project.js';

const title = `title: { type: 'string' }`;
const blog = { 'content-gen.config.ts': config, 'content/article.ts': article(title) };
const rated = article(`${title}, rating: { type: 'integer' }`);

const projects: Awaited<ReturnType<typeof createProject>>[] = [];

async function serving(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const project = await createProject(files, { database: true });
  projects.push(project);
  const server = project.serve(args);
  return { ...project, server, ...(await server.event('ready')) };
}

afterEach(async () => {
  await Promise.all(projects.splice(0).map((created) => created.remove()));
});

async function get(url: string, accept = 'application/json') {
  const response = await fetch(url, { headers: { accept } });
  return { status: response.status, body: await response.text() };
}

async function create(url: string, data: object) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/articles`, { method: 'POST', headers, body: JSON.stringify({ data }) });
  return { status: response.status, body: (await response.json()) as { data: { documentId: string } } };
}

test('a new field is live with its column, and existing data stays', async () => {
  const { server, url, write } = await serving(blog);
  expect((await create(url, { title: 'before' })).status).toBe(201);
  expect((await get(`${url}/api/articles?filters[rating][$eq]=5`)).status).toBe(400);

  const reloaded = server.next('reloaded');
  await write('content/article.ts', rated);
  expect((await reloaded).files).toEqual(['content/article.ts']);
  expect((await create(url, { title: 'after', rating: 5 })).status).toBe(201);
  const { body } = await get(`${url}/api/articles?sort=id`);
  expect(JSON.parse(body)).toMatchObject({
    data: [
      { title: 'before', rating: null },
      { title: 'after', rating: 5 },
    ],
  });
});

test('a new content type, a changed config and a changed app are live', async () => {
  const app = (word: string) => `import { Hono } from 'hono';
import { contentRoutes } from './content/index.js';
import { word } from './word.js';

const app = new Hono();
app.get('/hello', (c) => c.text(word + '${word}'));
app.route('/api', contentRoutes);

export default app;
`;
  const { server, url, write } = await serving(blog);
  const change = async (path: string, content: string) => {
    const reloaded = server.next('reloaded');
    await write(path, content);
    await reloaded;
  };
  await change('content/tag.ts', article(`name: { type: 'string' }`));
  expect((await get(`${url}/api/tags`)).status).toBe(200);

  await change('content-gen.config.ts', config.replace(`public: '*'`, `public: { tag: ['find'] }`));
  expect((await get(`${url}/api/tags`)).status).toBe(200);
  expect((await get(`${url}/api/articles`)).status).toBe(403);

  // A file outside of the watched folders is watched from the moment that a definition shares its attributes.
  await write('parts/more.ts', `export const more = { rank: { type: 'integer' } } as const;\n`);
  const shared = article(`name: { type: 'string' }, ...more`);
  await change('content/tag.ts', `import { more } from '../parts/more.js';\n${shared}`);
  await change('parts/more.ts', `export const more = { order: { type: 'integer' } } as const;\n`);
  expect((await get(`${url}/api/tags?sort=order`)).status).toBe(200);

  await write('src/word.ts', `export const word: string = 'one ';\n`);
  await change('src/app.ts', app('app'));
  expect(await get(`${url}/hello`)).toEqual({ status: 200, body: 'one app' });
  await change('src/word.ts', `export const word: string = 'another ';\n`);
  expect((await get(`${url}/hello`)).body).toBe('another app');
  // Built-in routes answer although the app does not define them.
  expect((await get(`${url}/_health`)).status).toBe(204);
  expect(JSON.parse((await get(`${url}/nowhere`)).body)).toMatchObject({ error: { name: 'NotFoundError' } });
});

test('during an error, the last good version answers and browsers see the error', async () => {
  const { server, url, write } = await serving(blog);
  const mistakes: [string, string, RegExp][] = [
    ['content/article.ts', article(`title: { type: 'strng' }`), /content\/article\.ts:3:.*CG206[\s\S]*strng/],
    ['content-gen.config.ts', `export default { permissions: { public: { atricle: '*' } } };`, /CG\d+[\s\S]*atricle/],
    ['src/app.ts', `throw new Error('<no luck>');`, /src\/app\.ts threw an error/],
  ];
  for (const [path, mistake, message] of mistakes) {
    const failed = server.next('error');
    await write(path, mistake);
    const { message: said, diagnostics = [] } = await failed;
    expect(`${diagnostics.map(({ code, message: text }) => code + text).join()} ${said}`).not.toBe(' ');
    expect(await get(`${url}/api/articles`)).toMatchObject({ status: 200 });
    const page = await get(`${url}/api/articles`, 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect(page.status).toBe(500);
    expect(page.body).toMatch(message);
    expect(page.body).not.toContain('<no luck>');

    const mended = server.next('reloaded');
    if (path === 'src/app.ts') await rm(join(projects[0]!.root, path));
    else await write(path, blog[path as keyof typeof blog]);
    await mended;
    expect((await get(`${url}/api/articles`, 'text/html')).status).toBe(200);
  }
});

test('a change that loses data waits for its migration', { timeout: 600_000 }, async () => {
  const { server, url, write, root } = await serving({ ...blog, 'content/article.ts': rated });
  expect((await create(url, { title: 'one', rating: 3 })).status).toBe(201);
  const failed = server.next('error');
  await write('content/article.ts', article(title));
  const { message } = await failed;
  expect(message).toContain('drops column articles.rating');
  expect(message).toContain('content-gen migrate apply --allow-data-loss');
  expect(JSON.parse((await get(`${url}/api/articles`)).body)).toMatchObject({ data: [{ title: 'one', rating: 3 }] });

  const reloaded = server.next('reloaded');
  for (const args of [['create'], ['apply', '--allow-data-loss']]) {
    const outcome = await run(process.execPath, [bin, 'migrate', ...args], root);
    expect(outcome, outcome.stderr).toMatchObject({ code: 0 });
  }
  await reloaded;
  const { data } = JSON.parse((await get(`${url}/api/articles`)).body) as { data: object[] };
  expect(data).toMatchObject([{ title: 'one' }]);
  expect(data[0]).not.toHaveProperty('rating');
});

inDeepSuite(() => {
  test('running requests finish on their version', async () => {
    const gate = await startGate();
    onTestFinished(gate.close);
    const app = (word: string, wait: string) => `import { Hono } from 'hono';
import { contentRoutes } from './content/index.js';

const app = new Hono();
app.get('/word', async (c) => {
  ${wait}
  const list = await app.request('/api/articles');
  return c.text('${word} ' + list.status);
});
app.route('/api', contentRoutes);

export default app;
`;
    const { server, url, write } = await serving({ ...blog, 'src/app.ts': app('old', `await fetch('${gate.url}');`) });
    const slow = get(`${url}/word`);
    await gate.reached;
    const reloaded = server.next('reloaded');
    await write('src/app.ts', app('new', ''));
    await reloaded;
    expect((await get(`${url}/word`)).body).toBe('new 200');
    gate.open();
    expect((await slow).body).toBe('old 200');
  });
});

inDeepSuite(() => {
  test('--no-watch ignores changes until the next start', async () => {
    const { server, url, write } = await serving(blog, '--no-watch');
    await write('content/article.ts', rated);
    // A watcher would have noticed it by now on a machine that is not busy. A longer time cannot fail either.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await get(`${url}/api/articles?filters[rating][$eq]=5`)).status).toBe(400);
    expect(server.said().map(({ event }) => event)).not.toContain('reloaded');
  });
});
