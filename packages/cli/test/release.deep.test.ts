/** `npm run release`, on a clone of the workspace, with an `origin` and a registry that only this test knows. */
import { existsSync, readFileSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { version } from '../src/version.js';
import { buildCache } from './build-cache.js';
import { type Outcome, npmEnvironment, project, run } from './command-line.js';
import { startRegistry } from './npm-registry.js';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));

let origin: string;
let clone: string;
let head: string;

beforeAll(async () => {
  [origin, clone] = [join(project(), 'origin.git'), join(project(), 'clone')];
  // Without tags, because the version of the workspace is released while work on the next one goes on.
  await git('clone', '--quiet', '--bare', '--no-tags', workspace, origin);
  await git('clone', '--quiet', '--no-tags', origin, clone);
  await git('config', 'user.name', 'Test');
  await git('config', 'user.email', 'test@example.com');
  const changelog = await readFile(join(clone, 'CHANGELOG.md'), 'utf8');
  await writeFile(join(clone, 'CHANGELOG.md'), changelog.replace(/^(## Unreleased\n)[^]*?(?=^## )/m, '$1\n'));
  await git('commit', '--quiet', '--all', '--allow-empty', '--message', 'A commit to release');
  head = await git('rev-parse', 'HEAD');
});
afterEach(async () => {
  await git('reset', '--quiet', '--hard', head);
  for (const file of [join(clone, '.git', 'tests-passed'), tagFile(join(clone, '.git')), tagFile(origin)])
    await rm(file, { force: true });
});

function tagFile(gitFolder: string): string {
  return join(gitFolder, 'refs', 'tags', `v${version}`);
}

/** The commit that the tag of the version is on at `origin`. */
function tagAtOrigin(): string | undefined {
  return existsSync(tagFile(origin)) ? readFileSync(tagFile(origin), 'utf8').trim() : undefined;
}

async function git(...args: readonly string[]): Promise<string> {
  const outcome = await run('git', args, args[0] === 'clone' ? workspace : clone);
  expect(outcome.code, `git ${args.join(' ')}\n${outcome.stderr}`).toBe(0);
  return outcome.stdout.trim();
}

/** Runs the script directly, because npm takes longer than the checks before the build. */
function checks(...flags: readonly string[]): Promise<Outcome> {
  return run(process.execPath, [join('.ci', 'release.mjs'), ...flags], clone);
}

/** Runs code that imports modules of the release. */
async function evaluate(code: string, cwd = clone): Promise<string> {
  const outcome = await run(process.execPath, ['--input-type=module', '--eval', code], cwd);
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  return outcome.stdout.trim();
}

/** What the runners of the tests do at their end. */
function record(calls: string, cwd = clone): Promise<string> {
  return evaluate(`import { recordPassed } from './.ci/release/passed-tests.mjs'; ${calls}`, cwd);
}

function passedTests(): string {
  const file = join(clone, '.git', 'tests-passed');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(join(clone, path), 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  await writeFile(join(clone, path), changed);
}

async function commit(path: string, change: (text: string) => string): Promise<string> {
  await edit(path, change);
  await git('commit', '--quiet', '--all', '--message', 'A change');
  return git('rev-parse', 'HEAD');
}

const withEntry = (changelog: string) => changelog.replace('## Unreleased', '$&\n\n- A change.');

describe('the release stops before it builds', () => {
  test('when files are not committed', async () => {
    await edit('README.md', (text) => `${text}\nMore.\n`);
    const { code, stderr } = await checks();
    expect(code).toBe(1);
    expect(stderr).toContain('The working tree has changes that are not committed:\nM README.md');
  });

  test.each<[string, string, (text: string) => string, string]>([
    [
      'the changelog has no part for the version',
      'CHANGELOG.md',
      (text) => text.replace(`## ${version} (`, '## 0.0.1 ('),
      `CHANGELOG.md has no part "## ${version} (<date>)": run "npm run release -- --prepare <version>".`,
    ],
    [
      'the part of the version is empty',
      'CHANGELOG.md',
      (text) => text.replace(`## ${version} (`, `## ${version} (2026-01-01)\n\n## 0.0.1 (`),
      `CHANGELOG.md lists nothing in its part "## ${version} (2026-01-01)".`,
    ],
    [
      'the versions differ',
      'packages/runtime/package.json',
      (text) => text.replace(/"version": ".*?"/, '"version": "9.9.9"'),
      'The versions differ: @content-gen/runtime 9.9.9, content-gen ',
    ],
    [
      'the tools of a move have another version',
      'packages/strapi/package.json',
      (text) => text.replace(/"version": ".*?"/, '"version": "9.9.9"'),
      `The versions differ: @content-gen/runtime ${version}, content-gen ${version}, @content-gen/strapi 9.9.9, create-content-gen ${version}.`,
    ],
    [
      'the tools of a move are for another version of the command line',
      'packages/strapi/package.json',
      (text) => text.replace(/("peerDependencies": \{\s+"content-gen": )".*?"/, '$1"9.9.9"'),
      '@content-gen/strapi depends on content-gen 9.9.9, not on ',
    ],
    [
      'the package behind npm create is for another version of the command line',
      'packages/create-content-gen/package.json',
      (text) => text.replace(/("content-gen": )".*?"/, '$1"9.9.9"'),
      'create-content-gen depends on content-gen 9.9.9, not on ',
    ],
    [
      'the command line depends on another version of the runtime',
      'packages/cli/package.json',
      (text) => text.replace(/("@content-gen\/runtime": )".*?"/, '$1"9.9.9"'),
      'content-gen depends on @content-gen/runtime 9.9.9, not on ',
    ],
  ])('when %s', async (_, path, change, message) => {
    await commit(path, change);
    const { code, stdout, stderr } = await checks();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
  });

  test('when the tag of the version is on another commit', async () => {
    await git('tag', `v${version}`);
    const next = await commit('README.md', (text) => `${text}\nMore.\n`);
    const { code, stderr } = await checks();
    const message = `v${version} is the tag of commit ${head} already, not of ${next}: prepare another version.\n`;
    expect({ code, stderr }).toEqual({ code: 1, stderr: message });
  });

  test('when an option is unknown', async () => {
    const { code, stderr } = await checks('--pubish');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("'--pubish'") });
  });

  test('when it would publish changes that the changelog calls unreleased', async () => {
    await commit('CHANGELOG.md', withEntry);
    await record("recordPassed('test'); recordPassed('deep');");
    const message = `CHANGELOG.md lists changes as unreleased: move them to the part of ${version}, or prepare another version.\n`;
    expect(await checks('--publish')).toEqual({ code: 1, stdout: '', stderr: message });
  });

  test('when it would publish a commit whose tests have not passed', async () => {
    const refused = (commands: string) => ({
      code: 1,
      stdout: '',
      stderr: `The tests of commit ${head} have not passed in this clone: run ${commands}.\n`,
    });
    expect(await checks('--publish')).toEqual(refused('"npm test" and "npm run test:deep"'));
    await record("recordPassed('test');");
    // The tag of an interrupted release is on the same commit, and is no problem.
    await git('tag', `v${version}`);
    expect(await checks('--publish')).toEqual(refused('"npm run test:deep"'));
  });
});

describe('a suite that has passed', () => {
  test('is recorded once for its commit', async () => {
    await record("recordPassed('test'); recordPassed('test'); recordPassed('deep');");
    expect(passedTests()).toBe(`${head} test\n${head} deep\n`);
  });

  test('is not recorded if the files are not those of the commit that it started with', async () => {
    await record("recordPassed('test', 'another commit'); recordPassed('test', null);");
    await writeFile(join(clone, 'new.txt'), '');
    await record("recordPassed('test');");
    await rm(join(clone, 'new.txt'));
    expect(passedTests()).toBe('');
  });

  test('is not recorded outside a checkout, also in a folder of another repository', async () => {
    const ignored = join(clone, 'coverage');
    for (const copy of [project(), ignored]) {
      await cp(join(clone, '.ci'), join(copy, '.ci'), { recursive: true });
      await record("recordPassed('test');", copy);
    }
    await rm(ignored, { recursive: true });
    expect(passedTests()).toBe('');
  });
});

describe('--prepare', () => {
  test('commits the version with a dated changelog, after which only the tests are missing', async () => {
    await commit('CHANGELOG.md', withEntry);
    expect(await checks('--prepare', '9.8.7-rc.1')).toEqual({
      code: 0,
      stdout: 'Committed the release of 9.8.7-rc.1. Before you publish it, run: npm test && npm run test:deep\n',
      stderr: '',
    });
    expect(await git('log', '-1', '--format=%s')).toBe('Release 9.8.7-rc.1');
    const changelog = await readFile(join(clone, 'CHANGELOG.md'), 'utf8');
    expect(changelog).toMatch(/^## Unreleased\n\n## 9\.8\.7-rc\.1 \(\d{4}-\d{2}-\d{2}\)\n\n- A change\.$/m);
    const changed = await git('show', '--format=', '--unified=0', 'HEAD', '--', 'packages', 'pnpm-lock.yaml');
    const added = [...changed.matchAll(/^\+ +(\S.*)$/gm)].map(([, line]) => line);
    expect(added).toEqual([
      '"version": "9.8.7-rc.1",',
      '"@content-gen/runtime": "9.8.7-rc.1",',
      '"version": "9.8.7-rc.1",',
      '"content-gen": "9.8.7-rc.1"',
      '"version": "9.8.7-rc.1",',
      '"@content-gen/studio": "9.8.7-rc.1",',
      '"version": "9.8.7-rc.1",',
      '"content-gen": "9.8.7-rc.1",',
      '"content-gen": "9.8.7-rc.1",',
      '"version": "9.8.7-rc.1",',
      'specifier: 9.8.7-rc.1',
      'specifier: 9.8.7-rc.1',
      'specifier: 9.8.7-rc.1',
      'specifier: 9.8.7-rc.1',
    ]);
    const { stderr } = await checks('--publish');
    expect(stderr).toMatch(/^The tests of commit \w+ have not passed in this clone: .*\n$/);
  });

  test.each([
    ['1.0', '"1.0" is no version such as 1.2.0 or 1.2.0-rc.1.\n'],
    ['9.9.9', 'CHANGELOG.md lists nothing in its part "## Unreleased".\n'],
    [version, expect.stringContaining(`CHANGELOG.md has a part for ${version} already.`)],
  ])('refuses %s, and changes nothing', async (wanted, stderr) => {
    expect(await checks('--prepare', wanted)).toEqual({ code: 1, stdout: '', stderr });
    expect(await git('status', '--porcelain')).toBe('');
    expect(await git('rev-parse', 'HEAD')).toBe(head);
  });
});

describe('the release builds, packs and checks all packages', () => {
  let registry: Awaited<ReturnType<typeof startRegistry>>;
  beforeAll(async () => {
    await copyPackages();
    registry = await startRegistry(tagAtOrigin);
  });
  afterAll(() => registry.stop());

  test('and changes nothing in a dry run', { timeout: 300_000 }, async () => {
    const { code, stdout, stderr } = await release();
    expect(code, stdout + stderr).toBe(0);
    for (const name of ['@content-gen/runtime', 'content-gen', '@content-gen/strapi', 'create-content-gen']) {
      const line = stdout.split('\n').find((each) => each.startsWith(`${name}@${version}: `));
      expect(line).toMatch(/: \d+ files, [\d.]+ kB packed, [\d.]+ kB unpacked$/);
    }
    expect(stdout.match(/^ +\d+\.\d kB {2}(LICENSE|README\.md)$/gm)).toHaveLength(8);
    expect(stdout.match(/^All good!$/gm)).toHaveLength(4);
    expect(stdout).toMatch(/^ +\d+\.\d kB {2}docs\/getting-started\.md$/m);
    expect(stdout).toContain('"@content-gen/runtime/tables"');
    expect(stdout).toContain('Dry run: nothing is published.');
    expect(stderr).toContain(`Warning: --publish would stop. The tests of commit ${head} have not passed`);
    expect(await git('status', '--porcelain', '--ignored', 'packages')).not.toMatch(/LICENSE|README|docs/);
    expect(await git('status', '--porcelain')).toBe('');
    expect(await git('rev-parse', 'HEAD')).toBe(head);
    expect(await git('tag')).toBe('');
  });

  // Runs after the dry run, because this registry lacks the packages that a release may have to install.
  test('then tags the commit, then publishes what is not published', { timeout: 300_000 }, async () => {
    await record("recordPassed('test'); recordPassed('deep');");
    registry.add('@content-gen/runtime', version);
    const npmrc = join(project({ npmrc: registry.npmrc }), 'npmrc');
    const { code, stdout, stderr } = await release(['--publish', '--without-provenance'], {
      npm_config_userconfig: npmrc,
    });
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toContain(`@content-gen/runtime@${version} is published already.`);
    const tags = { [await npmTag(version)]: version };
    expect(registry.published).toEqual([
      { name: 'content-gen', tags, seen: head },
      { name: '@content-gen/strapi', tags, seen: head },
      { name: 'create-content-gen', tags, seen: head },
    ]);
    expect(await git('rev-parse', `v${version}`)).toBe(head);
    expect(await git('status', '--porcelain')).toBe('');
  });
});

describe('the tag of git', () => {
  const tag = (wanted: string) =>
    `import { tagCommit } from './.ci/release/tag.mjs'; tagCommit('${version}', '${wanted}');`;

  test('is made once, when a release runs again', async () => {
    for (const _ of ['a release', 'the same release again']) {
      await evaluate(tag(head));
      expect(tagAtOrigin()).toBe(head);
      expect(await git('rev-parse', `v${version}`)).toBe(head);
    }
  });

  test('is not made if origin has it on another commit', async () => {
    await git('push', '--quiet', 'origin', `${head}:refs/tags/v${version}`);
    const next = await commit('README.md', (text) => `${text}\nMore.\n`);
    const outcome = await run(process.execPath, ['--input-type=module', '--eval', tag(next)], clone);
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists') });
    expect(tagAtOrigin()).toBe(head);
    expect(await git('tag')).toBe('');
  });
});

test('the tag of npm is "next" for a release candidate, and "latest" for other versions', async () => {
  expect(await npmTag('1.2.0-rc.1')).toBe('next');
  expect(await npmTag('1.2.0')).toBe('latest');
});

function npmTag(wanted: string): Promise<string> {
  return evaluate(`import { npmTag } from './.ci/release/tag.mjs'; console.log(npmTag('${wanted}'));`);
}

/** Without colours, which the tools add in CI. */
function release(flags: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const shared = { ...npmEnvironment(), NO_COLOR: '1', ...buildCache() };
  return run('npm', ['run', '--silent', 'release', '--', ...flags], clone, { ...shared, ...env });
}

/**
 * Gives the clone the packages of the workspace, because readme.deep.test.ts already installs them in a clone. Their files
 * are hard links, and the links between packages are relative, so they stay inside the clone. Where this fails, the
 * release installs the packages itself.
 */
async function copyPackages(): Promise<void> {
  const manifests = (await git('ls-files', 'package.json', '*/package.json')).split('\n');
  const folders = manifests.map((file) => join(dirname(file), 'node_modules'));
  for (const name of folders.filter((each) => existsSync(join(workspace, each)))) {
    const { code } = await run('cp', ['-al', join(workspace, name), join(clone, name)], clone);
    if (code !== 0) return rm(join(clone, 'node_modules'), { recursive: true, force: true });
  }
}
