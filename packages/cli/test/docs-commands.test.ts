/** Runs the commands in the documentation in the project of the README with a real database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { bin, contentGen, run } from './command-line.js';
import { blocksOf, commandedPages, filesOf } from './docs-page.js';
import { type TestServer, startServer } from './migrate/server.js';
import { createProject, startServe } from './serve/project.js';

let server: TestServer;
const projects: Awaited<ReturnType<typeof createProject>>[] = [];
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await Promise.all(projects.map((created) => created.remove()));
  await server?.stop();
});

/** A plan with changes exits with 2. The database of the tests has `fsync` off, which is a warning. */
const exitCodes: Readonly<Record<string, number>> = { 'npx content-gen migrate plan': 2, 'npx content-gen doctor': 1 };

async function serveOnce(root: string, url: string, args: readonly string[] = []): Promise<void> {
  const serving = startServe(root, { args, env: { DATABASE_URL: url } });
  const { url: address } = await serving.event('ready');
  expect((await fetch(`${address}/_health`)).status).toBe(204);
  expect(await serving.end('SIGTERM')).toBe(0);
}

describe.each(commandedPages)('%s', (page) => {
  const scripts = blocksOf(page)
    .filter(({ info }) => info === 'sh')
    .map(({ code }) => code.trim().split('\n'))
    // readme.test.ts runs the commands of the workspace.
    .filter(([first = '']) => !/^(npm|curl) /.test(first));

  test('has commands', () => expect(scripts.length).toBeGreaterThan(0));

  test.each(scripts.map((lines) => [lines[0]!, lines] as const))('%s …', async (_, lines) => {
    const project = await createProject(filesOf('README.md'));
    projects.push(project);
    const { url } = await server.database();
    const env = { DATABASE_URL: url };

    // The state that a page assumes: tables for tokens and exports, generated code for a check, a migration for a release.
    const [first = ''] = lines;
    if (/ (generate --check|migrate apply)/.test(first)) {
      expect(await contentGen(project.root, 'generate')).toMatchObject({ code: 0 });
      expect(await contentGen(project.root, 'migrate', 'create')).toMatchObject({ code: 0 });
    }
    if (/ (token|explain|doctor|export)( |$)/.test(first)) await serveOnce(project.root, url);

    for (const line of lines) {
      const [program, , name, ...args] = line.split(' ');
      if (program === 'npx' && name === 'serve') await serveOnce(project.root, url, args);
      else {
        const command = line.replace('npx content-gen', `"${process.execPath}" "${bin}"`);
        const outcome = await run('sh', ['-c', command], project.root, env);
        expect(outcome, `${line}\n${outcome.stderr}`).toMatchObject({ code: exitCodes[line] ?? 0 });
        expect(outcome.stdout + outcome.stderr).not.toBe('');
      }
    }
  });
});
