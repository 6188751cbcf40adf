import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { bin, run, start } from '../command-line.js';
import { type TestServer, startServer } from '../migrate/server.js';
import { createSite, schema } from './site.js';
import { row, writeStrapiArchive } from './strapi-archive.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server?.stop());

const files = {
  'content-gen.config.json': { permissions: { public: '*' } },
  ...schema('tag', { name: { type: 'string' } }),
};

test.each(['import', 'export'])('%s says in one sentence that the connection was lost', async (command) => {
  const site = await createSite(server, files);
  const { root, url, sql } = site;
  await writeStrapiArchive(join(root, 'tags.tar'), { entities: [row('api::tag.tag', 1, 'tag1', { name: 'Red' })] });
  const before = readdirSync(root);
  const archive = command === 'import' ? 'tags.tar' : 'new.tar';
  const outcome = await sql.begin(async (tx) => {
    await tx`lock table tags`;
    const running = run(process.execPath, [bin, command, archive], root, { DATABASE_URL: url });
    for (let ended = 0; ended === 0; await sleep(10)) {
      // The command waits for the lock.
      ended = (
        await tx`select pg_terminate_backend(pid) from pg_locks where not granted and database = (
        select oid from pg_database where datname = current_database())`
      ).length;
    }
    return running;
  });
  expect(outcome).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The connection to the database was lost. Nothing was written.\n',
  });
  expect(readdirSync(root)).toEqual(before);
});

test('Ctrl-C during an export leaves no part of the archive', async () => {
  const { root, url, sql } = await createSite(server, files);
  const before = readdirSync(root);
  await sql.begin(async (tx) => {
    await tx`lock table tags`;
    const child = start(process.execPath, [bin, 'export', 'new.tar'], root, { DATABASE_URL: url });
    while (!readdirSync(root).some((name) => name.endsWith('.partial'))) await sleep(20);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([null, 'SIGINT']);
  });
  expect(readdirSync(root)).toEqual(before);
});

const module = (path: string) => JSON.stringify(pathToFileURL(fileURLToPath(new URL(path, import.meta.url))).href);

/** The driver throws into the process, so that the transaction has one of its own. */
test.each([
  ['between statements', 'await end(); await tx`select 1`;'],
  [
    'in a COPY',
    'const t = await tx.unsafe("copy a from stdin").writable(); t.write("1\\n"); await end(); await tx`select 1`;',
  ],
  [
    'while rows are written',
    'await tx`insert into a values (1)`; await end(); await Promise.all([tx`select 1`, tx`select 2`]);',
  ],
])('a connection that is lost %s is one message', async (_, statements) => {
  const { url, sql } = await server.database();
  await sql`create table a (n int)`;
  const code = `
    import { inTransaction } from ${module('../../dist/database/transaction.js')};
    import { connect } from ${module('../../dist/database/address.js')};
    const other = connect(process.env.DATABASE_URL, { max: 1 });
    await inTransaction(process.env.DATABASE_URL, '', async (tx) => {
      const [{ pid }] = await tx\`select pg_backend_pid() as pid\`;
      const end = () => other\`select pg_terminate_backend(\${pid}, 10000)\`;
      ${statements}
    }).catch((error) => console.log(error.message));
    await other.end();`;
  const outcome = await run(process.execPath, ['--input-type=module', '-e', code], process.cwd(), {
    DATABASE_URL: url,
  });
  expect(outcome).toEqual({
    code: 0,
    stdout: 'The connection to the database was lost. Nothing was written.\n',
    stderr: '',
  });
  expect(await sql`select from a`).toHaveLength(0);
});
