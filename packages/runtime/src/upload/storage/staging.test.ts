import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { openStaging } from './staging.js';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'content-gen-staging-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

it('files whose stream fails leave nothing behind, however early it fails', async () => {
  const staging = openStaging({ staging: { path: parent }, place: 'here' });
  for (let turns = 0; turns < 300; turns++) {
    const stream = new PassThrough();
    stream.on('error', () => undefined);
    const error = staging.receive(stream, 'a.txt', 'text/plain').catch((reason: unknown) => reason);
    for (let turn = 0; turn < turns % 30; turn++) await new Promise((resolve) => setImmediate(resolve));
    stream.destroy(new Error('The client hung up'));
    expect(await error).toBeInstanceOf(Error);
  }
  // A file that is opened late would appear after its stream has failed; only that needs this time.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const [folder] = await readdir(parent);
  expect(await readdir(join(parent, folder!))).toEqual([]);
});
