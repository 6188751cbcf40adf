/** The client of a project, in Node and in a real browser, against the real server. */
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { cases } from '../../../runtime/test/harness/suite.js';
import { run } from '../command-line.js';
import { inProcess } from '../in-process.js';
import { createProject, patience } from '../serve/project.js';
import { openBrowser, test as pageTest } from '../studio/browser.js';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

const type = (attributes: string, more = '') =>
  `import { defineContentType } from 'content-gen';\nexport default defineContentType({ ${more} attributes: { ${attributes} } });\n`;

const files = {
  'content-gen.config.ts': `import { defineConfig } from 'content-gen';
export default defineConfig({
  api: { rest: { ${patience} } },
  client: [{ file: 'web/content.ts' }, { file: 'web/visitor.ts', role: 'visitor' }],
  permissions: {
    public: {
      article: ['find', 'findOne'], author: ['find'], homepage: ['find'],
      auth: [
        'register', 'callback', 'refresh', 'forgotPassword', 'resetPassword', 'emailConfirmation',
        'sendEmailConfirmation',
      ],
    },
    visitor: {
      article: { actions: ['find', 'create'], readable: ['title', 'views', 'parts', 'zone'], filterable: ['title'], writable: ['views'] },
      homepage: ['find'],
      user: ['me'],
    },
    authenticated: { auth: ['refresh', 'logout', 'changePassword'], note: ['create', 'find'] },
  },
  users: { rateLimit: false, registration: { fields: ['bio'] } },
});
`,
  'content/article.ts': type(
    `title: { type: 'string' }, views: { type: 'biginteger' }, startsAt: { type: 'datetime' },
     parts: { type: 'component', component: 'shared.part', repeatable: true },
     zone: { type: 'dynamiczone', components: ['shared.part'] },
     author: { type: 'relation', relation: 'manyToOne', target: 'author', inversedBy: 'articles' }`,
    'draftAndPublish: true,',
  ),
  'content/author.ts': type(
    `name: { type: 'string', required: true },
     articles: { type: 'relation', relation: 'oneToMany', target: 'article', mappedBy: 'author' }`,
  ),
  'content/homepage.ts': type(`headline: { type: 'string' }`, `kind: 'singleType',`),
  'content/note.ts': type(`text: { type: 'text' }`),
  'content/plain-item.ts': type(`name: { type: 'string' }, meta: { type: 'json' }`),
  'content/components/shared/part.ts': `import { defineComponent } from 'content-gen';
export default defineComponent({ attributes: { text: { type: 'string' }, at: { type: 'datetime' } } });
`,
  'content/user.ts': type(`bio: { type: 'text' }`),
  'web/scenario.ts': read('scenario.txt'),
  'web/sessions.ts': read('sessions.txt'),
  'web/narrowed.ts': read('narrowed.txt'),
  'web/tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      module: 'NodeNext',
      lib: ['ES2022', 'DOM'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
      noEmit: true,
    },
    include: ['.'],
  }),
};

let served: Awaited<ReturnType<typeof createProject>>;
let url: string;
let token: string;
beforeAll(async () => {
  served = await createProject(files, { database: true });
  const ready = await served.serve(['--no-watch']).event('ready');
  url = `${ready.url}/api`;
  token = ready.token!;
  const body = JSON.stringify({ username: 'ines', email: 'ines@example.org', password: 'correct horse' });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${url}/auth/local/register`, { method: 'POST', headers, body })).status).toBe(200);
});
afterAll(() => served.remove());

async function bundled(format: 'esm' | 'iife'): Promise<string> {
  const contents = `export * from './scenario.ts'; export * from './sessions.ts';`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(served.root, 'web') },
    bundle: true,
    write: false,
    format,
    globalName: 'front',
  });
  return outputFiles[0]!.text;
}

const outcome = {
  made: { title: 'A & b', author: 'Ines' },
  names: ['Ines'],
  total: 1,
  first: null,
  count: 1,
  titles: ['C', 'A & b', 'A & b'],
  home: ['Hello', 'Hello'],
  item: 'kebab',
  refused: 'ForbiddenError',
  wrong: 'Invalid key nope',
  unreachable: [0, 'NetworkError'],
  aborted: 'Error: stopped',
  dropped: 'TypeError: filters[title] is undefined',
  busy: { requests: 5, conditional: 1, notModified: 1, same: true },
  impatient: [503, 1],
  uploaded: ['hello.txt', 1],
  session: ['ValidationError', 'ines', 'mine', undefined, undefined],
  after: 'ForbiddenError',
  gone: 404,
  empty: {
    none: [0, 0, 0],
    below: 0,
    all: [true, true, true],
    every: [true, true],
    keys: [
      ['id', 'documentId', 'author'],
      ['id', 'documentId'],
    ],
    populated: 'Ines',
    refused: [
      'TypeError: filters[$or] is empty',
      'TypeError: filters[$or][0][$and] is empty',
      'TypeError: populate[zone][on] is empty',
    ],
  },
  written: {
    copied: [
      ['Kept', '1970-01-01T00:00:00.000Z', ['a']],
      ['id', 'documentId', 'title'],
    ],
    changed: ['Changed', true, 412, undefined],
    part: [['id', 'documentId', 'text', 'at'], 1],
    meta: {},
  },
  nowhere: { requests: 0, found: Array(15).fill(404), deleted: Array(6).fill('data') },
  waits: { date: [undefined, 2], tooLong: [503, 1], aborted: ['Error: stopped', 1] },
  people: {
    role: ['authenticated', 'authenticated'],
    made: ['tom', 'Hi', 'tom', 1],
    found: ['ines', 'tom'],
    gone: [undefined, 404, null],
    refused: ['ForbiddenError', 'ForbiddenError'],
  },
  callers: [0, 401, 'ines'],
  halted: ['Error: stopped', false],
};

const sessions = {
  made: ['the name', 'string', 'Email or Username are already taken'],
  written: ['one', 'two', 'three'],
  refreshes: 1,
  shared: [true, true, true],
  password: ['The provided current password is invalid', undefined, 'after'],
  mails: ['{"ok":true}', '{"email":"name@example.org","sent":true}', '"Incorrect code provided"', '"Invalid token"'],
  over: [[401, 401], 1, undefined, undefined],
  impatient: ['Error: stopped', undefined],
  lost: [undefined, 2, 'NetworkError', 1],
  limited: [[undefined, 429], { authors: 2, 'plain-items': 1 }],
  late: [429, 1],
  aborted: ['Error: stopped', 1],
  pages: [3, ['page 0', 'page 1', 'page 2', 'page 3', 'page 4'], ['ForbiddenError']],
  files: [['listed.txt'], 'listed.txt', 0],
  noFile: [404, 404],
  custom: {
    sent: [
      'GET https://a.example.org/api/feed?tags%5B0%5D=a',
      'GET https://a.example.org/other',
      'GET https://a.example.org/evil.example.org/x',
      'GET https://a.example.org/evil.example.org/x',
      'GET https://a.example.org/api/https://evil.example.org/x',
      'POST https://a.example.org/api/feed',
      'PATCH https://a.example.org/api/feed',
      'GET https://a.example.org/api/notes/a%20b',
      'GET https://a.example.org/api/feed?limit=5',
      'GET https://a.example.org/api/feed',
      'POST https://a.example.org/api/feed',
      'POST https://a.example.org/api/notes/a%2Fb/sent',
      'PUT https://a.example.org/plain',
    ],
    bodies: ['plain', 'plain', 'plain', 'plain', 'plain', { a: 1 }, [], 'plain'],
    real: [true, 404],
  },
};

// Front ends have compilers of their own: the types of browsers differ between TypeScript 5.9 and 7.
const compilers = [
  ['7', import.meta.url],
  ['5.9', new URL('../client-generators/package.json', import.meta.url)],
] as const;

test.each(cases(compilers, 1))(
  'compiles with everything that a front end does, with TypeScript %s',
  async (_, from) => {
    const tsc = join(dirname(createRequire(from).resolve('typescript/package.json')), 'bin/tsc');
    const compiled = await run(process.execPath, [tsc, '-p', join(served.root, 'web')], served.root);
    expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' });
  },
);

test('works in Node', async () => {
  const path = join(served.root, 'web/bundle.mjs');
  await writeFile(path, await bundled('esm'));
  type Scenario = (url: string, token: string) => Promise<unknown>;
  const module = (await import(pathToFileURL(path).href)) as { scenario: Scenario; sessions: Scenario };
  expect(await module.scenario(url, token)).toEqual({ ...outcome, hasProgress: false, unpublished: undefined });
  expect(await module.sessions(url, token)).toEqual(sessions);
});

pageTest('works in Chromium', async () => {
  const browser = await openBrowser();
  try {
    const page = await (await browser.newContext()).newPage();
    await page.addScriptTag({ content: await bundled('iife') });
    const shown = await page.evaluate(`front.scenario(${JSON.stringify(url)}, ${JSON.stringify(token)})`);
    expect(shown).toEqual({
      ...outcome,
      hasProgress: true,
      total: expect.any(Number),
      count: expect.any(Number),
    });
    expect(await page.evaluate(`front.sessions(${JSON.stringify(url)}, ${JSON.stringify(token)})`)).toEqual(sessions);
  } finally {
    await browser.close();
  }
});

test('has no imports, and its core has at most 4 kB when it is minified and compressed', async () => {
  const path = join(served.root, 'web/content.ts');
  expect(await readFile(path, 'utf8')).not.toMatch(/^import /m);
  const contents = `import { createClient } from './content.ts'; globalThis.open = createClient;`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: dirname(path) },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
  });
  const [core] = outputFiles;
  expect(gzipSync(core!.contents).length).toBeLessThan(4_096);
  // Sessions, passwords, uploads and pages are only in the bundles that import them.
  expect(core!.text).not.toMatch(/XMLHttpRequest|auth\/|upload\/files|\.after\b/);
});

test('is up to date or not like the other generated files, and is never written over a file of the user', async () => {
  const check = () => inProcess(served.root, ['generate', '--check']);
  expect(await check()).toMatchObject({ code: 0 });
  await served.write('elsewhere/mine.ts', 'export const mine = 1;\n');
  const refused = await inProcess(served.root, ['generate', '--client', 'elsewhere/mine.ts']);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('CG401') });
  expect(await readFile(join(served.root, 'elsewhere/mine.ts'), 'utf8')).toBe('export const mine = 1;\n');
  expect(await inProcess(served.root, ['generate', '--client', 'elsewhere/content.ts'])).toMatchObject({ code: 0 });
  const old = (await readFile(join(served.root, 'elsewhere/content.ts'), 'utf8')).replace(
    'views: t.BigInt',
    'views: t.Text',
  );
  await served.write('elsewhere/content.ts', old);
  const stale = await inProcess(served.root, ['generate', '--check', '--client', 'elsewhere/content.ts']);
  expect(stale).toMatchObject({ code: 2, stdout: expect.stringContaining('+  views: t.BigInt;') });
  expect(await inProcess(served.root, ['generate', '--client', 'elsewhere'])).toMatchObject({ code: 64 });
});

test('a client for one role has only what the role reaches', async () => {
  const visitor = await readFile(join(served.root, 'web/visitor.ts'), 'utf8');
  expect(visitor).not.toMatch(/AuthorType|NoteType|startsAt/);
  const wrong = await inProcess(served.root, ['generate', '--client', 'elsewhere/role.ts', '--role', 'visiter']);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('did you mean "visitor"?') });
  const alone = await inProcess(served.root, ['generate', '--role', 'visitor']);
  expect(alone).toMatchObject({ code: 1, stderr: expect.stringContaining('--role narrows a client') });
  const written = ['generate', '--client', 'elsewhere/role.ts', '--role', 'visitor'];
  expect(await inProcess(served.root, written)).toMatchObject({ code: 0 });
  expect(await readFile(join(served.root, 'elsewhere/role.ts'), 'utf8')).toBe(visitor);
});

test('one field adds one line', async () => {
  const path = join(fileURLToPath(pathToFileURL(served.root)), 'elsewhere/fields.ts');
  await inProcess(served.root, ['generate', '--client', 'elsewhere/fields.ts']);
  const before = (await readFile(path, 'utf8')).split('\n');
  await served.write('content/note.ts', type(`text: { type: 'text' }, mood: { type: 'string' }`));
  await inProcess(served.root, ['generate', '--client', 'elsewhere/fields.ts']);
  const after = (await readFile(path, 'utf8')).split('\n');
  expect(after.filter((line) => !before.includes(line))).toEqual(['  mood: t.Text;']);
  expect(after.length - before.length).toBe(1);
});
