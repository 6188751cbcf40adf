import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { bundleProgram } from '../harness/program.js';

test('a connection on its way to a worker that closes its server ends, although the worker goes on', async () => {
  const file = await bundleProgram(new URL('closing.ts', import.meta.url), 'closing-test');
  const ended = await promisify(execFile)(process.execPath, [file], { timeout: 60_000 });
  expect(ended.stdout).toBe('all have ended\n');
});
