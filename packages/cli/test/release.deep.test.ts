/** `npm run release`, on a clone of the workspace and with a registry that only this test knows. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { version } from '../src/version.js';
import { buildCache } from './build-cache.js';
import { npmEnvironment, project, run } from './command-line.js';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));

let clone: string;
let registry: Awaited<ReturnType<typeof startRegistry>>;
let head: string;

beforeAll(async () => {
  clone = join(await project(), 'clone');
  await git('clone', '--quiet', workspace, clone);
  await git('config', 'user.name', 'Test');
  await git('config', 'user.email', 'test@example.com');
  head = await git('rev-parse', 'HEAD');
  await copyPackages();
  registry = await startRegistry();
});
afterEach(() => git('reset', '--quiet', '--hard', head));
afterAll(() => registry.stop());

/**
 * Gives the clone the packages of the workspace, because readme.deep.test.ts already installs them in a clone. Their files
 * are hard links, and the links between packages are relative, so they stay inside the clone. Where this fails, the
 * release installs the packages itself.
 */
async function copyPackages(): Promise<void> {
  const manifests = (await git('ls-files', 'package.json', '*/package.json')).split('\n');
  const folders = manifests.map((file) => join(dirname(file), 'node_modules'));
  for (const folder of folders.filter((name) => existsSync(join(workspace, name)))) {
    const { code } = await run('cp', ['-al', join(workspace, folder), join(clone, folder)], clone);
    if (code !== 0) return rm(join(clone, 'node_modules'), { recursive: true, force: true });
  }
}

async function git(...args: readonly string[]): Promise<string> {
  const outcome = await run('git', args, args[0] === 'clone' ? workspace : clone);
  expect(outcome.code, `git ${args.join(' ')}\n${outcome.stderr}`).toBe(0);
  return outcome.stdout.trim();
}

/** Without colours, which the tools add in CI. */
function release(flags: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const shared = { ...npmEnvironment(), NO_COLOR: '1', ...buildCache() };
  return run('npm', ['run', '--silent', 'release', '--', ...flags], clone, { ...shared, ...env });
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(join(clone, path), 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  await writeFile(join(clone, path), changed);
}

/** Has one package in its only version, and takes others. */
async function startRegistry() {
  const published: string[] = [];
  const server: Server = createServer((request, response) => {
    const name = decodeURIComponent(request.url!.slice(1).replace(/\?.*$/, ''));
    const known = request.method === 'GET' && name === '@content-gen/runtime';
    if (request.method === 'PUT') published.push(name);
    request.resume();
    response.writeHead(known ? 200 : request.method === 'PUT' ? 201 : 404, { 'content-type': 'application/json' });
    const versions = { [version]: { name, version } };
    response.end(JSON.stringify(known ? { name, versions, 'dist-tags': { latest: version } } : {}));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    published,
    npmrc: `registry=http://${host}/\n//${host}/:_authToken=secret\n`,
    stop: () => server.close(),
  };
}

describe('the release stops before it builds', () => {
  test('when files are not committed', async () => {
    await edit('README.md', (text) => `${text}\nMore.\n`);
    const { code, stderr } = await release();
    expect(code).toBe(1);
    expect(stderr).toContain('The working tree has changes that are not committed:\nM README.md');
  });

  test.each<[string, string, (text: string) => string, string]>([
    [
      'the changelog has no unreleased part',
      'CHANGELOG.md',
      (text) => text.replace('## Unreleased', '## 0.0.1 (2026-01-01)'),
      'CHANGELOG.md has no part "## Unreleased".',
    ],
    [
      'the unreleased part is empty',
      'CHANGELOG.md',
      (text) => text.replace('## Unreleased', '$&\n\n## 0.0.1 (2026-01-01)'),
      'CHANGELOG.md lists nothing in its part "## Unreleased".',
    ],
    [
      'the versions differ',
      'packages/runtime/package.json',
      (text) => text.replace(/"version": ".*?"/, '"version": "9.9.9"'),
      'The versions differ: @content-gen/runtime 9.9.9, content-gen ',
    ],
    [
      'the command line depends on another version of the runtime',
      'packages/cli/package.json',
      (text) => text.replace(/("@content-gen\/runtime": )".*?"/, '$1"9.9.9"'),
      'content-gen depends on @content-gen/runtime 9.9.9, not on ',
    ],
  ])('when %s', async (_, path, change, message) => {
    await edit(path, change);
    await git('commit', '--quiet', '--all', '--message', 'A change');
    const { code, stdout, stderr } = await release();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
  });

  test('when an option is unknown', async () => {
    const { code, stderr } = await release(['--pubish']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("'--pubish'") });
  });
});

test('a dry run packs and checks both packages, and changes nothing', { timeout: 300_000 }, async () => {
  const { code, stdout, stderr } = await release();
  expect(code, stdout + stderr).toBe(0);
  for (const name of ['@content-gen/runtime', 'content-gen']) {
    expect(stdout).toMatch(new RegExp(`^${name}@[\\d.]+: \\d+ files, [\\d.]+ kB packed, [\\d.]+ kB unpacked$`, 'm'));
  }
  expect(stdout.match(/^ +\d+\.\d kB {2}(LICENSE|README\.md)$/gm)).toHaveLength(4);
  expect(stdout.match(/^All good!$/gm)).toHaveLength(2);
  expect(stdout).toContain('"@content-gen/runtime/tables"');
  expect(stdout).toContain('Dry run: nothing is published.');
  expect(await git('status', '--porcelain', '--ignored', 'packages')).not.toMatch(/LICENSE|README/);
  expect(await git('status', '--porcelain')).toBe('');
  expect(await git('rev-parse', 'HEAD')).toBe(head);
});

// Runs after the dry run, because this registry lacks the packages that a release may have to install.
test('publishing goes on where it failed, then dates the changelog and tags', { timeout: 300_000 }, async () => {
  const settings = join(await project({ npmrc: registry.npmrc }), 'npmrc');
  const { code, stdout, stderr } = await release(['--publish', '--without-provenance'], {
    npm_config_userconfig: settings,
  });
  expect(code, stdout + stderr).toBe(0);
  expect(stdout).toContain(`@content-gen/runtime@${version} is published already.`);
  expect(registry.published).toEqual(['content-gen']);

  const changelog = await readFile(join(clone, 'CHANGELOG.md'), 'utf8');
  expect(changelog).toMatch(new RegExp(`^## Unreleased\\n\\n## ${version} \\(\\d{4}-\\d{2}-\\d{2}\\)$`, 'm'));
  expect(await git('status', '--porcelain')).toBe('');
  expect(await git('log', '--format=%s', `${head}..v${version}`)).toBe(`Release ${version}`);

  const again = await release();
  expect(again.code).toBe(1);
  expect(again.stderr).toContain(`v${version} is tagged already.`);
});
