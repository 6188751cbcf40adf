/** `content-gen doctor`, on projects with problems. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type EmbeddedDatabase, startEmbedded } from '../src/database/embedded.js';
import type { Findings } from '../src/doctor/finding.js';
import { checkNode } from '../src/doctor/versions.js';
import { bin, project as temporary, run, writeFiles } from './command-line.js';
import { type Variables, inProcess } from './in-process.js';
import { createProject } from './serve/project.js';

const careful = {
  // No request fails because the machine is busy.
  api: { rest: { publicTimeoutMs: 60_000 } },
  permissions: { public: { album: ['find'] } },
};
const files = {
  'content/album.json': {
    attributes: {
      title: { type: 'string' },
      views: { type: 'integer' },
      photos: { type: 'media', multiple: true },
      hero: { type: 'component', component: 'shared.hero' },
    },
  },
  'content/components/shared/hero.json': {
    attributes: {
      image: { type: 'media' },
      album: { type: 'relation', relation: 'oneToOne', target: 'album' },
    },
  },
  'content-gen.config.json': careful,
};

let project: Awaited<ReturnType<typeof createProject>>;
let database: EmbeddedDatabase;
let sql: postgres.Sql;
let url: string;
let token: string;

beforeAll(async () => {
  project = await createProject(files, { database: true });
  const settings = ['shared_preload_libraries=pg_stat_statements', 'fsync=on', 'full_page_writes=on'];
  database = await startEmbedded({ root: project.root, settings });
  ({ url, token } = await project.serve(['--no-watch'], { DATABASE_URL: database.url }).event('ready'));
  sql = postgres(database.url, { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await sql.end();
  await project.remove();
  await database.stop();
});

async function doctor(env: Variables = {}, root = project.root) {
  const outcome = await inProcess(root, ['doctor', '--json'], { DATABASE_URL: database.url, ...env });
  const { ok, findings } = JSON.parse(outcome.stdout) as { ok: boolean; findings: Findings };
  expect(outcome.code).toBe(ok ? 0 : 1);
  return { ok, findings, bad: findings.filter(({ level }) => level === 'error' || level === 'warning') };
}

test('explains an address of the database that cannot be decoded, and does not repeat its password', async () => {
  const { findings } = await doctor({ DATABASE_URL: 'postgres://me:50%off@db.example.org/mine' });
  const message = expect.stringContaining('write % in a password as %25');
  expect(findings).toContainEqual(expect.objectContaining({ level: 'error', subject: 'database', message }));
  expect(JSON.stringify(findings)).not.toContain('50%off');
});

test('finds nothing in a healthy project', async () => {
  const { ok, findings, bad } = await doctor();
  expect(bad).toEqual([]);
  expect(ok).toBe(true);
  const subjects = new Set(findings.map(({ subject }) => subject));
  expect([...subjects]).toEqual([
    ...['versions', 'configuration', 'schema', 'database', 'indexes', 'references', 'production'],
  ]);
  const { code, stdout } = await run(process.execPath, [bin, 'doctor'], project.root, { DATABASE_URL: database.url });
  expect(code).toBe(0);
  expect(stdout).toContain('ok       schema         the tables match the definitions');
  expect(stdout).toContain('0 errors, 0 warnings.');
});

test('finds an old Node', () => {
  expect(checkNode('20.18.3')).toMatchObject([{ level: 'error', hint: 'install a newer version of Node' }]);
  expect(checkNode('20.19.0')).toMatchObject([{ level: 'ok' }]);
  expect(checkNode('22.0.0')).toMatchObject([{ level: 'ok' }]);
});

test('finds a package of a move that has another version', async () => {
  const root = temporary(files);
  const versions = async () =>
    (await doctor({ DATABASE_URL: '' }, root)).bad.filter((each) => each.subject === 'versions');
  expect(await versions()).toEqual([]);
  writeFiles(root, { 'node_modules/@content-gen/strapi/package.json': { version: '0.0.1' } });
  expect(await versions()).toEqual([
    {
      level: 'warning',
      subject: 'versions',
      message: expect.stringMatching(/^@content-gen\/strapi is 0\.0\.1, but content-gen is /) as string,
      hint: 'install the same version of both, or remove it',
    },
  ]);
});

test('finds errors in definitions, and generated code that is out of date', async () => {
  const root = temporary(files);
  const stale = await doctor({ DATABASE_URL: '' }, root);
  expect(stale.bad).toMatchObject([
    { subject: 'configuration', hint: 'run "content-gen generate" and commit the result' },
  ]);
  expect(stale.findings).toContainEqual(
    expect.objectContaining({ level: 'note', message: 'there is no database yet' }),
  );
  writeFiles(root, { 'content/album.json': { attributes: { title: { type: 'sting' } } } });
  const wrong = await doctor({ DATABASE_URL: '' }, root);
  expect(wrong.bad.map(({ message }) => message).join()).toMatch(/content\/album\.json:\d+:\d+ CG\d+/);
});

test('finds a database that does not answer, or is no address', async () => {
  const { bad } = await doctor({ DATABASE_URL: 'postgres://me@127.0.0.1:1/none' });
  expect(bad).toMatchObject([{ subject: 'database', message: expect.stringContaining('127.0.0.1:1') as string }]);
  const other = await doctor({ DATABASE_URL: 'mysql://me@127.0.0.1/none' });
  expect(other.bad).toMatchObject([
    { subject: 'database', message: expect.stringContaining('not the address') as string },
  ]);
});

test('does not blame the database for a folder that cannot be written', async () => {
  const root = temporary(files, { packages: true });
  rmSync(join(root, '.content-gen', 'cache'), { recursive: true, force: true });
  writeFiles(root, { '.content-gen/cache': 'no folder' });
  const { findings } = await doctor({}, root);
  const message = expect.stringMatching(/^The disk reports an error: .*cache/);
  expect(findings).toContainEqual({ level: 'error', subject: 'database', message });
});

test('finds tables that differ from the definitions', async () => {
  await sql`drop index albums__list`;
  const { bad } = await doctor();
  expect(bad).toMatchObject([{ subject: 'schema', message: 'index albums__list is missing' }]);
  await sql`create index albums__list on albums (cg_status, locale, id)`;

  await sql`create database behind`;
  const behind = new URL(database.url);
  behind.pathname = '/behind';
  const empty = await doctor({ DATABASE_URL: behind.href });
  expect(empty.bad).toMatchObject([{ subject: 'schema', message: 'the database has no tables of the project' }]);
});

describe('missing indexes', () => {
  beforeAll(async () => {
    await sql`insert into cg_documents (id, type) select 'a' || lpad(n::text, 23, '0'), 'album' from generate_series(1, 20000) n`;
    await sql`insert into albums (document_id, cg_status, title, views)
      select 'a' || lpad(n::text, 23, '0'), 'published', md5(n::text), n from generate_series(1, 20000) n`;
    await sql`analyze`;
    for (let view = 1; view <= 25; view++) {
      const answer = await fetch(`${url}/api/albums?filters[views]=${view}`, { headers: { connection: 'close' } });
      expect(answer.status).toBe(200);
    }
  });

  test('are found in the statistics of tables', async () => {
    for (let time = 1; time <= 25; time++) await sql`select count(*) from albums where title like '%x'`;
    // Otherwise, the statistics of a session reach others when it is idle.
    await sql`select pg_stat_force_next_flush()`;
    const { bad } = await doctor();
    expect(bad).toMatchObject([
      { subject: 'indexes', message: expect.stringContaining('pg_stat_user_tables') as string },
    ]);
    expect(bad[0]!.message).toContain('the whole table albums was read');
  });

  test('are found in the statements that were sent, if they are recorded', async () => {
    await sql`create extension pg_stat_statements`;
    for (let view = 1; view <= 5; view++) {
      await fetch(`${url}/api/albums?filters[views]=${view}`, { headers: { connection: 'close' } });
    }
    const { bad } = await doctor();
    expect(bad).toMatchObject([
      { subject: 'indexes', message: expect.stringContaining('pg_stat_statements') as string },
    ]);
    const option = '"views": { …, "pluginOptions": { "content-gen": { "index": true } } }';
    expect(bad[0]!.hint).toBe(`add to content/album.json: ${option}`);
    await sql`create index on albums (cg_status, locale, views)`;
    await sql`analyze`;
    expect((await doctor()).bad).toEqual([]);
  });
});

test.each([
  'alter table albums disable trigger cg_total_insert',
  'alter table albums disable trigger all, enable trigger all',
])('finds tables whose rows no triggers count, after %s', async (change) => {
  await sql.unsafe(change);
  const { bad } = await doctor();
  expect(bad).toMatchObject([
    {
      level: 'warning',
      subject: 'database',
      message: expect.stringContaining('the table albums lacks triggers that count all changes of its rows') as string,
      hint: expect.stringContaining(`select cg_keep_total('albums')`) as string,
    },
  ]);
  await sql`select cg_keep_total('albums')`;
  expect((await doctor()).bad).toEqual([]);
});

test('finds a database that does not know the case of all letters', async () => {
  await sql`create database ascii template template0 locale_provider libc locale 'C'`;
  const ascii = new URL(database.url);
  ascii.pathname = '/ascii';
  const { bad } = await doctor({ DATABASE_URL: ascii.href });
  const message = expect.stringContaining('knows the case of ASCII letters only') as string;
  expect(bad).toContainEqual(expect.objectContaining({ level: 'warning', subject: 'database', message }));
});

test('finds dangling references, which break nothing', async () => {
  await sql`insert into cg_documents (id, type) values ('orphan000000000000000000', 'album')`;
  await sql`update albums set photos = '{7,8}', hero = '{"id": 1, "image": 9, "album": "gone00000000000000000000"}' where id = 1`;
  const { ok, findings } = await doctor();
  expect(ok).toBe(true);
  const found = findings.filter(({ subject }) => subject === 'references').map(({ message }) => message);
  expect(found).toEqual([
    '1 dangling: documents of album without a version',
    '2 dangling: files in album.photos',
    '1 dangling: files in album.hero (image)',
    '1 dangling: documents in album.hero (album)',
  ]);
});

test('finds secrets and defaults that production should not have', async () => {
  const args = ['token', 'create', 'forever', '--type', 'full-access'];
  const created = await inProcess(project.root, args, { DATABASE_URL: database.url });
  expect(created.code).toBe(0);
  writeFiles(project.root, {
    'content-gen.config.json': {
      permissions: { public: '*', authenticated: { album: '*', auth: ['forgotPassword'] } },
      api: { cors: { origins: 'reflect', credentials: true } },
      users: { rateLimit: false },
      tokens: [
        { name: 'deploy', type: 'full-access', sha256: 'a'.repeat(64) },
        { name: 'old', type: 'read-only', sha256: 'b'.repeat(64), expiresAt: '2020-01-01' },
      ],
    },
  });
  await inProcess(project.root, ['generate']);
  const { bad } = await doctor({ JWT_SECRET: 'short', CONTENT_GEN_MODE: 'development' });
  const messages = bad
    .filter(({ subject }) => subject === 'production')
    .map(({ message }) => message.replace(/ \(content.*$/, ''));
  expect(messages).toEqual([
    'the token forever of the database may do everything and never expires',
    'the role public may do everything',
    'the role authenticated may do everything with album',
    'the token deploy may do everything and never expires',
    'the token old has expired',
    'every site may send requests with the cookies of your users',
    'attempts to sign in are not limited',
    'users get mails, but SMTP_URL is not set',
    'JWT_SECRET is shorter than 32 characters',
    'CONTENT_GEN_MODE is development',
  ]);
  for (const finding of bad) expect(finding.hint).toBeTruthy();

  const remote = 'postgres://me:postgres@db.invalid/mine';
  const unsafe = await doctor({ DATABASE_URL: remote });
  expect(unsafe.bad.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'the password in DATABASE_URL is easy to guess',
      'the connection to the database is not encrypted',
    ]),
  );
  expect(JSON.stringify(unsafe.bad)).not.toContain(remote);
  expect(token).toBeTruthy();
});
