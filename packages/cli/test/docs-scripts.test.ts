/** The scripts of the documentation run to their end, as they are written. */
import { join } from 'node:path';

import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { run, withoutNpm } from './command-line.js';
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

  test.each(scripts)('$path of $page ends', async ({ page, path }) => {
    writeFiles(root, { [path]: filesOf(page)[path] ?? '' });
    const outfile = join(root, 'dist', path.replace(/^src\/(.*)\.ts$/, '$1.js'));
    await build({
      entryPoints: [join(root, path)],
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      outfile,
    });
    expect(await run(process.execPath, [outfile], root, { ...withoutNpm, ...env })).toMatchObject({
      code: 0,
      stderr: '',
    });
  });
});
