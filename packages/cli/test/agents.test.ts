/** `AGENTS.md`, which `init` and `move` write on request, and the pages that it names. */
import { existsSync, lstatSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join, posix } from 'node:path';

import { beforeAll, describe, expect, test } from 'vitest';

import { npm, project, run } from './command-line.js';
import { inProcess } from './in-process.js';
import { bareStrapiProject } from './moving/strapi.js';
import { workspace } from './temporary-project.js';

const agentsOf = (root: string): string => readFileSync(join(root, 'AGENTS.md'), 'utf8');

/** The text between backticks. */
const codeIn = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

function sectionOf(text: string, heading: string): string {
  return new RegExp(`^## ${heading}\n([\\s\\S]*?)(^## |$(?![\\s\\S]))`, 'm').exec(text)![1]!;
}

describe('the package', () => {
  /** A folder as npm packs it, because two tests cannot pack the same one. */
  let folder: string;
  let packed: readonly string[];
  const texts = (task: string) => run(process.execPath, [join(workspace, '.ci/package-texts.mjs'), task], folder);

  beforeAll(async () => {
    const manifest = JSON.parse(readFileSync(join(workspace, 'packages/cli/package.json'), 'utf8')) as object;
    folder = project({ 'package.json': manifest });
    expect(await texts('write')).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await npm(folder, 'pack', '--dry-run', '--json', '--silent', '--ignore-scripts');
    const [{ files }] = JSON.parse(stdout) as [{ readonly files: readonly { readonly path: string }[] }];
    packed = files.map(({ path }) => path);
  });

  test('has each page that AGENTS.md names, and AGENTS.md names each page for users', async () => {
    const root = project();
    expect(await inProcess(root, ['init', '--agents'])).toMatchObject({ code: 0, stderr: '' });
    const named = [...agentsOf(root).matchAll(/node_modules\/content-gen\/([^`\s]+)/g)].map(([, path]) => path!);
    expect(named.filter((path) => !packed.includes(path))).toEqual([]);
    // These two are for people who change content-gen.
    const others = ['docs/architecture.md', 'docs/connections.md'];
    const pages = packed.filter((path) => path.startsWith('docs/') && !others.includes(path));
    expect(pages.filter((path) => !named.includes(path))).toEqual([]);
  });

  test('has no link to a file that it lacks', () => {
    const pages = packed.filter((path) => path.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(30);
    const broken = pages.flatMap((page) =>
      [...readFileSync(join(folder, page), 'utf8').matchAll(/(?:\]\(|^\[[^\]]+\]: )([^)\s#]+)/gm)]
        .map(([, target]) => target!)
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => !packed.includes(posix.join(posix.dirname(page), target)))
        .map((target) => `${page} → ${target}`),
    );
    expect(broken).toEqual([]);
    expect(readFileSync(join(folder, 'docs/security.md'), 'utf8')).toMatch(
      /\]\(https:\/\/github\.com\/content-gen\/content-gen\/blob\/v[^/]+\/SECURITY\.md\)/,
    );
  });

  // The last test, because it removes the pages.
  test('leaves no page in its folder', async () => {
    expect(await texts('remove')).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual(['package.json']);
  });
});

describe('init', () => {
  /** A new project. */
  let root: string;
  beforeAll(() => (root = project()));

  // The first test, because it writes the project.
  test('writes the file on request alone', async () => {
    await inProcess(root, ['init']);
    expect(existsSync(join(root, 'AGENTS.md'))).toBe(false);
    const { stdout } = await inProcess(root, ['init', '--agents']);
    expect(stdout).toMatch(/^ {2}create {2}AGENTS\.md\n\nNext:/);
  });

  test('names commands, scripts and options that exist', async () => {
    const lines = codeIn(agentsOf(root)).filter((code) => /^(npx|npm) /.test(code));
    expect(lines).toContain('npm test');
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: object };
    for (const line of lines) {
      const [program, name, ...words] = line.split(' ');
      if (program === 'npm') expect(Object.keys(scripts)).toContain(name);
      else {
        expect(name).toBe('content-gen');
        const command = words[0] === 'help' ? words.slice(1) : words.filter((word) => /^[a-z]/.test(word)).slice(0, 2);
        const path = command.filter((word) => !word.includes('/'));
        const help = await inProcess(root, ['help', ...path]);
        expect(help, line).toMatchObject({ code: 0, stderr: '' });
        for (const option of words.filter((word) => word.startsWith('--'))) expect(help.stdout).toContain(option);
      }
    }
  });

  test('names the places of a new project, which are there once it is generated', async () => {
    await inProcess(root, ['generate']);
    const places = codeIn(sectionOf(agentsOf(root), 'Where things are'));
    expect(places).toEqual([
      'content',
      'content-gen.config.ts',
      'src/app.ts',
      'src/hooks.ts',
      'src/content',
      'migrations',
    ]);
    expect(places.filter((path) => path !== 'migrations' && !existsSync(join(root, path)))).toEqual([]);
    expect(existsSync(join(root, 'src/content/surface.lock.json'))).toBe(true);
  });

  test('names the places of an existing project, and none that it lacks', async () => {
    const root = project({
      'package.json': '{ "name": "mine", "type": "module", "scripts": { "test": "mine" } }',
      'content-gen.config.json': '{ "content": "models", "output": "lib/generated" }',
      'models/tag.ts': "import { defineContentType } from 'content-gen';\nexport default defineContentType({});\n",
      'server.ts': "import { Hono } from 'hono';\n\nconst app = new Hono();\n\nexport default app;\n",
    });
    await inProcess(root, ['init', '--agents']);
    const text = agentsOf(root);
    expect(codeIn(sectionOf(text, 'Where things are'))).toEqual([
      'models',
      'content-gen.config.json',
      'server.ts',
      'lib/generated',
      'migrations',
    ]);
    expect(text).toContain('`surface.lock.json` in `lib/generated`');
    expect(text).toContain('Run the tests of the project.');
  });

  test('leaves a file that exists, says so, and writes the others', async () => {
    const root = project({ 'AGENTS.md': 'mine\n' });
    for (const flags of [['--dry-run'], ['--yes'], ['--yes']]) {
      const { code, stdout } = await inProcess(root, ['init', '--agents', ...flags]);
      expect([code, stdout]).toEqual([0, expect.stringContaining('AGENTS.md exists already, so it stays as it is.\n')]);
      expect(agentsOf(root)).toBe('mine\n');
    }
    expect(existsSync(join(root, 'content-gen.config.ts'))).toBe(true);
  });

  test('leaves a link whose target is missing', async () => {
    const root = project();
    symlinkSync('elsewhere.md', join(root, 'AGENTS.md'));
    expect((await inProcess(root, ['init', '--agents'])).stdout).toContain('AGENTS.md exists already');
    expect(lstatSync(join(root, 'AGENTS.md')).isSymbolicLink()).toBe(true);
    expect(existsSync(join(root, 'elsewhere.md'))).toBe(false);
  });
});

describe('move', () => {
  test('writes the file with the places of the Strapi project, and leaves one that exists', async () => {
    const root = bareStrapiProject();
    expect((await inProcess(root, ['move', '--agents'])).stdout).toContain('  create  AGENTS.md\n');
    const text = agentsOf(root);
    const places = codeIn(sectionOf(text, 'Where things are'));
    expect(places).toEqual(expect.arrayContaining(['src/api', 'src/components', 'src/app.ts', 'src/hooks.ts']));
    const later = ['src/content', 'migrations'];
    expect(places.filter((path) => !later.includes(path) && !existsSync(join(root, path)))).toEqual([]);

    const again = await inProcess(root, ['move', '--agents']);
    expect(again.stdout).toContain('\nAGENTS.md exists already, so it stays as it is.\n');
    const { files } = JSON.parse((await inProcess(root, ['move', '--agents', '--json'])).stdout) as { files: object[] };
    expect(files).toContainEqual({ path: 'AGENTS.md', change: 'keep' });
    expect(agentsOf(root)).toBe(text);
  });

  test('names the folders that the definitions are copied to', async () => {
    const into = project();
    await inProcess(into, ['move', bareStrapiProject(), '--into', '.', '--agents']);
    const places = codeIn(sectionOf(agentsOf(into), 'Where things are'));
    expect(places).toEqual(expect.arrayContaining(['src/api', 'src/components']));
    expect(places).not.toContain('content');
  });
});
