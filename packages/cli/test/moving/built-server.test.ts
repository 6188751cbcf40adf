/** A project of CommonJS, as most Strapi projects are, answers every kind of request in production. */
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { project } from '../command-line.js';
import { inProcess } from '../in-process.js';
import { type TestServer, startServer } from '../migrate/server.js';
import { workspace } from '../temporary-project.js';
import { answersOf, build, expectedAnswers, served } from './built-server.js';
import { monorepo, shapes } from './shapes.js';

const compiler = join(workspace, 'node_modules', 'typescript', 'bin', 'tsc');
let postgresql: TestServer;

beforeAll(async () => {
  postgresql = await startServer();
});
afterAll(() => postgresql?.stop());

test('the build in place answers tokens, sessions, uploads, hooks and refusals', { timeout: 300_000 }, async () => {
  const root = project(monorepo, { packages: true });
  const path = project(shapes['of CommonJS without a tsconfig'], { parent: join(root, 'packages') });
  expect(await inProcess(path, ['move'])).toMatchObject({ code: 0 });
  const { url, token } = await build(path, compiler, postgresql);
  const answers = await served(path, url, (address) => answersOf(address, token));
  expect(answers).toEqual(expectedAnswers);
});
