/** Checks the documentation: samples compile, scripts exist, and links have a target. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, test } from 'vitest';

import { runtimeReference, uncommented } from '../../../fixtures/runtime-reference.mjs';
import { codes } from '../src/diagnostics/codes.js';
import { type Outcome, project, run, writeFiles } from './command-line.js';
import { blocksOf, commandedPages, compiledPages, filesOf, followedPages, requestedPages } from './docs-page.js';
import { inProcess } from './in-process.js';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));
const docs = readdirSync(join(workspace, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((name) => `docs/${name.split(sep).join('/')}`)
  .sort();
const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...docs]
  .filter((name) => name.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(join(workspace, path), 'utf8') }));

const textOf = (path: string) => pages.find((page) => page.path === path)!.text;

const commands = pages.flatMap(({ path }) =>
  blocksOf(path)
    .filter(({ info }) => info === 'sh')
    .flatMap(({ code }) => code.trim().split('\n'))
    .map((command) => ({ path, command })),
);

describe('the files of pages', () => {
  /** A folder per page in one project of the compiler, which reads the types of the packages once for all of them. */
  let root: string;
  let compiled: Outcome;
  const folderOf = (path: string) => join(root, path.replaceAll(/\W/g, '-'));

  beforeAll(async () => {
    root = project({
      'package.json': '{ "type": "module" }',
      'tsconfig.json': {
        extends: join(workspace, 'tsconfig.base.json'),
        compilerOptions: { noEmit: true, types: ['node'], lib: ['ES2023', 'DOM'] },
        include: ['.'],
      },
    });
    await symlink(join(workspace, 'fixtures', 'node_modules'), join(root, 'node_modules'));
    for (const [path, others] of Object.entries(compiledPages)) {
      const files = { ...Object.assign({}, ...others.map(filesOf)), ...filesOf(path) };
      writeFiles(folderOf(path), { ...files, 'package.json': '{ "type": "module" }' });
      expect(await inProcess(folderOf(path), ['generate']), path).toMatchObject({ code: 0, stderr: '' });
    }
    const tsc = join(workspace, 'node_modules', 'typescript', 'bin', 'tsc');
    compiled = await run(process.execPath, [tsc, '-p', root, '--pretty', 'false'], root);
  }, 600_000);

  test('compile', () => expect(compiled).toMatchObject({ code: 0, stdout: '' }));

  test.each(Object.keys(compiledPages))('%s is a project that generates and compiles', async (path) => {
    const folder = relative(root, folderOf(path));
    expect(compiled.stdout.split('\n').filter((line) => line.startsWith(`${folder}/`))).toEqual([]);
    for (const other of Object.keys(filesOf(path)).filter((name) => /^\w+\.config\.ts$/.test(name)))
      expect(await inProcess(folderOf(path), ['check', '--config', other])).toMatchObject({ code: 0, stderr: '' });
  });
});

test('docs/permissions.md shows the generated surface.lock.json', async () => {
  const root = await project({
    ...filesOf('README.md'),
    ...filesOf('docs/users.md'),
    ...filesOf('docs/permissions.md'),
  });
  await symlink(join(workspace, 'fixtures', 'node_modules'), join(root, 'node_modules'));
  expect(await inProcess(root, ['generate', '--config', 'roles.config.ts'])).toMatchObject({ code: 0, stderr: '' });
  const path = 'src/content/surface.lock.json';
  const { code } = blocksOf('docs/permissions.md').find(({ info }) => info === `json ${path}`)!;
  expect(JSON.parse(readFileSync(join(root, path), 'utf8'))).toMatchObject(JSON.parse(code) as object);
});

/** The number of blocks that have a test of their own. The block without a language is a drawing. */
const singled: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'docs/architecture.md': { mermaid: 1 },
  'docs/architecture/generating.md': { '': 1 },
  'docs/architecture/reading.md': { '': 1 },
  'docs/architecture/rooms.md': { '': 1 },
  'docs/architecture/writing.md': { '': 1 },
  // packages/runtime/test/backup follows it.
  'docs/backup.md': { sh: 5 },
  // packages/runtime/test/write/bulk.test.ts reads such lines.
  'docs/bulk.md': { text: 1 },
  'docs/commands.md': { json: 1 },
  'docs/compare.md': { sh: 3, 'text requests.txt': 1 },
  // packages/runtime/test/harness/haproxy.ts runs the first, packages/runtime/test/http/health.test.ts reads the second.
  'docs/deployment.md': { haproxy: 1, json: 1, dockerfile: 1 },
  // packages/cli/test/diff/docs.test.ts runs the commands and reads the table.
  'docs/diff.md': {
    sh: 1,
    text: 1,
    'text requests.txt': 1,
    'ts content-gen.config.ts': 1,
    'yaml .github/workflows/content.yml': 1,
    'yaml .gitlab-ci.yml': 1,
  },
  'docs/errors.md': { '': 1 },
  // events.test.ts runs such commands in a project with a log.
  'docs/events.md': { sh: 1 },
  'docs/import-and-export.md': { json: 1 },
  'docs/migrations.md': { 'ts content/article.ts': 2, sql: 1 },
  'docs/moving-from-strapi.md': { sh: 3 },
  // packages/cli/test/migrate/renaming.deep.test.ts follows it, and removed-fields.test.ts beside it.
  'docs/renaming.md': {
    'sql migrations/20300101T120000_copy-names.sql': 1,
    'sql migrations/20300102T120000_move-keywords.sql': 1,
  },
  // task.test.ts of the runtime compares the drawing with the code.
  'docs/connections.md': { mermaid: 1 },
  'docs/openapi.md': { 'text .prettierignore': 1 },
  'docs/permissions.md': { 'json src/content/surface.lock.json': 1 },
  // packages/cli/test/docs-requests.test.ts runs the seed.
  'docs/serve.md': { 'json seed.json': 1 },
  // packages/cli/test/user.test.ts runs the command that makes an editor.
  'docs/studio.md': { '': 1, sh: 1 },
};
/** readme.deep.test.ts runs these commands, or contributors do. */
const workspaceCommand = /^(npm (start|test|run \w+)|npx vitest .*|curl '[^']+')$/;

test.each(pages)('every code block of $path is run or compiled', ({ path }) => {
  const isFollowed = followedPages.includes(path);
  const hasRequests = isFollowed || requestedPages.includes(path);
  const blocks = blocksOf(path);
  const unproven = blocks.filter(({ info, code }, index) => {
    const count = blocks.slice(0, index + 1).filter((block) => block.info === info).length;
    if (count <= (singled[path]?.[info] ?? 0)) return false;
    if (info.startsWith('ts ')) return !(isFollowed || path in compiledPages);
    if (info === 'http') return !hasRequests;
    if (info === 'json') return !(hasRequests && blocks[index - 1]?.info === 'http');
    if (info !== 'sh') return true;
    const isWorkspace =
      !path.startsWith('docs/') &&
      code
        .trim()
        .split('\n')
        .every((line) => workspaceCommand.test(line));
    return !(isFollowed || isWorkspace || commandedPages.includes(path));
  });
  expect(unproven).toEqual([]);
});

test('docs/deployment.md matches the project of init', async () => {
  const root = await project();
  await inProcess(root, ['init', '--yes']);
  expect(filesOf('docs/deployment.md')['src/server.ts']).toBe(readFileSync(join(root, 'src/server.ts'), 'utf8'));

  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const { code } = blocksOf('docs/deployment.md').find(({ info }) => info === 'dockerfile')!;
  expect(JSON.parse(/^CMD (.*)$/m.exec(code)![1]!)).toEqual(scripts.start.split(' '));
  const used = [...code.matchAll(/npm run (\w+)/g)].map(([, script]) => script);
  expect(used).toEqual(['build']);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(used));
  const [probe, ...rest] = JSON.parse(/^HEALTHCHECK CMD (.*)$/m.exec(code)![1]!) as string[];
  expect(probe).toBe('node');
  // No server listens on the port, so the check must fail as a program and not with a syntax error.
  const outcome = await run(
    process.execPath,
    rest.map((part) => part.replace('1337', '9')),
    root,
  );
  expect(outcome.stderr).toMatch(/fetch failed|bad port/);
});

test('every mentioned npm script exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8')) as { scripts: object };
  const mentioned = commands.flatMap(({ command }) => /^npm (?:run )?([\w:-]+)/.exec(command)?.[1] ?? []);
  expect(mentioned.length).toBeGreaterThan(5);
  expect([...Object.keys(scripts), 'install']).toEqual(expect.arrayContaining(mentioned));
});

test.each([
  'init',
  'generate',
  'check',
  'serve',
  'token create',
  'compare',
  'explain',
  'doctor',
  'import',
  'export',
  'move',
  'migrate plan',
  'migrate create',
  'migrate apply',
  'migrate status',
])('docs/commands.md names every option of %s', async (name) => {
  const [heading = '', ...rest] = name.split(' ');
  const { stdout } = await inProcess(workspace, [heading, ...rest, '--help']);
  const section = new RegExp(`^## ${heading}$([\\s\\S]*?)^## `, 'm').exec(textOf('docs/commands.md'))![1]!;
  const options = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, option]) => option!);
  expect(options).toContain('--help');
  for (const option of options.filter((each) => each !== '--help')) expect(section).toContain(option);
});

test.each(pages)('every link of $path has a target', ({ path, text }) => {
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!).filter((link) => !link.includes('://'));
  for (const link of links) {
    const [file, heading] = link.split('#') as [string, string?];
    const target = file === '' ? path : posix.join(dirname(path), file);
    expect({ link, exists: existsSync(join(workspace, target)) }).toEqual({ link, exists: true });
    if (heading !== undefined) expect(anchorsOf(target), link).toContain(heading);
  }
});

/** The headings of a page, as GitHub names them in links. */
function anchorsOf(path: string): readonly string[] {
  const headings = textOf(path).matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('README.md links to every page, and docs/architecture.md to every page below it', () => {
  const below = 'docs/architecture/';
  const linksOf = (path: string) =>
    [...textOf(path).matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => posix.join(dirname(path), link!));
  const links = linksOf('README.md');
  const linkedBelow = linksOf('docs/architecture.md');
  const unlinked = pages
    .map(({ path }) => path)
    .filter((path) => path !== 'README.md' && !(path.startsWith(below) ? linkedBelow : links).includes(path));
  expect(unlinked).toEqual([]);
});

test('docs/runtime.md has the exports of the runtime, and all of those for users have a comment', () => {
  expect(uncommented()).toEqual([]);
  expect(textOf('docs/runtime.md'), 'run: npm run fixtures').toBe(runtimeReference());
});

test('docs/architecture/rooms.md has a row for each room', () => {
  const foldersOf = (name: string) =>
    readdirSync(join(workspace, 'packages', name, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
  const rows = [...textOf('docs/architecture/rooms.md').matchAll(/^\| `(\w+)\/`/gm)].map(([, room]) => room!);
  expect(rows.length).toBeGreaterThan(40);
  const rooms = new Set(['cli', 'runtime', 'studio'].flatMap(foldersOf));
  expect([...rooms].filter((room) => !rows.includes(room))).toEqual([]);
  const withSources = readdirSync(join(workspace, 'packages')).filter((name) =>
    existsSync(join(workspace, 'packages', name, 'src')),
  );
  const all = new Set(withSources.flatMap(foldersOf));
  expect(rows.filter((room) => !all.has(room))).toEqual([]);
});

const MAX_COLUMNS = 100;

test.each(pages)('the lines of $path have at most 100 columns', ({ text }) => {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '').split('\n');
  const isTable = (line: string) => line.startsWith('|');
  const isLink = (line: string) => /^(- )?\[[^\]]*\](\(\S+\)\S*$|: )/.test(line.trim());
  expect(prose.filter((line) => [...line].length > MAX_COLUMNS && !isTable(line) && !isLink(line))).toEqual([]);
});

const mistake = {
  'content/tag.ts': `import { defineContentType } from 'content-gen';

export default defineContentType({
  attributes: {
    name: { type: 'strng' },
  },
});
`,
};

test('the JSON of docs/commands.md equals the output of check', async () => {
  const sample = blocksOf('docs/commands.md').find(({ info }) => info === 'json')!;
  const { stdout } = await inProcess(await project(mistake), ['check', '--json']);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(sample.code));
});

test('docs/errors.md lists every code', async () => {
  const { stderr } = await inProcess(await project(mistake), ['check']);
  const page = `# Errors

content-gen reports all errors of a step at once: first those of files that it cannot read, then
those of definitions, then those of the configuration that need the definitions. Each error has a
position, a code, a message and often a hint. \`--json\` adds the path of the key:

\`\`\`
${stderr.split('\n\n')[0]}
\`\`\`

| codes | subject           |
| ----- | ----------------- |
| CG1xx | the configuration |
| CG2xx | definitions       |
| CG3xx | relations         |
| CG4xx | the output        |
| CG5xx | warnings          |

A warning changes neither the result nor the exit code. Most warnings are about schema files of
Strapi: everything that Strapi tolerates in them. TypeScript definitions are checked strictly.

${Object.entries(codes)
  .map(([code, sentence]) => wrapped(`- **${code}** ${sentence}`))
  .join('\n')}
`;
  await expect(page).toMatchFileSnapshot(join(workspace, 'docs', 'errors.md'));
});

/** An item of a list, in lines of at most 100 columns. */
function wrapped(item: string): string {
  const lines = [''];
  for (const word of item.split(' ')) {
    const line = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
    if ([...line].length <= MAX_COLUMNS) lines[lines.length - 1] = line;
    else lines.push(`  ${word}`);
  }
  return lines.join('\n');
}

test('docs/commands.md lists the events of serve with their keys and states', () => {
  const source = readFileSync(join(workspace, 'packages/cli/src/terminal/serve-event.ts'), 'utf8');
  const [union = ''] = source.slice(source.indexOf('export type ServeEvent')).split('export interface');
  const [, ...events] = union.split(/event: '/);
  expect(events.length).toBeGreaterThan(10);
  const table = textOf('docs/commands.md').split('| event ')[1]!;
  const missing = events.flatMap((declared) => {
    const name = /^\w+/.exec(declared)![0];
    const row = table.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
    const keys = [...declared.matchAll(/readonly (\w+)\??:/g)].map(([, key]) => key!);
    const states = [...(/state: (.*);/.exec(declared)?.[1]?.matchAll(/\w+/g) ?? [])].map(([state]) => state);
    return [name, ...keys, ...states].filter((word) => word !== 'event' && !row.includes(`\`${word}\``));
  });
  expect(missing).toEqual([]);
});
