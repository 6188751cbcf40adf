/** The example of docs/migrations.md must match the real output. */
import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestServer, startServer } from './server.js';
import { type Site, createSite } from './site.js';

let server: TestServer;
let site: Site;

beforeAll(async () => {
  server = await startServer();
  site = await createSite((await server.database()).url);
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
  await site.write({ 'content/article.ts': after! });
  expect((await site.cli('migrate', 'plan')).stdout).toBe(blocks('sql')[0]![2]!);
  expect((await site.migrate('change')).code).toBe(3);
  expect((await site.cli('migrate', 'apply', '--allow-data-loss')).code).toBe(0);
  expect((await site.cli('migrate', 'status')).code).toBe(0);
});
