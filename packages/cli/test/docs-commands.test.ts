/** Runs the commands in the documentation in the project of the README with a real database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Outcome, bin, run, withoutNpm } from './command-line.js';
import { blocksOf, commandedPages, filesOf } from './docs-page.js';
import { inProcess } from './in-process.js';
import { type TestServer, startServer } from './migrate/server.js';
import { createProject, startServe } from './serve/project.js';

let server: TestServer;
/** A database that the project of the README was served with. */
let served: { readonly url: string };
const projects: Awaited<ReturnType<typeof createProject>>[] = [];
beforeAll(async () => {
  server = await startServer();
  const { url, sql } = await server.database();
  await serveOnce((await readmeProject()).root, url);
  // A database can be copied while nobody is connected to it.
  await sql.end();
  served = { url };
});
afterAll(async () => {
  await Promise.all(projects.map((created) => created.remove()));
  await server?.stop();
});

/** A plan with changes exits with 2. The database of the tests has `fsync` off, which is a warning. */
const exitCodes: Readonly<Record<string, number>> = { 'npx content-gen migrate plan': 2, 'npx content-gen doctor': 1 };

async function readmeProject() {
  const project = await createProject(filesOf('README.md'));
  projects.push(project);
  return project;
}

async function serveOnce(root: string, url: string, args: readonly string[] = []): Promise<void> {
  const serving = startServe(root, { args: ['--no-watch', ...args], env: { DATABASE_URL: url } });
  const { url: address } = await serving.event('ready');
  expect((await fetch(`${address}/_health`)).status).toBe(204);
  expect(await serving.end('SIGTERM')).toBe(0);
}

/** Runs a line of a page as a shell understands it. */
async function runLine(line: string, root: string, url: string): Promise<Outcome> {
  if (!line.startsWith('npx content-gen ')) return run('sh', ['-c', line], root);
  const words = await run('sh', ['-c', line.replace('npx content-gen', "printf '%s\\0'")], root);
  const args = words.stdout.split('\0').slice(0, -1);
  // A script prints by itself.
  if (args[0] === 'run') return run(process.execPath, [bin, ...args], root, { ...withoutNpm, DATABASE_URL: url });
  return inProcess(root, args, { DATABASE_URL: url });
}

describe.each(commandedPages)('%s', (page) => {
  const scripts = blocksOf(page)
    .filter(({ info }) => info === 'sh')
    .map(({ code }) => code.trim().split('\n'))
    // readme.deep.test.ts runs the commands of the workspace.
    .filter(([first = '']) => !/^(npm|curl) /.test(first));

  test('has commands', () => expect(scripts.length).toBeGreaterThan(0));

  test.each(scripts.map((lines) => [lines[0]!, lines] as const))('%s …', async (_, lines) => {
    const { root } = await readmeProject();
    // The state that a page assumes: tables for tokens and exports, generated code for a check, a migration for a release.
    const [first = ''] = lines;
    const isServed = / (token|explain|doctor|export|run)( |$)/.test(first);
    const isReleased = / (generate --check|migrate apply|migrate create --wide-ids)/.test(first);
    const { url } = await server.database(isServed ? served : undefined);
    if (isServed || isReleased) expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0 });
    if (isReleased) expect(await inProcess(root, ['migrate', 'create'])).toMatchObject({ code: 0 });

    for (const line of lines) {
      const [program, , name, ...args] = line.split(' ');
      if (program === 'npx' && name === 'serve') await serveOnce(root, url, args);
      else {
        const outcome = await runLine(line, root, url);
        expect(outcome, `${line}\n${outcome.stderr}`).toMatchObject({ code: exitCodes[line] ?? 0 });
        expect(outcome.stdout + outcome.stderr).not.toBe('');
      }
    }
  });
});
