/** content-gen diff: two states of a project in a real git repository, and in folders. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, test } from 'vitest';

import { inProcess } from '../in-process.js';
import { project } from '../command-line.js';
import { writeFiles } from '../temporary-project.js';
import { type Repository, repository } from './repository.js';

const article = (attributes: string) => `import { defineContentType } from 'content-gen';
import { shared } from './shared/fields.js';

export default defineContentType({
  attributes: {
    title: { type: 'string', maxLength: 120 },
    ...shared,
${attributes}
  },
});
`;
const config = (permissions: object, more = '') => `import { defineConfig } from 'content-gen';
import { origins } from '../../shared/origins.ts';

export default defineConfig({
  api: { cors: { origins } },
  permissions: ${JSON.stringify(permissions)},
  ${more}
});
`;

/** A project that imports a file of its own and a file elsewhere in the repository. */
const before = {
  'content-gen.config.ts': config({ public: { article: ['find', 'findOne'] } }),
  'content/article.ts': article(`    subtitle: { type: 'string' },`),
  'content/shared/fields.ts': `export const shared = { mood: { type: 'enumeration', enum: ['calm', 'sad'] } } as const;\n`,
  '../../shared/origins.ts': `export const origins = ['https://a.test'];\n`,
};
const after = {
  'content-gen.config.ts': config({ public: { article: { actions: ['find'], where: { mood: 'calm' } } } }),
  'content/article.ts': article(`    summary: { type: 'text' },`),
  'content/shared/fields.ts': `export const shared = { mood: { type: 'enumeration', enum: ['calm'] } } as const;\n`,
};

interface Answer {
  readonly ok: boolean;
  readonly against: string;
  readonly message?: string;
  readonly changes: readonly {
    readonly code: string;
    readonly subject: string;
    readonly file: string;
    readonly line: number;
    readonly isOld: boolean;
    readonly requests: readonly string[];
    readonly recorded: readonly string[];
    readonly allowed?: object;
  }[];
  readonly expired: readonly object[];
  readonly unused: readonly object[];
}

async function diff(root: string, ...args: readonly string[]) {
  const { code, stdout, stderr } = await inProcess(root, ['diff', '--json', ...args]);
  return { code, stderr, answer: JSON.parse(stdout) as Answer };
}

let repo: Repository;
beforeAll(() => {
  repo = repository(before);
  writeFiles(repo.root, after);
});

describe('a git ref', () => {
  test('has the changes of definitions, shared files, rights and tables, with their places and requests', async () => {
    const { code, answer } = await diff(repo.root, '--against', 'main');
    expect(code).toBe(1);
    expect(answer.against).toMatch(/^main \([0-9a-f]{9}\)$/);
    const lines = answer.changes.map(
      ({ code, subject, file, line, isOld }) => `${code} ${subject} ${file}:${line} ${isOld}`,
    );
    expect(lines).toEqual([
      'attribute-removed article.subtitle content/article.ts:8 true',
      'enum-value-removed article.mood content/shared/fields.ts:1 false',
      'action-removed permissions.public.article content-gen.config.ts:6 false',
      'database-loses-data database.articles content/article.ts:4 false',
      'row-rule-changed permissions.public.article.where content-gen.config.ts:6 false',
      'attribute-added article.summary content/article.ts:8 false',
      'database-changes database.articles content/article.ts:4 false',
      'database-changes database.articles content/article.ts:4 false',
    ]);
    const [removed, , action] = answer.changes;
    expect(removed!.requests).toEqual([
      'GET /api/articles',
      'GET /api/articles/:documentId',
      'POST /api/articles',
      'PUT /api/articles/:documentId',
    ]);
    expect(action!.requests).toEqual(['GET /api/articles/:documentId']);
  });

  test('leaves the index, the files and no folder behind', async () => {
    const status = repo.git('status', '--porcelain');
    await diff(repo.root, '--against', 'main');
    expect(repo.git('status', '--porcelain')).toBe(status);
    expect(readdirSync(join(repo.root, '.content-gen')).filter((name) => name.startsWith('diff-'))).toEqual([]);
  });

  test('without a change is one sentence and 0', async () => {
    const same = repository(before);
    const { code, stdout } = await inProcess(same.root, ['diff', '--against', 'HEAD']);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Clients, roles and the database notice no change since HEAD \(.{9}\)\.\n$/),
    });
  });

  test('is compared from the merge base, if that is asked for', async () => {
    const branched = repository(before);
    branched.git('checkout', '--quiet', '-b', 'feature');
    branched.commit('a change', {
      'content/article.ts': article(`    subtitle: { type: 'string' }, more: { type: 'text' },`),
    });
    branched.git('checkout', '--quiet', 'main');
    branched.commit('a new type', { 'content/tag.json': { attributes: { name: { type: 'string' } } } });
    branched.git('checkout', '--quiet', 'feature');
    const behind = await diff(branched.root, '--against', 'main');
    expect(behind.answer.changes.map(({ code }) => code)).toContain('type-removed');
    const own = await diff(branched.root, '--against', 'main', '--merge-base');
    expect(own.answer.against).toMatch(/^the merge base with main /);
    expect(own.answer.changes.map(({ code }) => code)).toEqual(['attribute-added', 'database-changes']);
  });
});

describe('a state that cannot be compared', () => {
  const sentences: readonly (readonly [string, readonly string[], string])[] = [
    ['a ref that does not exist', ['nowhere'], 'git does not know nowhere. Run "git fetch origin"'],
    ['an option of git', ['--output=x'], 'git does not know --output=x.'],
    ['a folder that does not exist', ['./old'], 'The folder ./old does not exist.'],
    ['the project itself', ['.'], '. is the project itself.'],
    ['an address', ['https://example.org'], 'https://example.org is an address'],
    ['the merge base with a folder', ['./content', '--merge-base'], '--merge-base needs a git ref'],
  ];

  test.each(sentences)('%s is one sentence and an exit code of its own', async (_, args, sentence) => {
    const [against = '', ...more] = args;
    const { code, answer } = await diff(repo.root, `--against=${against}`, ...more);
    expect({ code, ok: answer.ok }).toEqual({ code: 2, ok: false });
    expect(answer.message).toContain(sentence);
    expect(answer.changes).toBeUndefined();
  });

  test('a shallow clone says how to fetch more', async () => {
    const deep = repository(before);
    deep.commit('another state', { 'content/article.ts': article('') });
    const first = deep.git('rev-list', '--max-parents=0', 'HEAD').trim();
    const top = project();
    const root = join(top, 'clone', 'apps', 'api');
    deep.git('clone', '--quiet', '--depth=1', `file://${deep.top}`, join(top, 'clone'));
    const { code, answer } = await diff(root, '--against', first);
    expect(code).toBe(2);
    expect(answer.message).toContain('because the clone is shallow');
    expect(answer.message).toContain('fetch-depth: 0');
  });

  test('a folder in no repository says to name a folder', async () => {
    const root = project({ 'content/tag.json': { attributes: { name: { type: 'string' } } } });
    const { code, answer } = await diff(root, '--against', 'main');
    expect({ code, message: answer.message }).toMatchObject({
      code: 2,
      message: expect.stringContaining('This folder is in no git repository'),
    });
  });

  test('without git, a ref says to install it', async () => {
    const outcome = await inProcess(repo.root, ['diff', '--against', 'main', '--json'], { PATH: '' });
    expect(outcome).toMatchObject({ code: 2, stdout: expect.stringContaining('The program git is not installed') });
  });

  test('a former state with an error names the error and its place', async () => {
    const broken = repository({ ...before, 'content/tag.json': { attributes: { name: { type: 'strng' } } } });
    writeFiles(broken.root, { 'content/tag.json': { attributes: { name: { type: 'string' } } } });
    const { code, answer } = await diff(broken.root, '--against', 'main');
    expect(code).toBe(2);
    expect(answer.message).toMatch(/cannot read main \(.{9}\): content\/tag\.json:\d+ CG2\d\d .*content-gen check/);
  });

  test('a former snapshot of another version names its file', async () => {
    const newer = repository({
      ...before,
      'migrations/20300101T000000_init.sql': 'SELECT 1;\n',
      'migrations/20300101T000000_init.snapshot': '{"version":99}',
    });
    rmSync(join(newer.root, 'migrations'), { recursive: true });
    const { code, answer } = await diff(newer.root, '--against', 'main');
    expect(code).toBe(2);
    expect(answer.message).toMatch(
      /^main \(.{9}\) cannot be read: .*cannot read the snapshot 20300101T000000_init\.snapshot/,
    );
  });

  test('a project that is new has nothing to compare with', async () => {
    const empty = repository({ 'README.md': 'soon' });
    writeFiles(empty.root, before);
    const { code, answer } = await diff(empty.root, '--against', 'main');
    expect(code).toBe(2);
    expect(answer.message).toContain('has no content types at this place');
  });

  test('definitions of today with an error are reported as check reports them', async () => {
    const broken = repository(before);
    writeFiles(broken.root, { 'content/tag.json': { attributes: { name: { type: 'strng' } } } });
    const outcome = await inProcess(broken.root, ['diff', '--against', 'main']);
    expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('content/tag.json') });
  });
});

describe('a folder', () => {
  test('is another state of the project', async () => {
    const top = project({
      'old/content/tag.json': { attributes: { name: { type: 'string' } } },
      'new/content/tag.json': { attributes: { name: { type: 'string', required: true } } },
    });
    const { answer } = await diff(join(top, 'new'), '--against', '../old');
    expect(answer.changes[0]).toMatchObject({ code: 'attribute-required', file: 'content/tag.json' });
    expect(existsSync(join(top, 'new', '.content-gen', 'diff'))).toBe(false);
  });
});

test('recorded requests mark the changes that they meet', async () => {
  const file = join(project(), 'requests.jsonl');
  const requests = ['/api/articles?fields=title', '/api/articles/abc?populate=*', '/api/tags'].map((path) => ({
    path,
  }));
  writeFileSync(
    file,
    [...requests, { method: 'POST', path: '/api/articles' }].map((each) => JSON.stringify(each)).join('\n'),
  );
  const { answer } = await diff(repo.root, '--against', 'main', '--requests', file);
  const met = (code: string) => answer.changes.find((change) => change.code === code)!.recorded;
  expect(met('attribute-removed')).toEqual(['GET /api/articles/abc?populate=*', 'POST /api/articles']);
  expect(met('action-removed')).toEqual(['GET /api/articles/abc?populate=*']);
  expect(met('row-rule-changed')).toHaveLength(3);
});

describe('diff.allow', () => {
  const allow = (entries: readonly object[]) =>
    config({ public: { article: ['find'] } }, `diff: { allow: ${JSON.stringify(entries)} },`);
  const agreed = (change: string, at: string, until = '2999-12-31') => ({
    change,
    at,
    reason: 'agreed with the shop',
    until,
  });

  async function allowing(...entries: readonly object[]) {
    const own = repository(before);
    writeFiles(own.root, { ...before, 'content-gen.config.ts': allow(entries) });
    return diff(own.root, '--against', 'main');
  }

  test('accepts a breaking change by its name, or by a pattern', async () => {
    const { code, answer } = await allowing(agreed('action-removed', 'permissions.*.article'));
    expect(code).toBe(0);
    expect(answer.changes[0]).toMatchObject({ code: 'action-removed', allowed: { reason: 'agreed with the shop' } });
    expect(answer).toMatchObject({ expired: [], unused: [] });
  });

  test('names an entry that matches nothing, and an expired one, which accepts nothing', async () => {
    const { code, answer } = await allowing(
      agreed('action-removed', 'permissions.public.article', '2020-01-31'),
      agreed('attribute-removed', 'article.*'),
    );
    expect(code).toBe(1);
    expect(answer).toMatchObject({
      expired: [{ change: 'action-removed' }],
      unused: [{ change: 'attribute-removed' }],
    });
  });

  test('needs a reason and a date', async () => {
    const { code, answer } = await allowing({ change: 'action-removed', at: '*', until: 'soon' });
    expect({ code, ok: answer.ok }).toEqual({ code: 2, ok: false });
  });
});

describe('migrations', () => {
  test('that are new are listed with their effect, and what no migration has is breaking', async () => {
    const own = repository(before);
    expect(await inProcess(own.root, ['migrate', 'create', 'init'])).toMatchObject({ code: 0 });
    own.commit('migrations', {});
    writeFiles(own.root, { 'content/article.ts': article('') });
    const missing = await diff(own.root, '--against', 'main');
    expect(missing.answer.changes.map(({ code }) => code)).toEqual([
      'attribute-removed',
      'migration-missing',
      'database-loses-data',
    ]);

    expect(await inProcess(own.root, ['migrate', 'create', 'drop'])).toMatchObject({ code: 0 });
    const written = await diff(own.root, '--against', 'main');
    expect(written.answer.changes.map(({ code }) => code)).toEqual(['attribute-removed', 'database-loses-data']);
    expect(written.answer.changes[1]!.file).toMatch(/^migrations\/\d{8}T\d{6}_drop\.sql$/);

    own.commit('a second migration', {});
    const [, second = ''] = readdirSync(join(own.root, 'migrations'))
      .filter((name) => name.endsWith('.sql'))
      .sort();
    writeFileSync(join(own.root, 'migrations', second), 'SELECT 1;\n');
    const edited = await diff(own.root, '--against', 'main');
    expect(edited.answer.changes).toMatchObject([{ code: 'migration-changed', file: `migrations/${second}` }]);
  });
});

test('the comment has a mark, escapes what the branch wrote, and folds what is safe', async () => {
  const own = repository(before);
  writeFiles(own.root, {
    'content/article.ts': article(
      `    subtitle: { type: 'string', regex: '@all <img src=x> [a](b) |' }, more: { type: 'text' },`,
    ),
  });
  const { code, stdout } = await inProcess(own.root, ['diff', '--against', 'main', '--markdown']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^<!-- content-gen diff -->\n### This change breaks/);
  expect(stdout).toContain('**rule-stricter** `content/article.ts:8`');
  expect(stdout).toContain('<summary>Safe (3)</summary>');
  expect(stdout).not.toMatch(/@all|<img|\[a\]/);
});

test('the terminal shows place, kind, advice and requests of each change', async () => {
  const { code, stdout } = await inProcess(repo.root, ['diff', '--against', 'main']);
  expect(code).toBe(1);
  expect(stdout).toContain('breaking   content/article.ts:8:5 (before)  attribute-removed  article.subtitle is gone');
  expect(stdout).toContain('set renamedFrom');
  expect(stdout).toContain('GET /api/articles, GET /api/articles/:documentId');
  expect(stdout).toMatch(/Compared with main \(.{9}\): 4 breaking, 1 dangerous, 3 safe\.\n$/);
});
