/** The example of docs/migrations.md must match the real output. */
import { readFile } from 'node:fs/promises';

import type postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestServer, startServer } from './server.js';
import { type Site, createSite } from './site.js';

let server: TestServer;
let site: Site;
let sql: postgres.Sql;

beforeAll(async () => {
  server = await startServer();
  const database = await server.database();
  sql = database.sql;
  site = await createSite(database.url);
});
afterAll(async () => {
  await site?.close();
  await server?.stop();
});

const page = await readFile(new URL('../../../../docs/migrations.md', import.meta.url), 'utf8');
const blocks = (info: string) => [...page.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm)].filter(([, is]) => is === info);

test('the SQL of the page equals the plan of its definitions', async () => {
  const [before, after] = blocks('ts content/article.ts').map(([, , code]) => code!);
  await site.write({ 'content/article.ts': before! });
  expect((await site.migrate('init')).code).toBe(0);
  await sql`insert into cg_documents (id, type) values ('d1', 'article')`;
  await sql`insert into articles (document_id, cg_status, title, pages) values ('d1', 'published', 'Kept', 7)`;
  await site.write({ 'content/article.ts': after! });
  expect((await site.cli('migrate', 'plan')).stdout).toBe(blocks('sql')[0]![2]!);
  expect((await site.migrate('change')).code).toBe(3);
  expect((await site.cli('migrate', 'apply', '--allow-data-loss')).code).toBe(0);
  expect((await site.cli('migrate', 'status')).code).toBe(0);
});
