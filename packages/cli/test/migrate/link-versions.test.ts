/** Links of a former release, which do not know the status and the locale of their versions. */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type TestServer, startServer } from './server.js';
import { type Site, createSite } from './site.js';

let server: TestServer;
let site: Site;
let sql: postgres.Sql;

beforeAll(async () => {
  server = await startServer();
});
afterEach(() => site?.close());
afterAll(() => server?.stop());

const content = (name: string, options: string, ...attributes: readonly string[]) =>
  `import { defineContentType } from 'content-gen';
export default defineContentType({ name: '${name}', ${options} attributes: { ${attributes.join(', ')} } });
`;
const withDrafts = 'draftAndPublish: true,';
const inLocales = `${withDrafts} localized: true,`;
const article = (name: string, options: string) =>
  content(
    name,
    options,
    `title: { type: 'string' }`,
    `tags: { type: 'relation', relation: 'manyToMany', target: 'tag', inversedBy: 'articles' }`,
    `more: { type: 'relation', relation: 'manyToMany', target: 'tag' }`,
  );
const tag = (target: string) =>
  content(
    'tag',
    '',
    `name: { type: 'string' }`,
    `articles: { type: 'relation', relation: 'manyToMany', target: '${target}', mappedBy: 'tags' }`,
  );

const COLUMNS = /,\n\t"published" boolean NOT NULL,\n\t"locale" text NOT NULL(?=\n\))/g;
const STATE = /,"published":\{[^{}]*\},"locale":\{[^{}]*\}(?=\},"indexes":\{"articles_)/g;
const OWNERS = ['published', 'locale', 'source_id'];

/** What a former release wrote, of a migration or a snapshot. */
function former(text: string): string {
  const parts = OWNERS.map((name) => `,\\{"expression":"${name}"[^{}]*\\}`).join('');
  return text
    .replaceAll(COLUMNS, '')
    .replaceAll(STATE, '')
    .replaceAll(new RegExp(`("expression":"inverse_rank"[^{}]*\\})${parts}`, 'g'), '$1')
    .replaceAll('"inverse_rank","published","locale","source_id")', '"inverse_rank")')
    .replaceAll('articles_tags__owners', 'articles_tags__inverse')
    .split('\n\n')
    .filter((statement) => !/cg_keep_links|cg_link_version|cg_move_links/.test(statement))
    .join('\n\n');
}

/** A site on an empty database. */
async function open(options: string) {
  const database = await server.database();
  sql = database.sql;
  site = await createSite(database.url);
  await site.write({ 'content/article.ts': article('article', options), 'content/tag.ts': tag('article') });
}

/** The tables of a former release, by the migration that it wrote. */
async function migrateFormer(): Promise<void> {
  expect(await site.cli('migrate', 'create', 'init')).toMatchObject({ code: 0 });
  const folder = join(site.root, 'migrations');
  for (const file of await readdir(folder)) {
    const path = join(folder, file);
    await writeFile(path, former(await readFile(path, 'utf8')));
  }
  expect(await site.cli('migrate', 'apply')).toMatchObject({ code: 0 });
  expect((await sql`select * from articles_tags`).columns.map(({ name }) => name)).not.toContain('published');
}

/** What a server of the former release writes: documents with two links for each version. */
async function writeFormer(first: number, count: number, locales: readonly string[] = ['en', 'fr']): Promise<void> {
  const numbers = sql`generate_series(${first}::int, ${first + count - 1}::int) n`;
  await sql`insert into cg_documents (id, type) select 'a' || n, 'article' from ${numbers}`;
  await sql`insert into cg_documents (id, type) values ('tag', 'tag') on conflict do nothing`;
  await sql`insert into tags (document_id, cg_status, name) values ('tag', 'published', 'one') on conflict do nothing`;
  await sql`insert into articles (document_id, cg_status, locale)
    select 'a' || n, s, l from ${numbers}, unnest(array['draft', 'published']) s, unnest(${sql.array([...locales])}::text[]) l`;
  const made = sql`select v.id from articles v join ${numbers} on v.document_id = 'a' || n`;
  await sql`insert into articles_tags (source_id, target_id, rank, inverse_rank) select id, 'tag', '5', '9' || id from (${made}) v`;
  await sql`insert into articles_more (source_id, target_id, rank) select id, 'tag', '5' from (${made}) v`;
}

/** How many links there are, and how many of them do not know their version. */
async function links(): Promise<{ readonly all: number; readonly wrong: number }> {
  const [found] = await sql<{ all: number; wrong: number }[]>`
    select count(*)::int as all, count(*) filter (where (l.published, l.locale) is distinct from (v.cg_status = 'published', v.locale))::int as wrong
    from (select source_id, published, locale from articles_tags union all select source_id, published, locale from articles_more) l
    join articles v on v.id = l.source_id`;
  return found!;
}

test('links get the status and the locale of their versions while a former release writes', async () => {
  await open(inLocales);
  await migrateFormer();
  await writeFormer(1, 3000);
  const created = await site.cli('migrate', 'create', 'links');
  expect(created, created.stderr).toMatchObject({ code: 0 });
  let isApplied = false;
  const applied = site.cli('migrate', 'apply').finally(() => (isApplied = true));
  let written = 3000;
  while (!isApplied) {
    await writeFormer(written + 1, 10);
    written += 10;
  }
  expect(await applied).toMatchObject({ code: 0, stderr: expect.not.stringContaining('rror') });
  await writeFormer(written + 1, 10);
  expect(await links()).toEqual({ all: (written + 10) * 8, wrong: 0 });
  expect(await site.cli('migrate', 'status')).toMatchObject({
    code: 0,
    stdout: expect.not.stringContaining('drifted'),
  });
  const [nullable] = await sql<{ n: number }[]>`select count(*)::int as n from information_schema.columns
    where table_name in ('articles_tags', 'articles_more') and column_name in ('published', 'locale') and is_nullable = 'YES'`;
  expect(nullable).toEqual({ n: 0 });

  await site.start();
  for (const [query, total] of [
    ['', written + 10],
    ['&status=draft&locale=fr', written + 10],
  ] as const) {
    const { meta } = await site.api('GET', `/articles?filters[tags][name]=one&pagination[pageSize]=1${query}`);
    expect(meta.pagination.total, query).toBe(total);
  }
});

test('serve gives links what they lack in one transaction', async () => {
  await open(inLocales);
  await migrateFormer();
  await writeFormer(1, 3);
  const statements = await site.syncSchema();
  expect(statements.filter(({ effect }) => effect === 'loses data')).toEqual([]);
  expect(await links()).toEqual({ all: 24, wrong: 0 });
  expect(await site.syncSchema()).toEqual([]);
});

test('links follow the rows that a migration publishes or moves to another locale, also under another name', async () => {
  await open(withDrafts);
  await site.syncSchema();
  await writeFormer(1, 2, ['']);
  await site.write({ 'content/article.ts': article('article', inLocales) });
  await site.syncSchema();
  expect(await sql`select distinct locale from articles_tags`).toEqual([{ locale: 'en' }]);
  expect(await links()).toEqual({ all: 8, wrong: 0 });

  await sql`delete from articles where cg_status = 'published' and document_id = 'a1'`;
  await site.write({
    'content/article.ts': article('story', `renamedFrom: 'article', localized: true,`),
    'content/tag.ts': tag('story'),
  });
  const created = await site.migrate('rename', '--allow-data-loss');
  expect(created, created.stderr).toMatchObject({ code: 0 });
  const [moved] = await sql`select bool_and(published) as published, count(*)::int as n from stories_tags`;
  expect(moved).toEqual({ published: true, n: 2 });
  await sql`insert into cg_documents (id, type) values ('late', 'story'), ('other', 'tag')`;
  await sql`insert into stories (document_id, cg_status, locale) values ('late', 'published', 'fr')`;
  await sql`insert into stories_tags (source_id, target_id, rank) select id, 'other', '5' from stories where document_id = 'late'`;
  expect(await sql`select published, locale from stories_tags where target_id = 'other'`).toEqual([
    { published: true, locale: 'fr' },
  ]);
});
