/** `.env` names the database, and the database of a Strapi project is refused. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { bin, project, run } from '../command-line.js';
import { type TestServer, startServer } from '../migrate/server.js';
import { startServe } from '../serve/project.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server?.stop());

const article = `import { defineContentType } from 'content-gen';

export default defineContentType({ attributes: { title: { type: 'string' } } });
`;

/** Without the variable in the environment, so that the file decides. */
function contentGen(root: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return run(process.execPath, [bin, ...args], root, { DATABASE_URL: undefined, ...env });
}

async function projectOn(url: string): Promise<string> {
  const root = project({ 'content/article.ts': article, '.env': `DATABASE_URL="${url}"\n` }, { packages: true });
  expect(await contentGen(root, ['migrate', 'create'])).toMatchObject({ code: 0 });
  return root;
}

test('a command uses the database of .env, and says so without the password', async () => {
  const { url } = await server.database();
  const { pathname, host, password } = new URL(url);
  const root = await projectOn(url);
  const applied = await contentGen(root, ['migrate', 'apply']);
  expect(applied).toMatchObject({ code: 0 });
  expect(applied.stderr).toBe(`Database: ${pathname.slice(1)} on ${host} (DATABASE_URL of .env)\n`);
  if (password !== '') expect(applied.stderr + applied.stdout).not.toContain(password);
  const listed = await contentGen(root, ['token', 'list', '--json']);
  expect(listed).toMatchObject({ code: 0, stderr: '' });
});

test('the environment wins over .env', async () => {
  const root = await projectOn('postgres://nobody@127.0.0.1:1/nothing');
  const { url } = await server.database();
  expect(await contentGen(root, ['migrate', 'apply'], { DATABASE_URL: url })).toMatchObject({ code: 0, stderr: '' });
  const other = await contentGen(root, ['migrate', 'status']);
  expect(other.code).toBe(1);
  expect(other.stderr).toContain('Database: nothing on 127.0.0.1:1 (DATABASE_URL of .env)\n');
});

test('serve and migrate refuse the database of a Strapi project, and leave it as it is', async () => {
  const { url } = await server.database();
  const sql = postgres(url, { max: 1 });
  await sql`create table strapi_core_store_settings (id serial primary key, key text)`;
  await sql`create table articles (id serial primary key, title text)`;
  const root = await projectOn(url);
  const applied = await contentGen(root, ['migrate', 'apply']);
  expect(applied.code).toBe(1);
  expect(applied.stderr).toContain('DATABASE_URL names a database of Strapi.');

  writeFileSync(join(root, 'content-gen.config.json'), '{}');
  const serving = startServe(root, { args: ['--no-watch'] });
  const { message } = await serving.event('error');
  expect(message).toContain('DATABASE_URL names a database of Strapi.');
  expect(await serving.exited).toBe(1);
  const tables = await sql`select tablename from pg_tables where schemaname = 'public' order by 1`;
  expect(tables.map(({ tablename }) => String(tablename))).toEqual(['articles', 'strapi_core_store_settings']);
  await sql.end();
});
