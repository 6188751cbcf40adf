/** The processes of `serve` when it, its shell or its reader ends. */
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { bin, run } from '../command-line.js';
import { article, config, createProject } from './project.js';

async function project() {
  const files = { 'content-gen.config.ts': config, 'content/article.ts': article(`title: { type: 'string' }`) };
  const created = await createProject(files, { database: true });
  onTestFinished(created.remove);
  return created;
}

test('after a kill, serve adopts the running database', async () => {
  const { serve, postmaster, root } = await project();
  const killed = serve(['--no-watch']);
  await killed.event('ready');
  const orphan = postmaster();
  await killed.end('SIGKILL');
  expect(postmaster()?.pid).toBe(orphan?.pid);
  // Deleted caches must not change the result.
  await writeFile(join(root, '.content-gen', 'cache', 'schema.json'), '{');

  const server = serve(['--no-watch']);
  expect((await server.event('database')).state).toBe('adopted');
  const { url } = await server.event('ready');
  expect((await fetch(`${url}/api/articles`)).status).toBe(200);
  expect(await server.end('SIGINT')).toBe(0);
  expect(postmaster()).toBeUndefined();
  await expect(access(join(root, '.content-gen', 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
});

test('serve ends with the shell that npm started', async () => {
  const { serveFromShell, postmaster } = await project();
  const server = serveFromShell();
  await server.event('ready');
  await server.end('SIGKILL');
  await server.silent;
  expect(postmaster()).toBeUndefined();
});

test('serve ends silently when its output pipe is closed', async () => {
  const { postmaster, root } = await project();
  const command = [process.execPath, bin, 'serve', '--json', '--no-watch', '--port', '0'];
  const outcome = await run('sh', ['-c', '"$@" | head -n 2', 'sh', ...command], root);
  expect(outcome.stderr).toBe('');
  expect(outcome.stdout.split('\n')).toHaveLength(3);
  await expect.poll(postmaster).toBeUndefined();
});
