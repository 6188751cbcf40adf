/** Commands that need @content-gen/strapi, in projects that lack it or have another version. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { pack } from 'tar-stream';
import { describe, expect, test } from 'vitest';

import { version } from '../../src/version.js';
import { type Outcome, definition, filesIn, run, start, writeFiles } from '../command-line.js';
import { writeStrapiArchive } from '../transfer/strapi-archive.js';
import { installTools, programIn, projectWithAll, projectWithCli } from './installed.js';

const PACKAGE = `@content-gen/strapi@${version}`;
const MISSING = 'This needs the package @content-gen/strapi, which is not installed.';
const INSTALL = `npm install --save-dev ${PACKAGE}`;

const route = {
  'src/api/shop/routes/shop.js':
    "module.exports = { routes: [{ method: 'GET', path: '/shop', handler: 'shop.me' }] };\n",
};
const content = { 'content/article.ts': definition('article', ["title: { type: 'string' }"]) };

function contentGen(root: string, ...args: readonly string[]): Promise<Outcome> {
  return run(process.execPath, [programIn(root), ...args], root);
}

describe('without the package', () => {
  test.each([
    ['move', ['move']],
    ['compare', ['compare', '--with', 'http://localhost:1']],
  ])('%s names the command that installs it, and does nothing', async (command, args) => {
    const root = projectWithCli();
    const before = await filesIn(root);
    expect(await contentGen(root, ...args)).toEqual({
      code: 69,
      stdout: '',
      stderr: `${MISSING} Install it: ${INSTALL}\n`,
    });
    const json = await contentGen(root, ...args, '--json');
    expect({ ...json, stdout: JSON.parse(json.stdout) }).toEqual({
      code: 69,
      stdout: { version: 1, command, ok: false, message: `${MISSING} Install it: ${INSTALL}`, install: INSTALL },
      stderr: '',
    });
    expect(await filesIn(root)).toEqual(before);
  });

  test.each([
    ['package-lock.json', INSTALL],
    ['pnpm-lock.yaml', `pnpm add --save-dev ${PACKAGE}`],
    ['yarn.lock', `yarn add --dev ${PACKAGE}`],
    ['bun.lock', `bun add --dev ${PACKAGE}`],
  ])('the command is that of the package manager of %s, also above the folder', async (lockfile, command) => {
    const root = projectWithCli({ [lockfile]: '', 'site/package.json': '{}' });
    for (const folder of [root, join(root, 'site')]) {
      const { code, stderr } = await run(process.execPath, [programIn(root), 'move'], folder);
      expect({ code, stderr }).toEqual({ code: 69, stderr: `${MISSING} Install it: ${command}\n` });
    }
  });

  test('pnpm is told that a workspace itself gets the package', async () => {
    const root = projectWithCli({ 'pnpm-lock.yaml': '', 'pnpm-workspace.yaml': 'packages: []\n' });
    expect((await contentGen(root, 'move')).stderr).toContain(`pnpm add --save-dev --workspace-root ${PACKAGE}\n`);
  });

  test('import needs it for archives and databases of Strapi alone', async () => {
    const root = projectWithCli(content, { database: true });
    await writeStrapiArchive(join(root, 'strapi.tar'), {});
    const own = pack();
    own.entry({ name: 'content-gen.json' }, '{}');
    own.finalize();
    writeFileSync(join(root, 'own.tar'), await buffer(own));
    writeFiles(root, { 'data.db': 'SQLite format 3\0' });
    for (const source of ['strapi.tar', 'data.db', 'mysql://localhost:1/cms']) {
      const { code, stderr } = await contentGen(root, 'import', source);
      expect({ code, stderr }, source).toEqual({ code: 69, stderr: expect.stringContaining(INSTALL) });
    }
    expect(await contentGen(root, 'import', 'own.tar')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('content-gen.json is not valid'),
    });
  });

  test('serve ends when its seed is an archive of Strapi', async () => {
    const root = projectWithCli(content, { database: true });
    await writeStrapiArchive(join(root, 'strapi.tar'), {});
    const { code, stdout } = await contentGen(root, 'serve', '--seed', 'strapi.tar', '--port', '0', '--json');
    const last = JSON.parse(stdout.trim().split('\n').at(-1)!);
    expect({ code, last }).toMatchObject({ code: 69, last: { event: 'error', install: INSTALL } });
  });

  test('check names it in one warning about the code of a Strapi project', async () => {
    const root = projectWithCli({ ...content, ...route });
    const { code, stderr } = await contentGen(root, 'check');
    expect(code).toBe(0);
    expect(stderr).toContain('package.json:1:1  CG510  warning: this is a Strapi project');
    expect(stderr).toContain(`"${INSTALL}" installs`);
    installTools(root);
    const read = await contentGen(root, 'check');
    expect(read).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Routes (1) have no effect here: GET /shop'),
    });
    expect(read.stderr).not.toContain('package.json');
  });

  test('commands of every day work', async () => {
    const root = projectWithCli(content);
    expect(await contentGen(root, 'generate')).toMatchObject({ code: 0, stderr: '' });
    expect(await contentGen(root, 'move', '--help')).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('with the package', () => {
  test('of another version, a command names both versions', async () => {
    const root = projectWithCli();
    installTools(root, '0.0.7');
    expect(await contentGen(root, 'move')).toEqual({
      code: 69,
      stdout: '',
      stderr: `This needs @content-gen/strapi ${version}, because content-gen is ${version}, but @content-gen/strapi 0.0.7 is installed. Install it: ${INSTALL}\n`,
    });
  });

  test('move runs', async () => {
    const root = projectWithAll(route);
    const { code, stdout, stderr } = await contentGen(root, 'move', '--dry-run');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('create  src/moved/routes/shop.ts');
  });

  test('in the project, a command line that is elsewhere finds it, and knows its problems', async () => {
    const root = projectWithCli();
    installTools(root);
    const { code, stdout, stderr } = await contentGen(root, 'move', 'empty');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^\S+ is not a Strapi project: it has no src, config and package.json.\n$/);
  });
});

// The program `script` of Linux runs a command in a terminal. That of other systems has other options.
describe.skipIf(!spawnSync('script', ['--version']).stdout?.includes('util-linux'))('in a terminal', () => {
  /** A project whose npm installs the package from a folder, and notes its arguments. */
  function projectWithNpm(script: string): string {
    const root = projectWithCli(route);
    installTools(root);
    renameSync(join(root, 'node_modules', '@content-gen'), join(root, 'registry'));
    writeFiles(root, { 'programs/npm': `#!/bin/sh\necho "$@" > arguments.txt\n${script}\n` });
    chmodSync(join(root, 'programs', 'npm'), 0o755);
    return root;
  }

  async function answer(root: string, key: string, ...args: readonly string[]) {
    const command = [process.execPath, programIn(root), 'move', '--dry-run', ...args]
      .map((word) => `'${word}'`)
      .join(' ');
    const env = { CI: '', PATH: `${join(root, 'programs')}:${process.env['PATH']}` };
    const child = start('script', ['-qec', command, '/dev/null'], root, env, 'pipe');
    let printed = '';
    child.stdout!.on('data', (text: Buffer) => {
      const asked = questionsIn(printed);
      printed += text.toString();
      // Ctrl-D answers every other question.
      if (questionsIn(printed) > asked) child.stdin!.write(asked === 0 ? key : '\u0004');
    });
    const [code] = await once(child, 'close');
    // Without the carriage returns of the terminal, and its codes for the cursor and for colours.
    return { code, printed: printed.replaceAll(/\r|\u001b\[\d*[A-Za-z]/g, '') };
  }

  const questionsIn = (text: string) => text.split('[Y/n]').length - 1;
  const question = `${MISSING}\nRun ${INSTALL}? [Y/n] `;

  test('a yes installs it, and the command goes on', async () => {
    const root = projectWithNpm('mv registry node_modules/@content-gen');
    const { code, printed } = await answer(root, 'y\n');
    expect(printed).toContain(question);
    expect(printed).toContain('create  src/moved/routes/shop.ts');
    expect(code).toBe(0);
    expect(readFileSync(join(root, 'arguments.txt'), 'utf8')).toBe(`install --save-dev ${PACKAGE}\n`);
  });

  test('a no installs nothing', async () => {
    const root = projectWithNpm('mv registry node_modules/@content-gen');
    const { code, printed } = await answer(root, 'n\n');
    expect(printed).toContain(question);
    expect(printed.endsWith(`${MISSING} Install it: ${INSTALL}\n`)).toBe(true);
    expect(code).toBe(69);
    expect(Object.keys(await filesIn(root))).not.toContain('arguments.txt');
  });

  test.each([
    ['fails', 'exit 1'],
    ['brings nothing', 'exit 0'],
  ])('an installation that %s ends the command, and is not offered again', async (_, script) => {
    const { code, printed } = await answer(projectWithNpm(script), 'y\n');
    expect(questionsIn(printed)).toBe(1);
    expect(printed.endsWith(`${MISSING} Install it: ${INSTALL}\n`)).toBe(true);
    expect(code).toBe(69);
  });

  test('--json asks no question', async () => {
    const { code, printed } = await answer(projectWithNpm('exit 1'), 'y\n', '--json');
    expect(printed).not.toContain('[Y/n]');
    expect(JSON.parse(printed)).toMatchObject({ command: 'move', ok: false, install: INSTALL });
    expect(code).toBe(69);
  });
});
