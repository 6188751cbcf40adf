import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, expect, test } from 'vitest';

import { type Watcher, watchFiles } from './watch.js';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function watched(paths: readonly string[], pattern?: RegExp) {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'content-gen-watch-')));
  cleanups.push(() => rm(root, { recursive: true, force: true }));
  const watcher = await watchFiles(root, { paths, output: 'src/content' }, pattern);
  cleanups.push(() => watcher.stop());
  const write = async (path: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), String(Math.random()));
  };
  return { watcher, write };
}

/** The files of the next call. */
function nextCall(watcher: Watcher): Promise<readonly string[]> {
  return new Promise((resolve) => watcher.listen(async (files) => resolve(files)));
}

test('changes before listening are reported, also in folders that are new', async () => {
  const { watcher, write } = await watched(['content', 'config.ts']);
  await write('content/b.ts');
  await write('config.ts');
  const seen = new Set<string>();
  watcher.listen(async (files) => files.forEach((file) => seen.add(file)));
  await expect.poll(() => [...seen].sort()).toEqual(['config.ts', 'content/b.ts']);
  // Not earlier: chokidar may miss a file that is written at the moment when it begins to watch a new folder.
  await write('content/a.ts');
  await expect.poll(() => [...seen].sort()).toEqual(['config.ts', 'content/a.ts', 'content/b.ts']);
});

test('a change that settles before anybody listens is reported, and so are those after it', async () => {
  const { watcher, write } = await watched(['content']);
  await write('content/a.ts');
  // Long enough for the change to settle. If it does not, the test only says less.
  await sleep(500);
  const seen = new Set<string>();
  watcher.listen(async (files) => files.forEach((file) => seen.add(file)));
  await expect.poll(() => [...seen]).toEqual(['content/a.ts']);
  await write('content/b.ts');
  await expect.poll(() => [...seen].sort()).toEqual(['content/a.ts', 'content/b.ts']);
});

test('a change that is reported before it has settled keeps no later change back', async () => {
  const { watcher, write } = await watched(['content']);
  const seen = new Set<string>();
  watcher.listen(async (files) => {
    // The second change comes while the first is worked at, and takes no time itself.
    if (seen.size === 0) {
      await write('content/b.ts');
      await sleep(40);
    }
    files.forEach((file) => seen.add(file));
  });
  await write('content/a.ts');
  await expect.poll(() => [...seen].sort()).toEqual(['content/a.ts', 'content/b.ts']);
  await sleep(300);
  await write('content/c.ts');
  await expect.poll(() => [...seen].sort()).toEqual(['content/a.ts', 'content/b.ts', 'content/c.ts']);
});

test('other folders, the output, hidden folders and other file types are ignored', async () => {
  const { watcher, write } = await watched(['src'], /\.ts$/);
  await write('elsewhere/a.ts');
  await write('src/content/b.ts');
  await write('src/node_modules/c.ts');
  await write('src/d.txt');
  await write('src/e.ts');
  expect(await nextCall(watcher)).toEqual(['src/e.ts']);
});

test('an extended watcher reports changes of the added paths', async () => {
  const { watcher, write } = await watched(['content']);
  watcher.extend({ paths: ['more'], output: 'generated' });
  await write('more/a.ts');
  expect(await nextCall(watcher)).toEqual(['more/a.ts']);
});
