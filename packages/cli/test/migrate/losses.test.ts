/** What a run of migrations would lose, which depends on what the database had before the run. */
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { syncSchema } from '../../src/migrate/sync-schema.js';
import { definition } from '../command-line.js';
import { type TestServer, catalog, startServer } from './server.js';
import { type Site, createSite } from './site.js';

let server: TestServer;
let site: Site;

const title = `title: { type: 'string' }`;
const tags = `tags: { type: 'relation', relation: 'manyToMany', target: 'tag' }`;
const hero = `hero: { type: 'component', component: 'shared.hero' }`;
const heroOf = (...attributes: readonly string[]) => ({
  'content/components/shared/hero.ts': `import { defineComponent } from 'content-gen';\n\nexport default defineComponent({ attributes: { ${attributes.join(', ')} } });\n`,
});

/**
 * A history: articles, a renamed column, columns and components that go, a table that goes, and comes back under its
 * name with other columns, and a relation that becomes a list and goes.
 */
const history: readonly (readonly [Record<string, string>, readonly string[]])[] = [
  [
    {
      'content/article.ts': definition('article', [title, `pages: { type: 'integer' }`, hero]),
      'content/tag.ts': definition('tag', [title]),
      ...heroOf(`text: { type: 'string' }`, `note: { type: 'string' }`),
    },
    [],
  ],
  [
    {
      'content/article.ts': definition('article', [
        `headline: { type: 'string', renamedFrom: 'title' }`,
        `pages: { type: 'integer' }`,
        hero,
        tags,
      ]),
    },
    [],
  ],
  [
    {
      'content/article.ts': definition('article', [`headline: { type: 'string' }`, hero]),
      ...heroOf(`words: { type: 'string', renamedFrom: 'text' }`),
    },
    ['content/tag.ts'],
  ],
  [{ 'content/tag.ts': definition('tag', [`name: { type: 'string' }`]) }, []],
  [
    { 'content/article.ts': definition('article', [`rating: { type: 'boolean' }`, `headline: { type: 'string' }`]) },
    [],
  ],
  [
    { 'content/article.ts': definition('article', [`rating: { type: 'date' }`, `headline: { type: 'string' }`]) },
    ['content/tag.ts'],
  ],
];

beforeAll(async () => {
  server = await startServer();
  site = await createSite('postgres://nowhere/nothing');
  for (const [index, [written, removed]] of history.entries()) {
    for (const path of removed) await site.remove(path);
    await site.write(written);
    expect(await site.cli('migrate', 'create', `step-${index}`)).toMatchObject({ code: 0 });
  }
});
afterAll(async () => {
  await site?.close();
  await server?.stop();
});

/** A folder with the first migrations. */
async function first(count: number) {
  const all = (await readdir(join(site.root, 'migrations'))).sort();
  const folder = join(site.root, `first-${count}`);
  await mkdir(folder, { recursive: true });
  for (const name of all.slice(0, count * 2)) {
    await copyFile(join(site.root, 'migrations', name), join(folder, name));
  }
  return folder;
}

/** A database with the first migrations. */
async function databaseAfter(count: number) {
  const database = await server.database();
  const apply = (...args: readonly string[]) => site.on(database.url)('migrate', 'apply', ...args);
  if (count > 0) expect(await apply('--folder', await first(count))).toMatchObject({ code: 0, stderr: '' });
  const status = async () => JSON.parse((await site.on(database.url)('migrate', 'status', '--json')).stdout);
  return { ...database, apply, status };
}

test('a history that creates, renames and drops applies to an empty database, and to one in its middle', async () => {
  const [empty, ...middle] = await Promise.all([0, 1, 2, 4].map(databaseAfter));
  expect(await empty!.status()).toMatchObject({ losses: [] });
  expect(await empty!.apply('--dry-run')).toMatchObject({ code: 0, stdout: expect.stringContaining('_step-5\n') });
  expect(await empty!.apply()).toMatchObject({ code: 0, stderr: '' });
  const wanted = await catalog(empty!.sql);
  for (const { apply, sql, status } of middle) {
    expect(await status()).toMatchObject({ losses: [] });
    expect(await apply()).toMatchObject({ code: 0, stderr: '' });
    expect(await catalog(sql)).toEqual(wanted);
  }
});

test('content from before the run is named, under the names that it has meanwhile', async () => {
  const { url, sql, apply, status } = await databaseAfter(1);
  await sql`insert into cg_documents (id, type) values ('d1', 'article'), ('t1', 'tag')`;
  await sql`insert into articles (document_id, cg_status, title, hero) values ('d1', 'published', 'kept', ${sql.json({ id: 1, __component: 'shared.hero', text: 'kept', note: null })})`;
  await sql`insert into tags (document_id, cg_status, title) values ('t1', 'published', 'lost')`;
  const { losses } = await status();
  const reasons = (losses as { migration: string; reason: string }[]).map(
    ({ migration, reason }) => `${migration.replace(/^.*_/, '')}: ${reason}`,
  );
  expect(reasons).toEqual([
    'step-2: deletes all documents of tag',
    'step-2: drops table tags with its content',
    'step-4: drops column articles.hero with its content',
  ]);
  const shown = (await site.on(url)('migrate', 'status')).stdout;
  const dry = await apply('--dry-run', '--json');
  expect({ code: dry.code, ...JSON.parse(dry.stdout) }).toMatchObject({ code: 3, ok: false, losesData: true, losses });
  expect(await apply('--dry-run', '--allow-data-loss')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^pending {2}\S+_step-1\n/),
  });
  const { code, stderr } = await apply();
  expect(code).toBe(3);
  for (const reason of reasons) expect(shown).toMatch(new RegExp(`^loses data {2}\\S+_${reason}$`, 'm'));
  for (const reason of reasons) expect(stderr).toContain(reason);
  expect(stderr.match(/^ {2}\S+_step-/gm)).toHaveLength(reasons.length);
  expect([...(await sql`select title from tags`)]).toEqual([{ title: 'lost' }]);
  expect(await apply('--allow-data-loss')).toMatchObject({ code: 0, stderr: '' });
  expect([...(await sql`select headline from articles`)]).toEqual([{ headline: 'kept' }]);
});

test('content that the run copies to a new table or column is lost with it', async () => {
  const { sql, apply } = await databaseAfter(1);
  await sql`insert into cg_documents (id, type) values ('d1', 'article')`;
  await sql`insert into articles (document_id, cg_status, title) values ('d1', 'published', 'kept')`;
  const folder = await first(1);
  const write = (name: string, text: string) => writeFile(join(folder, `30000101T00000${name}.sql`), text);
  await write('0_seed', `create table seeds (name text);\ninsert into seeds values ('ours');\n`);
  await write('1_seed-away', `drop table seeds;\n`);
  expect(await apply('--folder', folder)).toMatchObject({ code: 0, stderr: '' });

  await write('2_copy', `create table copies (name text);\ninsert into copies select title from articles;\n`);
  await write('3_copy-away', `drop table copies;\n`);
  expect(await apply('--folder', folder)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('drop table copies'),
  });
  await write('2_copy', `alter table articles add column twin text;\nupdate articles set twin = title;\n`);
  await write('3_copy-away', `alter table articles drop column twin;\n`);
  expect(await apply('--folder', folder)).toMatchObject({ code: 3, stderr: expect.stringContaining('column twin') });
  await write('2_copy', `alter table articles add column twin text;\nupdate articles set twin = 'same';\n`);
  expect(await apply('--folder', folder)).toMatchObject({ code: 0, stderr: '' });
  await rm(folder, { recursive: true });
});

test('a statement written by hand loses what any of its parts loses', async () => {
  const { sql, apply } = await databaseAfter(1);
  await sql`insert into cg_documents (id, type) values ('d1', 'article')`;
  await sql`insert into articles (document_id, cg_status, title, hero) values ('d1', 'published', 'kept', '{"text": "kept"}')`;
  await sql.unsafe('create table notes (tag integer references tags); insert into notes values (null)');
  const folder = await first(1);
  const statements = [
    '-- loses data: own\nUPDATE "articles" SET "pages" = NULL, "title" = NULL WHERE true',
    '-- loses data: own\nUPDATE "articles" SET "pages" = 1, "title" = lower("title")',
    '-- loses data: own\nUPDATE "articles" SET "pages" = 1, ("title", locale) = (NULL, locale)',
    `-- loses data: own\nUPDATE "articles" SET "pages" = 1, hero['text'] = 'null'`,
    'ALTER TABLE "articles" ALTER COLUMN "pages" SET DATA TYPE text, DROP COLUMN "title"',
    'TRUNCATE tags CASCADE',
  ];
  for (const statement of statements) {
    await writeFile(join(folder, '30000101T000000_own.sql'), statement);
    const applied = await apply('--folder', folder);
    expect(applied, statement).toMatchObject({ code: 3, stderr: expect.stringContaining('30000101T000000_own: ') });
  }
  expect([...(await sql`select title from articles`)]).toEqual([{ title: 'kept' }]);
  await writeFile(join(folder, '30000101T000000_own.sql'), '-- loses data: own\nUPDATE "articles" SET "pages" = NULL');
  expect(await apply('--folder', folder)).toMatchObject({ code: 0, stderr: '' });
  await rm(folder, { recursive: true });
});

test('rows that come while a migration waits are not lost', async () => {
  const { url, sql, apply } = await databaseAfter(5);
  const writer = sql.begin(async (tx) => {
    await tx`insert into cg_documents (id, type) values ('t1', 'tag')`;
    await tx`insert into tags (document_id, cg_status, name) values ('t1', 'published', 'late')`;
    const applied = apply();
    await expect
      .poll(
        async () =>
          (
            await sql`select 1 from pg_locks where not granted and relation in ('tags'::regclass, 'cg_documents'::regclass)`
          ).length,
        {
          timeout: 60_000,
        },
      )
      .toBeGreaterThan(0);
    return { applied };
  });
  const { applied } = await writer;
  expect(await applied).toMatchObject({ code: 3, stderr: expect.stringContaining('is not any more') });
  expect([...(await sql`select name from tags`)]).toEqual([{ name: 'late' }]);
  await expect(syncSchema(url, await site.state())).rejects.toThrow('drops table tags');
});

test('every kind of loss passes on an empty database, and content brings each of them back', async () => {
  const link = (kind: string, target: string) => `{ type: 'relation', relation: '${kind}', target: '${target}' }`;
  const zone = (...names: readonly string[]) =>
    `zone: { type: 'dynamiczone', components: [${names.map((name) => `'shared.${name}'`).join(', ')}] }`;
  const rich = [
    `decimal: { type: 'float' }`,
    `secret: { type: 'password' }`,
    `shots: { type: 'media', multiple: true }`,
    `own: { type: 'string', localized: true }`,
    `one: ${link('manyToMany', 'tag')}`,
    `other: ${link('manyToOne', 'tag')}`,
    `heroes: { type: 'component', component: 'shared.hero', repeatable: true }`,
    zone('hero', 'card'),
  ];
  const poor = [
    `decimal: { type: 'integer' }`,
    `secret: { type: 'string' }`,
    `shots: { type: 'media' }`,
    `own: { type: 'string', localized: false }`,
    `one: ${link('manyToOne', 'tag')}`,
    `other: ${link('manyToOne', 'page')}`,
    `heroes: { type: 'component', component: 'shared.hero' }`,
    zone('hero'),
  ];
  const text = `text: { type: 'string' }`;
  const typed = (head: string, attributes: readonly string[]) =>
    definition('article', attributes).replace('attributes:', `${head}attributes:`);
  const database = await server.database();
  const changing = await createSite(database.url);
  try {
    await changing.write({
      ...heroOf(text, `count: { type: 'float' }`),
      'content/components/shared/card.ts': heroOf(text)['content/components/shared/hero.ts'],
      'content/page.ts': definition('page', [title]).replace(
        'attributes:',
        'draftAndPublish: true, localized: true, attributes:',
      ),
      'content/tag.ts': definition('tag', [title]),
      'content/article.ts': typed('localized: true, ', rich),
    });
    expect(await changing.cli('migrate', 'create', 'rich')).toMatchObject({ code: 0 });
    await changing.write({
      ...heroOf(`count: { type: 'integer' }`),
      'content/page.ts': definition('page', [title]),
      'content/article.ts': typed('localized: true, ', poor),
    });
    const plan = JSON.parse((await changing.cli('migrate', 'plan', '--json')).stdout);
    const lossy = (plan.statements as { effect: string }[]).filter(({ effect }) => effect === 'loses data');
    expect(lossy.length).toBeGreaterThan(10);
    const middle = await server.database();
    expect(await changing.on(middle.url)('migrate', 'apply')).toMatchObject({ code: 0 });
    expect(await changing.cli('migrate', 'create', 'poor')).toMatchObject({ code: 0 });
    expect(await changing.cli('migrate', 'apply')).toMatchObject({ code: 0, stderr: '' });
    expect(await changing.cli('migrate', 'status')).toMatchObject({ code: 0 });

    const { sql } = middle;
    await sql`insert into cg_documents (id, type) values ('d1', 'article'), ('p1', 'page'), ('t1', 'tag')`;
    await sql`insert into pages (document_id, locale, cg_status, title) select 'p1', l, s, 'a' from unnest('{en,fr}'::text[]) l, unnest('{draft,published}'::text[]) s`;
    const entry = { id: 1, __component: 'shared.hero', text: 'kept', count: 1.5 };
    const [hero, zoned] = [sql.json([entry]), sql.json([{ ...entry, __component: 'shared.card' }])];
    await sql`
      insert into articles (document_id, locale, cg_status, "decimal", secret, shots, own, other, heroes, zone)
      select 'd1', l, 'published', 1.5, 'x', '{1,2}', l, 't1', ${hero}, ${zoned} from unnest('{en,fr}'::text[]) l`;
    await sql`insert into articles_one (source_id, target_id, rank) select id, 't1', '5' from articles`;
    const { losses } = JSON.parse((await changing.on(middle.url)('migrate', 'status', '--json')).stdout);
    expect(losses).toHaveLength(lossy.length);
    expect(await changing.on(middle.url)('migrate', 'apply')).toMatchObject({ code: 3 });
  } finally {
    await changing.close();
  }
});
