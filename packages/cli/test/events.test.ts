/** The log of changes from the command line: its table, the imports in it, and the commands that read it. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { loadConfig } from '../src/config/index.js';
import { readModel } from '../src/generate/generate.js';
import { describeState } from '../src/migrate/describe.js';
import { findDrift } from '../src/migrate/drift.js';
import { tablesOf } from '../src/migrate/state/tables.js';
import { inProcess } from './in-process.js';
import { type TestServer, startServer } from './migrate/server.js';
import { createSite, schema } from './transfer/site.js';
import { type Contents, row } from './transfer/strapi-archive.js';

const files = (config: object) => ({
  'content-gen.config.json': { permissions: { public: '*' }, ...config },
  ...schema('tag', { name: { type: 'string' } }),
  ...schema('page', { title: { type: 'string' } }, { draftAndPublish: true }),
});

let server: TestServer;
let site: Awaited<ReturnType<typeof createSite>>;
beforeAll(async () => {
  server = await startServer();
  site = await createSite(server, files({ events: true }));
});
afterAll(async () => server?.stop());

const command = (...args: string[]) => inProcess(site.root, args, { DATABASE_URL: site.url });

const page = (id: number, title: string, status: 'draft' | 'published') =>
  row('api::page.page', id, 'page1', { title }, status);
const first: Contents = {
  entities: [row('api::tag.tag', 1, 'tag1', { name: 'a' }), page(1, 'Page', 'draft'), page(2, 'Page', 'published')],
};

test('an import is in the log, with what it replaces and removes, and without what it leaves alone', async () => {
  await site.importStrapi(first);
  await site.importStrapi(first);
  await site.importStrapi({ entities: [page(1, 'Changed', 'draft')] });
  const logged = await site.sql<{ line: string }[]>`
    select concat_ws(' ', event, document_id, status, version, caller) as line from cg_changes order by id`;
  expect(logged.map(({ line }) => line)).toEqual([
    'created page1 draft 1 import',
    'published page1 published 1 import',
    'created tag1 published 1 import',
    'updated page1 draft 2 import',
    'unpublished page1 published 1 import',
  ]);
});

test('the commands show the changes to people and to programs', async () => {
  const list = await command('events', 'list', '--document', 'page1', '--by', 'import', '--limit', '2');
  expect(list).toMatchObject({ code: 0, stderr: expect.not.stringContaining('rror') });
  expect(list.stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/^\d+ {2}\S+ {2}updated {2}page {2}page1 {2}draft {2}by import$/),
    expect.stringMatching(/^\d+ {2}\S+ {2}unpublished {2}page {2}page1 {2}published {2}by import$/),
  ]);
  const json = JSON.parse((await command('events', 'list', '--type', 'tag', '--json')).stdout);
  expect(json).toMatchObject({ command: 'events list', ok: true, events: [{ documentId: 'tag1', event: 'created' }] });
  const { id } = json.events[0];
  const shown = await command('events', 'show', String(id), '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({ ok: true, event: json.events[0] });
  expect((await command('events', 'show', String(id))).stdout).toContain('documentId: tag1');
  expect(await command('events', 'show', '999999')).toMatchObject({ code: 1 });
  expect(await command('events', 'list', '--since', 'yesterday')).toMatchObject({ code: 64 });
  expect((await command('events', 'list', '--since', '2999-01-01')).stderr).toContain('no such change');
});

test('the tables of the log are those that the definitions ask for, also with their partitions', async () => {
  const config = await loadConfig(site.root);
  const model = config.ok ? await readModel(config.value) : config;
  if (!config.ok || !model.ok) throw new Error('The project is wrong');
  const { schema: wanted } = await describeState(await tablesOf(config.value, model.value), model.value, 'en');
  expect((await findDrift(site.sql, wanted)).drift).toEqual([]);
  const [{ count } = { count: 0 }] = await site.sql`
    select count(*)::int as count from pg_inherits where inhparent = 'cg_changes'::regclass`;
  expect(count).toBe(4);
});

test('a project without events has no table of the log, and the commands say how to get one', async () => {
  const other = await createSite(server, files({}));
  expect(await other.sql`select 1 from pg_class where relname like 'cg_change%'`).toEqual([]);
  const refused = await inProcess(other.root, ['events', 'list'], { DATABASE_URL: other.url });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('events: true') });
});
