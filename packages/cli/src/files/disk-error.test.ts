import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { diskProblem } from './disk-error.js';

const thrown = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);

test.skipIf(!existsSync('/dev/full'))(
  'a full disk is no bug, although the error of the write names no file',
  async () => {
    expect(diskProblem(await thrown(writeFile('/dev/full', 'text')))).toBe(
      'The disk reports an error: ENOSPC: no space left on device, write',
    );
  },
);

test('a missing file may be a bug', async () => {
  expect(diskProblem(await thrown(readFile('/absent/file')))).toBeUndefined();
});
