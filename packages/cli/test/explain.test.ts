/** `content-gen explain`, on a served project with many rows. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type EmbeddedDatabase, startEmbedded } from '../src/database/embedded.js';
import { type Outcome, bin, run } from './command-line.js';
import { inProcess } from './in-process.js';
import { createProject, patience } from './serve/project.js';

const config = `export default {
  api: { rest: { ${patience} } },
  permissions: {
    public: {
      article: {
        actions: ['find', 'findOne'],
        readable: ['title', 'views', 'author'],
        where: { views: { $gte: 0 } },
      },
      homepage: ['find'],
    },
    editor: '*',
    reader: {
      article: ['find'],
      author: ['find'],
    },
    homepage: { article: ['find'] },
  },
};
`;

const files = {
  'content/article.json': {
    options: { draftAndPublish: true },
    attributes: {
      title: { type: 'string' },
      views: { type: 'integer' },
      secret: { type: 'string' },
      author: { type: 'relation', relation: 'manyToOne', target: 'author' },
    },
  },
  'content/author.json': { attributes: { name: { type: 'string' } } },
  'content/user.json': { attributes: { bio: { type: 'string' } } },
  'content/homepage.json': { kind: 'singleType', attributes: { headline: { type: 'string' } } },
  'content-gen.config.mjs': config,
};

let project: Awaited<ReturnType<typeof createProject>>;
let database: EmbeddedDatabase;
let sql: postgres.Sql;
let url: string;

beforeAll(async () => {
  project = await createProject(files, { database: true });
  database = await startEmbedded({ root: project.root, settings: ['fsync=off'] });
  ({ url } = await project.serve(['--no-watch'], { DATABASE_URL: database.url }).event('ready'));
  sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  await sql`insert into cg_documents (id, type) select 'a' || lpad(n::text, 23, '0'), 'article' from generate_series(1, 20000) n`;
  await sql`insert into articles (document_id, cg_status, title, views)
    select 'a' || lpad(n::text, 23, '0'), 'published', md5(n::text), n from generate_series(1, 20000) n`;
  await sql`analyze`;
});
afterAll(async () => {
  await sql.end();
  await project.remove();
  await database.stop();
});

function explain(...args: readonly string[]): Promise<Outcome> {
  return inProcess(project.root, ['explain', ...args], { DATABASE_URL: database.url });
}

/** `content-gen.config.mjs:5:19` of a text in the config. */
async function positionOf(text: string, after = ''): Promise<string> {
  const written = await readFile(join(project.root, 'content-gen.config.mjs'), 'utf8');
  const offset = written.indexOf(text, written.indexOf(after));
  const lines = written.slice(0, offset).split('\n');
  return `content-gen.config.mjs:${lines.length}:${lines.at(-1)!.length + 1}`;
}

test('shows the query, each permission with its line, the SQL and the plan with the slowest node', async () => {
  const request = 'GET /api/articles?filters[views][$gt]=99&sort=title:desc&populate=author';
  const args = [bin, 'explain', request];
  const { code, stdout } = await run(process.execPath, args, project.root, { DATABASE_URL: database.url });
  expect(code).toBe(0);
  const lines = stdout.split('\n').map((line) => line.trim());
  expect(lines).toEqual(
    expect.arrayContaining(['filters      views $gt "99"', 'sort         title desc', 'populate     author']),
  );
  expect(lines).toContain(`may article.find  ${await positionOf("'find'")}`);
  expect(lines).toContain(`article.find: only rows with {"views":{"$gte":0}}  ${await positionOf('where:')}`);
  expect(lines).toContain(`may not author.find  ${await positionOf('public:')}`);
  expect(lines).toContain(`may not read article: secret  ${await positionOf('readable:')}`);
  expect(lines).toEqual(expect.arrayContaining(['"articles" a', 'and (a."views" > $2::integer)', '-- $2 = 99']));
  expect(lines.filter((line) => line.endsWith('← slowest'))).toHaveLength(1);
  expect(stdout).toMatch(/planned in [\d.]+ ms, run in [\d.]+ ms/);
  expect(stdout).toMatch(/Sort by a\w*\.title DESC, a\w*\.id {2}[\d.]+ ms, \d+ rows/);
});

test('says which role sees what', async () => {
  const { stdout } = await explain('/api/articles?populate=author', '--as', 'reader');
  expect(stdout).toContain(`may author.find  ${await positionOf("'find'", 'author: [')}`);
  expect(stdout).toContain('"authors"');
  // The role has the name of a type.
  const { stdout: named } = await explain('/api/articles', '--as', 'homepage');
  expect(named).toContain(`may article.find  ${await positionOf("'find'", 'homepage: {')}`);
  const { stdout: all } = await explain('/api/authors', '--as', 'editor');
  expect(all).toContain(`may author.find  ${await positionOf('editor:')}`);
});

/** What the API answers a visitor. */
const refused: readonly string[] = [
  '/api/authors',
  '/api/articles?filters[secret]=x',
  '/api/articles?filters[nothing]=x',
  '/api/articles?filters[views][$gt]=many',
  '/api/articles?status=draft',
  '/api/articles?status=new',
  '/api/articles?populate[nothing]=true',
  '/api/articles?unknown=1',
  '/api/articles?pagination[page]=1&pagination[start]=1',
  '/api/articles/a00000000000000000000001?fields=secret',
];

test.each(refused)('explains the answer to %s as the API gives it', async (path) => {
  const answer = await fetch(url + path);
  const { error } = (await answer.json()) as { error: { status: number; name: string; message: string } };
  const { code, stdout } = await explain(path, '--json');
  expect(code).toBe(1);
  const { status, name, message } = error;
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, refusal: { status, name, message } });
});

test.each([
  ['a list', '/api/articles?pagination[pageSize]=2'],
  ['a document', '/api/articles/a00000000000000000000007'],
  ['a single type', '/api/homepage'],
])('explains %s', async (_, path) => {
  const { code, stdout } = await explain(path, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, plan: { lines: expect.any(Array) as unknown } });
});

describe('an index that would help', () => {
  /** As a schema file has it. */
  const option = (name: string, index: string) =>
    `"${name}": { …, "pluginOptions": { "content-gen": { "index": ${index} } } }`;

  const advised = async (path: string) => {
    const { code, stdout } = await explain(path, '--json', '--as', 'editor');
    expect(code).toBe(0);
    return (JSON.parse(stdout) as { advice: { reason: string; sql: string; option?: { text: string } }[] }).advice;
  };

  test.each([
    ['a filter', '/api/articles?filters[views]=77', /"views"/, option('views', 'true')],
    ['a sort', '/api/articles?sort=title', /"title", "id"/, option('title', 'true')],
    [
      'text that an attribute contains',
      '/api/articles?filters[title][$contains]=abcde',
      /gin \("title" gin_trgm_ops\)/,
      option('title', '"trigram"'),
    ],
  ])('is named for %s, and is used when it is there', async (_, path, columns, text) => {
    const before = await advised(path);
    expect(before.map((one) => one.sql).join()).toMatch(columns);
    expect(before.map((one) => one.option?.text)).toContain(text);
    for (const one of before) {
      for (const statement of one.sql.replaceAll(' concurrently', '').split(';')) await sql.unsafe(statement);
    }
    await sql`analyze`;
    expect(await advised(path)).toEqual([]);
  });

  test('is not named for a few rows', async () => {
    expect(await advised('/api/authors?filters[name]=A&sort=name')).toEqual([]);
  });
});

test.each([
  [['/api/articles', '--as', 'editr'], 'There is no role "editr" in the config. did you mean "editor"?'],
  [
    ['/api/nothing'],
    'No content type is served at /api/nothing: the paths are /api/articles, /api/authors, /api/homepage, /api/users.',
  ],
  [['/elsewhere'], 'No content type is served at /elsewhere: paths begin with /api/.'],
  [['/api/articles/%E0'], '"/api/articles/%E0" is not a path.'],
  [['POST /api/articles'], 'explain shows how a read is answered, and not a POST. Write GET and a path.'],
  [
    ['GET /api/users/me'],
    'explain does not know /api/users/me. It knows the list of users, and a user by its documentId.',
  ],
])('refuses %j', async (args, message) => {
  const outcome = await explain(...args);
  expect(outcome).toMatchObject({ code: 1, stdout: '' });
  expect(outcome.stderr.trim()).toBe(message);
});

test('says that the database lacks the tables', async () => {
  await sql`create database empty`;
  const other = new URL(database.url);
  other.pathname = '/empty';
  const outcome = await inProcess(project.root, ['explain', '/api/articles'], { DATABASE_URL: other.href });
  expect(outcome.code).toBe(1);
  expect(outcome.stderr).toContain('Run "content-gen migrate apply" or "content-gen serve" first.');
});
