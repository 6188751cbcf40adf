/** The scripts of the documentation run to their end, as they are written. */
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { cases } from '../../runtime/test/harness/suite.js';
import { bin, run, start, withoutNpm } from './command-line.js';
import { compiledPages, filesOf } from './docs-page.js';
import { type TestServer, startServer } from './migrate/server.js';
import { inProcess } from './in-process.js';
import { temporaryProject, writeFiles } from './temporary-project.js';

/** Files that do something by themselves, by their page. A server ends with a signal. */
const scripts = Object.keys(compiledPages).flatMap((page) =>
  Object.entries(filesOf(page)).flatMap(([path, code]) =>
    /^src\/(?!server\.)/.test(path) && /^(?:const .* = )?await /m.test(code) ? [{ page, path }] : [],
  ),
);

test('there are scripts', () => {
  expect(scripts.map(({ path }) => path).sort()).toEqual(['src/digest.ts', 'src/latest.ts', 'src/print-articles.ts']);
});

describe('a script', () => {
  let server: TestServer;
  let env: Readonly<Record<string, string>>;
  let root: string;

  beforeAll(async () => {
    server = await startServer();
    env = { DATABASE_URL: (await server.database()).url };
    root = temporaryProject(filesOf('README.md'), { packages: true });
    for (const command of ['generate', 'migrate create first', 'migrate apply']) {
      const outcome = await inProcess(root, command.split(' '), env);
      expect(outcome, outcome.stderr).toMatchObject({ code: 0 });
    }
  });
  afterAll(() => server.stop());

  test.each(cases(scripts, 1))('$path of $page ends', async ({ page, path }) => {
    writeFiles(root, { [path]: filesOf(page)[path] ?? '' });
    expect(await run(process.execPath, [bin, 'run', path], root, { ...withoutNpm, ...env })).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  test('gets its arguments, its paths and its variables, and gives its exit code', async () => {
    writeFiles(root, {
      'lib/kind.ts': `export enum Kind { A = 'a' }\nexport const here: string = import.meta.filename;\n`,
      'tsconfig.json': `{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] } } }`,
      'src/exits.ts': `import { Kind, here } from '@lib/kind.js';
const said = { kind: Kind.A, here, args: process.argv.slice(2), url: process.env['DATABASE_URL'], cwd: process.cwd() };
console.log(JSON.stringify(said));
process.exitCode = 64 + said.args.length;
`,
    });
    const args = ['--json', '-h', '--', 'two words'];
    const outcome = await run(process.execPath, [bin, 'run', 'src/exits.ts', ...args], root, { ...withoutNpm, ...env });
    expect(outcome).toMatchObject({ code: 68, stderr: '' });
    const cwd = realpathSync(root);
    const said = { kind: 'a', here: join(root, 'lib/kind.ts'), args, url: env['DATABASE_URL'], cwd };
    expect(JSON.parse(outcome.stdout)).toEqual(said);
    const printed = await inProcess(root, ['database'], env);
    expect(printed).toEqual({ code: 0, stdout: `${env['DATABASE_URL']}\n`, stderr: '' });
  });

  test.each([
    ['src/absent.ts', /^There is no file src\/absent\.ts\.\n$/],
    ['src/wrong.ts', /src\/wrong\.ts:1:\d+ {2}Could not resolve "\.\/nothing\.js"/],
    ['src/throws.ts', /\n.*Error: thrown\n.*src\/throws\.ts:1/s],
  ])('that cannot run is named: %s', async (path, message) => {
    writeFiles(root, {
      'src/wrong.ts': `import './nothing.js';\n`,
      'src/throws.ts': `throw new Error('thrown');\n`,
    });
    const outcome = await run(process.execPath, [bin, 'run', path], root, { ...withoutNpm, ...env });
    expect(outcome).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(message) });
  });

  test('gets the signals of its command, which ends with the exit code of the script', async () => {
    writeFiles(root, {
      'src/waits.ts': `process.once('SIGTERM', () => process.exit(7));\nsetInterval(() => undefined, 1000);\nconsole.log('waits');\n`,
    });
    const command = start(process.execPath, [bin, 'run', 'src/waits.ts'], root, { ...withoutNpm, ...env });
    await once(command.stdout!, 'data');
    const ended = once(command, 'exit');
    command.kill('SIGTERM');
    expect(await ended).toEqual([7, null]);
    expect(existsSync(join(root, '.content-gen', 'cache', 'run', String(command.pid)))).toBe(false);
  });
});
