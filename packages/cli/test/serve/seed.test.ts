/** The seed file and the development token of `serve`. */
import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { inDeepSuite } from '../../../runtime/test/harness/suite.js';
import { openTokenStore } from '../../src/database/tokens.js';
import { envFile } from '../../src/serve/env-file.js';
import { readSeed } from '../../src/serve/seed-file.js';
import { startServer } from '../migrate/server.js';
import { temporaryProject } from '../temporary-project.js';
import { article, config, createProject } from './project.js';

const files = {
  'content-gen.config.ts': config.replace(`public: '*'`, ''),
  'content/article.ts': article(`title: { type: 'string' }, cover: { type: 'media' },
    author: { type: 'relation', relation: 'manyToOne', target: 'author' }`),
  'content/author.ts': article(`name: { type: 'string' }`),
};

/** A PNG of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const entries = [
  { request: 'POST /api/upload', file: 'images/dot.png', fileInfo: { alternativeText: 'A dot' }, as: 'dot' },
  { request: 'POST /api/authors', data: { name: 'Ada' }, as: 'ada' },
  {
    request: 'POST /api/articles',
    data: { title: 'First', cover: '{dot.id}', author: '{ada.documentId}' },
    as: 'first',
  },
  { request: 'PUT /api/articles/{first.documentId}', data: { title: 'By {ada.name}' } },
];

/** Arguments of a start with the seed. */
const seeding = ['--no-watch', '--seed', 'seed/seed.json'];

const projects: Awaited<ReturnType<typeof createProject>>[] = [];

async function seeded(requests: readonly object[]) {
  const seed = { 'seed/seed.json': JSON.stringify(requests), 'seed/images/x': '' };
  const project = await createProject({ ...files, ...seed }, { database: true });
  await writeFile(join(project.root, 'seed', 'images', 'dot.png'), png);
  projects.push(project);
  return project;
}

afterEach(async () => {
  await Promise.all(projects.splice(0).map((created) => created.remove()));
});

/** The tokens of the database while `serve` runs. */
async function tokensOf(root: string) {
  const [, url = ''] = /DATABASE_URL=(.*)/.exec(await readFile(join(root, envFile), 'utf8')) ?? [];
  return openTokenStore(url);
}

async function list(url: string, path: string, token: string) {
  const response = await fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
  return ((await response.json()) as { data: object[] }).data;
}

test('a seed is sent once, with files and references to earlier answers', async () => {
  const { serve } = await seeded(entries);
  const first = serve(seeding);
  const { url, token } = await first.event('ready');
  expect(await list(url, 'articles?populate=*', token)).toMatchObject([
    { title: 'By Ada', author: { name: 'Ada' }, cover: { alternativeText: 'A dot', mime: 'image/png' } },
  ]);
  expect(first.said().filter(({ event }) => event === 'seed')).toMatchObject([
    { state: 'started', requests: 4 },
    { state: 'finished', requests: 4 },
  ]);
  await first.end('SIGTERM');

  const second = serve(seeding);
  const again = await second.event('ready');
  expect(await second.event('seed')).toMatchObject({ state: 'skipped' });
  expect(again.token).toBe(token);
  expect(await list(again.url, 'articles', token)).toHaveLength(1);
});

inDeepSuite(() => {
  test('a failed request is named, and the corrected seed starts again', async () => {
    const wrong = [...entries.slice(0, 3), { request: 'POST /api/articles', data: { titel: 'x' } }];
    const { serve, write } = await seeded(wrong);
    const first = serve(seeding);
    expect((await first.event('error')).message).toMatch(
      /^seed\/seed\.json, entry 4, POST \/api\/articles: .* 400 .*titel/,
    );
    expect(await first.exited).toBe(1);

    await write('seed/seed.json', JSON.stringify(entries));
    const { url, token } = await serve(seeding).event('ready');
    expect(await list(url, 'articles', token)).toMatchObject([{ title: 'By Ada' }]);
  });
});

inDeepSuite(() => {
  test('a database of the user that holds a part of a seed is not taken for a seeded one', async () => {
    const { serve, write } = await seeded([...entries.slice(0, 3), { request: 'POST /api/nothing', data: {} }]);
    const server = await startServer();
    try {
      const env = { DATABASE_URL: (await server.database()).url };
      const failed = serve(seeding, env);
      expect((await failed.event('error')).message).toContain('entry 4');
      expect(await failed.exited).toBe(1);

      await write('seed/seed.json', JSON.stringify(entries));
      const again = serve(seeding, env);
      expect((await again.event('error')).message).toContain('holds only a part of a seed');
      expect(await again.exited).toBe(1);

      // Without a seed, the part is the content of the user.
      const kept = serve(['--no-watch'], env);
      const { url, token } = await kept.event('ready');
      expect(await list(url, 'articles', token)).toMatchObject([{ title: 'First' }]);
      await kept.end('SIGTERM');
      const skipped = serve(seeding, env);
      expect(await skipped.event('seed')).toMatchObject({ state: 'skipped' });
      await skipped.end('SIGTERM');
    } finally {
      await server.stop();
    }
  });
});

test.each([
  ['{', 'The seed seed.json is not valid JSON: '],
  ['{}', 'The seed seed.json must be a JSON list of requests.'],
  ['[{ "request": "articles" }]', 'seed.json, entry 1: "request" must be a method and a path'],
  ['[{ "request": "POST /api/authors", "dta": {} }]', 'seed.json, entry 1: "dta" is not a key'],
])('the seed %s is an error', async (text, message) => {
  const root = temporaryProject({ 'seed.json': text });
  await expect(readSeed(root, 'seed.json')).rejects.toThrow(message);
});

test('a seed that refers to no earlier answer is an error, and no process stays running', async () => {
  const { serve, postmaster } = await seeded([{ request: 'PUT /api/authors/{ada.documentId}', data: {} }]);
  const server = serve(seeding);
  expect((await server.event('error')).message).toContain('no earlier answer contains {ada.documentId}.');
  expect(await server.exited).toBe(1);
  expect(postmaster()).toBeUndefined();
});

test('the development token has full access, is private, and is no token of the database', async () => {
  const { serve, root } = await seeded([]);
  const server = serve(['--no-watch']);
  const { url, token, curl, example } = await server.event('ready');
  // A killed serve cannot take a token back that other servers of the database know.
  const shared = await tokensOf(root);
  expect(await shared.list()).toEqual([]);
  // Former releases have left such a token.
  const [secret, other] = [createHash('sha256').update(token).digest('hex'), 'mine'];
  for (const name of [`serve-${secret.slice(0, 8)}`, other])
    await shared.create({ name, type: 'read-only', actions: [] });
  await shared.close();
  expect(curl).toBe(`curl -H 'Authorization: Bearer ${token}' '${example}'`);
  expect((await fetch(`${url}/api/articles`)).status).toBe(403);
  expect(await list(url, 'articles', token)).toEqual([]);
  expect((await stat(join(root, '.content-gen', 'development-token'))).mode & 0o077).toBe(0);
  await server.end('SIGTERM');

  const again = serve(['--no-watch']);
  expect(await again.event('ready')).toMatchObject({ token });
  const kept = await tokensOf(root);
  expect((await kept.list()).map(({ name }) => name)).toEqual([other]);
  await kept.close();
  await again.end('SIGTERM');
});
