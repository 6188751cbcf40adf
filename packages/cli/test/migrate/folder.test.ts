/** The folder and the journal of the database: branches, changed files, drift, SQL written by hand. */
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { definition } from '../command-line.js';
import { type TestServer, startServer } from './server.js';
import { type Site, createSite } from './site.js';

let server: TestServer;
const sites: Site[] = [];

beforeAll(async () => {
  server = await startServer();
});
afterEach(() => Promise.all(sites.splice(0).map((site) => site.close())));
afterAll(() => server?.stop());

const title = `title: { type: 'string' }`;
const article = (...attributes: readonly string[]) => ({
  'content/article.ts': definition('article', [title, ...attributes]),
});

/** A site with an applied first migration. */
async function started() {
  const { url, sql } = await server.database();
  const site = await createSite(url);
  sites.push(site);
  await site.write(article());
  expect((await site.migrate('init')).code).toBe(0);
  return { site, sql, folder: join(site.root, 'migrations') };
}

const filesIn = async (folder: string) => (await readdir(folder)).sort();
const json = (text: string) => JSON.parse(text) as Record<string, any>;

test('plan explains every statement and exits with 2, or with 0 without changes', async () => {
  const { site } = await started();
  await site.write(article(`rating: { type: 'integer' }`, `slug: { type: 'uid' }`));
  const plan = await site.cli('migrate', 'plan');
  expect(plan.code).toBe(2);
  expect(plan.stdout).toContain(
    '-- safe: a new column; rewrites no rows\nALTER TABLE "articles" ADD COLUMN "rating" integer;',
  );
  expect(plan.stdout).toMatch(
    /-- No transaction.*\n\n-- safe: builds the index .*\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS/,
  );

  const machine = json((await site.cli('migrate', 'plan', '--json')).stdout);
  expect(machine).toMatchObject({
    version: 1,
    command: 'migrate plan',
    ok: false,
    after: [expect.stringMatching(/_init$/)],
  });
  expect(machine['statements'][0]).toEqual({
    sql: 'ALTER TABLE "articles" ADD COLUMN "rating" integer',
    effect: 'safe',
    reason: 'a new column; rewrites no rows',
    transaction: true,
  });
  expect(machine['statements'].at(-1)).toMatchObject({ transaction: false });

  await site.write(article());
  expect(await site.cli('migrate', 'plan')).toMatchObject({ code: 0 });
  expect(json((await site.cli('migrate', 'create', '--json')).stdout)).toMatchObject({ ok: true, statements: [] });
});

test('plan reports errors in definitions', async () => {
  const { site } = await started();
  await site.write(article(`rating: { type: 'strng' }`));
  expect(await site.cli('migrate', 'plan')).toMatchObject({ code: 1, stdout: '' });
  expect(json((await site.cli('migrate', 'plan', '--json')).stdout)['diagnostics']).toMatchObject([{ code: 'CG206' }]);
});

test('a new constraint is validated outside the transaction', async () => {
  const { site } = await started();
  await site.write(article(`cover: { type: 'media' }`));
  const { stdout } = await site.cli('migrate', 'plan');
  expect(stdout).toMatch(/ADD CONSTRAINT "articles_cover_cg_files_id_fk" .* NOT VALID;/);
  expect(stdout).toMatch(/-- No transaction[^]*VALIDATE CONSTRAINT "articles_cover_cg_files_id_fk";/);
  expect((await site.migrate('cover')).code).toBe(0);
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0 });
});

test('migrations are named by increasing times and have a snapshot', async () => {
  const { site, folder } = await started();
  await site.write(article(`rating: { type: 'integer' }`));
  const { stdout } = await site.cli('migrate', 'create', 'Add a rating!');
  expect(stdout).toMatch(/^migrations\/\d{8}T\d{6}_add-a-rating\.sql\n$/);
  const files = await filesIn(folder);
  expect(files.map((file) => file.replace(/^\d{8}T\d{6}_/, ''))).toEqual([
    'init.snapshot',
    'init.sql',
    'add-a-rating.snapshot',
    'add-a-rating.sql',
  ]);
  const snapshot = await readFile(join(folder, files[2]!), 'utf8');
  expect(
    snapshot
      .split('\n')
      .filter((line) => line.startsWith('  "'))
      .map((line) => line.split('"')[1]),
  ).toEqual(['public.articles', 'article']);
});

test('status lists pending migrations and exits with 2 until they are applied', async () => {
  const { site } = await started();
  await site.write(article(`rating: { type: 'integer' }`));
  await site.cli('migrate', 'create', 'rating');
  const before = await site.cli('migrate', 'status');
  expect(before.code).toBe(2);
  expect(before.stdout).toMatch(/^applied {5}\d+T\d+_init\npending {5}\d+T\d+_rating\n$/);
  expect(json((await site.cli('migrate', 'apply', '--json')).stdout)).toMatchObject({
    ok: true,
    applied: [expect.stringMatching(/_rating$/)],
  });
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0 });
  expect((await site.cli('migrate', 'apply')).stdout).toBe('Nothing to do: every migration is applied.\n');
});

test('an applied file that was changed or removed is reported, and does not run again', async () => {
  const { site, folder } = await started();
  const [snapshot, sql] = await filesIn(folder);
  await writeFile(join(folder, sql!), `${await readFile(join(folder, sql!), 'utf8')}\n-- changed\n`);
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 2, stdout: expect.stringMatching(/^changed /) });
  const applied = await site.cli('migrate', 'apply');
  expect(applied).toMatchObject({ code: 1, stderr: expect.stringContaining('was changed after it was applied') });

  await rm(join(folder, sql!));
  await rm(join(folder, snapshot!));
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 2, stdout: expect.stringMatching(/^missing /) });
});

test('status lists the drift of a changed database', async () => {
  const { site, sql } = await started();
  await sql`alter table articles add column surprise int`;
  await sql`alter table articles alter column title set data type varchar(10)`;
  await sql`alter table cg_tokens drop column expires_at`;
  const [list] = await sql`select indexname from pg_indexes where tablename = 'articles' and indexname like '%list'`;
  await sql.unsafe(`drop index ${list!['indexname']}`);
  await sql`alter table articles drop constraint articles_document_id_cg_documents_id_fk`;
  const { code, stdout } = await site.cli('migrate', 'status', '--json');
  expect(code).toBe(2);
  expect(json(stdout)['drift'].sort()).toEqual([
    'column articles.surprise is not in the definitions',
    'column articles.title is character varying(10) instead of text',
    'column cg_tokens.expires_at is missing',
    'constraint articles_document_id_cg_documents_id_fk is missing',
    `index ${list!['indexname']} is missing`,
  ]);
});

test('status counts the statements that the definitions need and no migration has', async () => {
  const { site } = await started();
  await site.write(article(`rating: { type: 'integer' }`));
  const pending = await site.cli('migrate', 'status');
  expect(pending).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^The definitions need \d statements? that/),
  });
  const { ok, unplanned } = json((await site.cli('migrate', 'status', '--json')).stdout);
  expect([ok, unplanned]).toEqual([false, [expect.stringContaining('ADD COLUMN "rating"')]]);
  await site.write({ 'content/article.ts': 'export default 1;' });
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 1, stderr: expect.stringMatching(/CG\d+/) });
  // A program that applies migrations may have nothing else.
  await site.remove('content');
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0, stderr: 'Clean.\n' });
});

/** Two branches add a migration each to the same state, and are merged. */
async function branched(ours: string, theirs: string) {
  const { site, sql, folder } = await started();
  const base = await filesIn(folder);
  await site.write(article(ours));
  await site.cli('migrate', 'create', 'ours');
  const aside = await Promise.all(
    (await filesIn(folder))
      .filter((file) => !base.includes(file))
      .map(async (file) => [file, await readFile(join(folder, file))] as const),
  );
  await Promise.all(aside.map(([file]) => rm(join(folder, file))));
  await site.write(article(theirs));
  await site.cli('migrate', 'create', 'theirs');
  await Promise.all(aside.map(([file, content]) => writeFile(join(folder, file), content)));
  return { site, sql };
}

test('a third migration merges those of two branches', async () => {
  const [rating, summary] = [`rating: { type: 'integer' }`, `summary: { type: 'text' }`];
  const { site, sql } = await branched(rating, summary);
  await site.write(article(rating, summary));

  const refused = await site.cli('migrate', 'apply');
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/_ours and .*_theirs were created on parallel branches/),
  });
  expect(await site.cli('migrate', 'plan')).toMatchObject({ code: 2, stdout: '' });
  expect(await site.cli('migrate', 'create')).toMatchObject({ code: 0, stdout: expect.stringMatching(/_merge\.sql/) });
  expect(await site.cli('migrate', 'apply')).toMatchObject({ code: 0 });
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0 });
  expect(await site.cli('migrate', 'plan')).toMatchObject({ code: 0 });
  const columns = await sql`
    select column_name as name from information_schema.columns where table_name = 'articles' and column_name in ('rating', 'summary')`;
  expect(columns.map(({ name }) => name as string).sort()).toEqual(['rating', 'summary']);
});

test.each([
  ['in different ways', `rating: { type: 'integer' }`, `rating: { type: 'text' }`],
  ['in the same way', `rating: { type: 'integer' }`, `rating: { type: 'integer' }`],
])('migrations of two branches that change the same thing %s are an error', async (_, ours, theirs) => {
  const { site } = await branched(ours, theirs);
  for (const command of ['plan', 'create', 'apply']) {
    const { code, stderr } = await site.cli('migrate', command);
    expect({ command, code }).toEqual({ command, code: 1 });
    expect(stderr).toMatch(
      /_ours and .*_theirs were created on parallel branches, and both change articles\.columns\.rating/,
    );
  }
});

test('SQL written by hand runs in order, and a failed file leaves nothing behind', async () => {
  const { site, sql, folder } = await started();
  const later = '99990101T000000';
  await writeFile(
    join(folder, `${later}_notes.sql`),
    `-- a; b\ncreate table notes (t text default 'x;y');\ninsert into notes values ('it''s; fine'), ($$a;b$$);\n`,
  );
  expect(await site.cli('migrate', 'apply')).toMatchObject({ code: 0 });
  expect([...(await sql`select t from notes`)]).toEqual([{ t: "it's; fine" }, { t: 'a;b' }]);

  await writeFile(join(folder, `${later}_wrong.sql`), `insert into notes values ('lost');\nselect 1/0;\n`);
  const failed = await site.cli('migrate', 'apply');
  expect(failed.code).toBe(1);
  expect(failed.stderr).toBe(
    `${later}_wrong: division by zero\n\n  select 1/0\n\nNothing of this migration was applied.\n`,
  );
  expect(await sql`select 1 from notes where t = 'lost'`).toHaveLength(0);

  await writeFile(join(folder, `${later}_wrong.sql`), `copy notes (t) from stdin;\nlost\n\\.\n`);
  expect(await site.cli('migrate', 'apply')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('_wrong: a migration cannot contain COPY FROM STDIN'),
  });

  const broken = `insert into notes values ('lost');\n-- so far\nCOMMIT;\nselect 1/0;\n`;
  await writeFile(join(folder, `${later}_wrong.sql`), broken);
  expect(await site.cli('migrate', 'apply')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${later}_wrong.sql:3: a migration cannot contain COMMIT`),
  });
  expect(await sql`select 1 from notes where t = 'lost'`).toHaveLength(0);

  await writeFile(join(folder, `${later}_wrong.sql`), `truncate notes;\n`);
  expect(await site.cli('migrate', 'apply')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('_wrong: a statement without a comment that says its effect\n    truncate notes'),
  });
  expect(json((await site.cli('migrate', 'apply', '--json')).stdout)).toMatchObject({ ok: false, losesData: true });
});

test('foreign objects that depend on a table are not dropped with it', async () => {
  const { site, sql } = await started();
  await sql`create view theirs as select title from articles`;
  await site.remove('content/article.ts');
  await site.write({ 'content/page.ts': definition('page', [title]) });
  const { code, stderr } = await site.migrate('pages', '--allow-data-loss');
  expect(code).toBe(1);
  expect(stderr).toContain('cannot drop table articles because other objects depend on it');
  expect([...(await sql`select * from theirs`)]).toEqual([]);
});

test('an unreachable database is named without its password', async () => {
  const { site } = await started();
  const { code, stderr } = await site.on('postgres://me:secret@127.0.0.1:1/x')('migrate', 'status');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'No database answers at 127.0.0.1:1 (ECONNREFUSED). Start it, or correct DATABASE_URL.\n',
  });
});

test('--folder can be an absolute path', async () => {
  const { site } = await started();
  const folder = join(site.root, 'of the release');
  expect(await site.cli('migrate', 'create', 'begin', '--folder', folder)).toMatchObject({ code: 0 });
  expect(await filesIn(folder)).toEqual([
    expect.stringMatching(/_begin\.snapshot$/),
    expect.stringMatching(/_begin\.sql$/),
  ]);
  expect(await site.cli('migrate', 'plan', '--folder', folder)).toMatchObject({ code: 0 });
});

test('applying an empty folder is an error', async () => {
  const { site } = await started();
  const { code, stderr } = await site.cli('migrate', 'apply', '--folder', 'elsewhere');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'The folder elsewhere contains no migrations. Run "content-gen migrate create" to write one.\n',
  });
});

test('wrong use exits with 64', async () => {
  const { site } = await started();
  expect(await site.cli('migrate', 'plan', '--nonsense')).toMatchObject({ code: 64 });
});
