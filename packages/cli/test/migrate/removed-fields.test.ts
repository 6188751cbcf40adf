/** Attributes of components that a definition has no more, and components that a dynamic zone has no more. */
import type postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { definition } from '../command-line.js';
import { blocksOf } from '../docs-page.js';
import { type TestServer, startServer } from './server.js';
import { type Site, createSite } from './site.js';

let server: TestServer;
let site: Site;
let sql: postgres.Sql;

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await site?.close();
  await server?.stop();
});

type Definitions = Readonly<Record<string, readonly string[]>>;

const text = `text: { type: 'string' }`;
const note = `note: { type: 'string' }`;
const marks = `marks: { type: 'relation', relation: 'oneToMany', target: 'article' }`;
const ones = `ones: { type: 'component', component: 'shared.one', repeatable: true }`;
const zone = (...names: readonly string[]) =>
  `zone: { type: 'dynamiczone', components: [${names.map((name) => `'shared.${name}'`).join(', ')}] }`;
const hero = `hero: { type: 'component', component: 'shared.one', localized: true }`;

const begun: Definitions = { one: [text, note, marks], two: [text, ones] };

function write(components: Definitions, article: readonly string[]) {
  const files = Object.entries(components).map(([name, attributes]) => [
    `content/components/shared/${name}.ts`,
    `import { defineComponent } from 'content-gen';\n\nexport default defineComponent({ attributes: { ${attributes.join(', ')} } });\n`,
  ]);
  const head = 'draftAndPublish: true,\n  localized: true,\n  attributes:';
  const type = definition('article', article).replace('attributes:', head);
  return site.write({ ...Object.fromEntries(files), 'content/article.ts': type });
}

beforeEach(async () => {
  await site?.close();
  const database = await server.database();
  sql = database.sql;
  site = await createSite(database.url);
  await write(begun, [hero, zone('one', 'two')]);
  expect((await site.migrate('init')).code).toBe(0);
  await site.start();
});

const create = async (value: string | null) =>
  (
    await site.api('POST', '/articles', {
      hero: { text: 'hero', note: value },
      zone: [
        { __component: 'shared.two', text: 'two', ones: [{ text: 'nested', note: value }] },
        { __component: 'shared.one', text: 'one' },
      ],
    })
  ).data.documentId as string;

const read = async (documentId: string, query = '') =>
  (await site.api('GET', `/articles/${documentId}?populate[hero]=true&populate[zone][populate]=*${query}`)).data;

const stored = async () => {
  const rows = await sql`select hero::text || zone::text as entries from articles`;
  return rows.map(({ entries }) => entries as string);
};

const refused = (reason: string) => ({ code: 3, stderr: expect.stringContaining(reason) as string });

test('a removed attribute keeps its values until a migration removes them with consent', async () => {
  const id = await create('kept');
  await site.api('PUT', `/articles/${id}?locale=fr&status=draft`, { hero: { text: 'français', note: 'kept' } });
  await write({ ...begun, one: [text] }, [hero, zone('one', 'two')]);
  await site.start();

  // The code of the new definitions saves the entries before the migration runs.
  const { hero: shownHero, zone: shownZone } = await read(id, '&status=draft');
  expect(shownHero).not.toHaveProperty('note');
  const [two, single] = shownZone;
  const nested = { id: two.ones[0].id, text: 'changed' };
  await site.api('PUT', `/articles/${id}`, {
    hero: { id: shownHero.id, text: 'changed' },
    zone: [
      { __component: 'shared.one', id: single.id },
      { __component: 'shared.two', id: two.id, ones: [nested] },
    ],
  });
  for (const entries of await stored()) expect(entries).toContain('"note": "kept"');
  expect((await stored())[0]!.match(/"note": "kept"/g)).toHaveLength(2);

  await expect(site.syncSchema()).rejects.toThrow('shared.one.note is removed');
  expect(await site.migrate('no-note')).toMatchObject(refused('shared.one.note is removed'));
  expect(await site.cli('migrate', 'apply')).toMatchObject(
    refused('Rows that lose values in the entries of article.zone: 3'),
  );
  expect(await site.cli('migrate', 'apply', '--allow-data-loss')).toMatchObject({ code: 0, stderr: '' });
  for (const entries of await stored()) expect(entries).not.toMatch(/note|marks/);
  expect(await read(id)).toMatchObject({ hero: { text: 'changed' }, zone: [{ text: 'one' }, { ones: [nested] }] });
});

test('a removed attribute without values needs no consent', async () => {
  await create(null);
  await write({ ...begun, one: [text] }, [hero, zone('one', 'two')]);
  expect(await site.migrate('no-note')).toMatchObject({ code: 0, stderr: '' });
  for (const entries of await stored()) expect(entries).not.toMatch(/note|marks/);
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0 });
});

test('entries of a component that left a dynamic zone stay until a migration removes them with consent', async () => {
  const id = await create('kept');
  await write(begun, [hero, zone('one')]);
  await site.start();
  const [single] = (await read(id, '&status=draft')).zone;
  await site.api('PUT', `/articles/${id}`, { zone: [{ __component: 'shared.one', id: single.id, text: 'changed' }] });
  for (const entries of await stored()) expect(entries).toContain('nested');
  expect((await read(id)).zone).toMatchObject([{ text: 'changed' }]);

  expect(await site.migrate('no-two')).toMatchObject(refused('article.zone loses its entries of shared.two'));
  expect(await site.cli('migrate', 'apply', '--allow-data-loss')).toMatchObject({ code: 0, stderr: '' });
  for (const entries of await stored()) expect(entries).not.toContain('nested');
  expect((await read(id)).zone).toMatchObject([{ text: 'changed' }]);
});

test('attributes and components move to their new names in nested entries, drafts and locales', async () => {
  const id = await create('kept');
  await site.api('PUT', `/articles/${id}?locale=fr&status=draft`, { hero: { text: 'français', note: 'kept' } });
  await site.remove('content/components/shared/one.ts');
  const renamed = `import { defineComponent } from 'content-gen';\n\nexport default defineComponent({ renamedFrom: 'shared.one', attributes: { ${text}, remark: { type: 'string', renamedFrom: 'note' } } });\n`;
  await site.write({ 'content/components/shared/first.ts': renamed });
  await write(
    {
      two: [
        text,
        ones.replace('shared.one', 'shared.first').replace('ones', `firsts`).replace('{', `{ renamedFrom: 'ones',`),
      ],
    },
    [hero.replace('shared.one', 'shared.first'), zone('first', 'two')],
  );
  expect(await site.migrate('names')).toMatchObject({ code: 0, stderr: '' });
  await site.start();
  const entries = { hero: { text: 'hero', remark: 'kept' }, zone: [{ firsts: [{ remark: 'kept' }] }, { text: 'one' }] };
  for (const query of ['', '&status=draft']) expect(await read(id, query)).toMatchObject(entries);
  expect(await read(id, '&status=draft&locale=fr')).toMatchObject({ hero: { remark: 'kept' } });
});

test('a value that new code wrote under a new name before the migration stays, and the others move', async () => {
  const id = await create('former');
  const remark = `remark: { type: 'string', renamedFrom: 'note' }`;
  await write({ ...begun, one: [text, remark] }, [hero, zone('one', 'two')]);
  await site.start();
  const { hero: shownHero, zone: shownZone } = await read(id, '&status=draft');
  const [two, single] = shownZone;
  await site.api('PUT', `/articles/${id}?status=draft`, {
    hero: { id: shownHero.id, remark: 'young' },
    zone: [
      { __component: 'shared.two', id: two.id, ones: [{ id: two.ones[0].id, text: 'changed' }] },
      { __component: 'shared.one', id: single.id, remark: 'young' },
    ],
  });

  expect(await site.migrate('remark')).toMatchObject({ code: 0, stderr: '' });
  const nested = { remark: 'former', text: 'changed' };
  expect(await read(id, '&status=draft')).toMatchObject({
    hero: { remark: 'young' },
    zone: [{ ones: [nested] }, { remark: 'young' }],
  });
  expect(await read(id)).toMatchObject({ hero: { remark: 'former' }, zone: [{ ones: [{ remark: 'former' }] }, {}] });
  // The former value is in the rows, where the consent of a loss would find it.
  expect((await stored()).join(' ')).toMatch(/"note": "former"/);
});

test('a value moves to another component with SQL, before its attribute is removed', async () => {
  const id = await create('kept');
  const other = `meta: { type: 'component', component: 'shared.meta', localized: true }`;
  const meta = { ...begun, meta: [text, note] };
  await write(meta, [hero, other, zone('one', 'two')]);
  expect((await site.migrate('meta')).code).toBe(0);
  await site.start();
  await site.api('PUT', `/articles/${id}`, { meta: { text: 'meta' } });
  const [{ code: move } = { code: '' }] = blocksOf('docs/renaming.md').filter(({ info }) =>
    info.endsWith('keywords.sql'),
  );
  await site.write({
    'migrations/30000101T000000_move.sql': move.replaceAll('keywords', 'note').replaceAll('seo', 'hero'),
  });
  await write({ ...meta, one: [text] }, [hero, other, zone('one', 'two')]);
  expect((await site.migrate('away')).code).toBe(3);
  expect((await site.cli('migrate', 'apply', '--allow-data-loss')).code).toBe(0);
  await site.start();
  expect((await site.api('GET', `/articles/${id}?populate[meta]=true`)).data.meta).toMatchObject({ note: 'kept' });
});
