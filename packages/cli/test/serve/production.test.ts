/** Production without the command line: the built app, Node and a migrated database. */
import { once } from 'node:events';
import { cp, mkdir, readFile, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { bin, contentGen, project, run, start } from '../command-line.js';
import { startServer } from '../migrate/server.js';
import { makePatient } from './project.js';

const workspace = fileURLToPath(new URL('../../../../', import.meta.url));
const packages = join(workspace, 'fixtures', 'node_modules');

/** What `npm install` brings there, as links. */
async function install(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(packages)) await symlink(join(packages, name), join(folder, name));
}

test('the project of init builds and runs without the command line', async () => {
  const root = await project();
  await install(join(root, 'node_modules'));
  expect(await contentGen(root, 'init', '--yes')).toMatchObject({ code: 0, stderr: '' });
  makePatient(root);
  expect(await contentGen(root, 'generate')).toMatchObject({ code: 0, stderr: '' });
  expect(await contentGen(root, 'migrate', 'create', 'begin')).toMatchObject({ code: 0 });
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [compiler, ...options] = scripts['build']!.split(' ');
  const tsc = join(workspace, 'node_modules', 'typescript', 'bin', compiler!);
  expect(await run(process.execPath, [tsc, ...options], root)).toMatchObject({ code: 0, stdout: '' });

  const postgresql = await startServer();
  try {
    const database = await postgresql.database();
    const applied = await run(process.execPath, [bin, 'migrate', 'apply'], root, { DATABASE_URL: database.url });
    expect(applied, applied.stderr).toMatchObject({ code: 0 });

    const deployed = await project({ 'package.json': '{ "type": "module" }' });
    await cp(join(root, 'dist'), join(deployed, 'dist'), { recursive: true });
    await mkdir(join(deployed, 'node_modules', '@content-gen'), { recursive: true });
    for (const name of ['@content-gen/runtime', 'hono', 'drizzle-orm'])
      await symlink(join(packages, name), join(deployed, 'node_modules', name));

    const [program, ...args] = scripts['start']!.split(' ');
    expect(program).toBe('node');
    // Tests can import the app without a database; only the server needs one.
    const importing = ['--input-type=module', '--eval', `await import('./dist/app.js')`];
    const without = { DATABASE_URL: undefined };
    expect(await run(process.execPath, importing, deployed, without)).toMatchObject({ code: 0, stderr: '' });
    const unset = await run(process.execPath, args, deployed, without);
    expect(unset).toMatchObject({ code: 1, stderr: expect.stringMatching(/^DATABASE_URL is not set\. .*\n$/) });
    const wrong = await run(process.execPath, args, deployed, { DATABASE_URL: 'nonsense' });
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/^DATABASE_URL is not the address .*\n$/) });
    const env = { DATABASE_URL: `${database.url}?connections=4&prepare=false`, PORT: '0' };
    const server = start(process.execPath, args, deployed, env);
    const [line] = (await once(createInterface({ input: server.stdout! }), 'line')) as [string];
    const { port } = new URL(line.replace('Listening at ', ''));
    const url = `http://localhost:${port}`;

    const list = await fetch(`${url}/api/articles`);
    expect({ status: list.status, body: await list.json() }).toMatchObject({ status: 200, body: { data: [] } });
    expect((await fetch(`${url}/api/articles`, { method: 'POST' })).status).toBe(403);
    expect((await fetch(`${url}/_health`)).status).toBe(204);
    expect(await (await fetch(`${url}/elsewhere`)).json()).toMatchObject({ error: { name: 'NotFoundError' } });

    const taken = await run(process.execPath, args, deployed, { ...env, PORT: port });
    expect(taken).toMatchObject({ code: 1, stderr: `Port ${port} is in use. PORT names another.\n` });

    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
  } finally {
    await postgresql.stop();
  }
});
