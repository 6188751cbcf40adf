/** Commands with the rights of an application: to read and write rows, and not to create tables. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestServer, startServer } from './server.js';
import { createSite } from './site.js';

const article = `import { defineContentType } from 'content-gen';

export default defineContentType({ name: 'article', attributes: { title: { type: 'string' } } });
`;

let server: TestServer;
let site: Awaited<ReturnType<typeof createSite>>;
let limited: (...args: readonly string[]) => Promise<{ code: number | null; stdout: string; stderr: string }>;

beforeAll(async () => {
  server = await startServer();
  const { url, sql } = await server.database();
  site = await createSite(url);
  await site.write({ 'content/article.ts': article });
  expect(await site.migrate('first')).toMatchObject({ code: 0 });
  await site.start();
  await site.api('POST', '/articles', { title: 'Tide' });
  expect(await site.cli('export', 'all.tar.gz')).toMatchObject({ code: 0 });
  expect(await site.cli('import', 'all.tar.gz')).toMatchObject({ code: 0 });

  const role = `${sql.options.database}_limited`;
  await sql.unsafe(`
    create role ${role} login password 'limited';
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage on all sequences in schema public to ${role}`);
  const address = new URL(url);
  [address.username, address.password] = [role, 'limited'];
  limited = site.on(address.href);
});
afterAll(async () => {
  await site.close();
  await server.stop();
});

test('migrate apply has nothing to do', async () => {
  expect(await limited('migrate', 'apply')).toMatchObject({ code: 0, stderr: '' });
});

test('an import that was done before can be repeated', async () => {
  expect(await limited('import', 'all.tar.gz', '--overwrite')).toMatchObject({ code: 0 });
});
