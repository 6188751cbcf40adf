import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { bin, run } from '../command-line.js';
import { type TestServer, startServer } from '../migrate/server.js';
import { createProject } from '../serve/project.js';
import { schema } from './site.js';
import { row, writeStrapiArchive } from './strapi-archive.js';

const TAG = 'api::tag.tag';
const files = {
  // No request fails because the machine is busy.
  'content-gen.config.json': { api: { rest: { publicTimeoutMs: 60_000 } }, permissions: { public: '*' } },
  ...schema('tag', { name: { type: 'string', required: true, unique: true } }),
};

let server: TestServer;
const projects: Awaited<ReturnType<typeof createProject>>[] = [];
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await Promise.all(projects.map((project) => project.remove()));
  await server?.stop();
});

async function prepared() {
  const project = await createProject(files);
  projects.push(project);
  const { url, sql } = await server.database();
  const contentGen = (...args: readonly string[]) =>
    run(process.execPath, [bin, ...args], project.root, { DATABASE_URL: url });
  return { ...project, url, sql, contentGen };
}

test('content of Strapi is imported, served, exported, and seeds another database', async () => {
  const { root, url, sql, contentGen, serve } = await prepared();
  const names = ['Red', 'Green', 'Red', ''];
  const entities = names.map((name, index) => row(TAG, index + 1, `tag${index + 1}`, { name }));
  await writeStrapiArchive(join(root, 'strapi.tar.gz'), { entities });

  const early = await contentGen('import', 'strapi.tar.gz');
  expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining('Run "content-gen migrate apply"') });
  await contentGen('migrate', 'create');
  await contentGen('migrate', 'apply');

  const imported = await contentGen('import', 'strapi.tar.gz');
  expect(imported.code).toBe(0);
  expect(imported.stdout).toContain('Imported Strapi 5.31.0 export.');
  expect(imported.stdout).toMatch(/tag +4 +3 +0 +1/);
  expect(imported.stdout).toContain('tag tag3 (published) name: another published document has the same value');
  expect(imported.stdout).toContain('tag tag4 (published) name: is required');

  await sql`update tags set cg_version = 2 where document_id = 'tag1'`;
  const again = await contentGen('import', 'strapi.tar.gz', '--json');
  expect(again.code).toBe(2);
  expect(JSON.parse(again.stdout)).toMatchObject({ ok: true, changedHereCount: 1, types: { tag: { unchanged: 2 } } });

  expect(await contentGen('export', 'seed.tar.gz')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('tag  3 versions'),
  });
  expect(await contentGen('export', 'seed.tar.gz')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--force'),
  });

  const other = await server.database();
  const serving = serve(['--no-watch', '--seed', 'seed.tar.gz'], { DATABASE_URL: other.url });
  const { url: address } = await serving.event('ready');
  const answer = (await (await fetch(`${address}/api/tags`)).json()) as {
    data: { documentId: string; createdAt: string }[];
  };
  expect(answer.data.map(({ documentId }) => documentId)).toEqual(['tag1', 'tag2', 'tag4']);
  expect(answer.data[0]?.createdAt).toBe('2024-03-01T10:00:00.000Z');
  expect(await serving.end('SIGTERM')).toBe(0);
  expect(url).not.toBe(other.url);
});

test('serve and migrate recognise a database of Strapi', async () => {
  const { sql, contentGen } = await prepared();
  await sql`create table strapi_database_schema (id serial primary key, schema json)`;
  await sql`create table tags (id serial primary key, document_id varchar(255))`;
  const message = 'DATABASE_URL names a database of Strapi.';
  await contentGen('migrate', 'create');
  for (const args of [
    ['migrate', 'apply'],
    ['migrate', 'status'],
    ['serve', '--port', '0'],
  ]) {
    expect(await contentGen(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  }
});
