/** Sends the requests in the documentation to the example project. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type RequestStep, blocksOf, requestedPages, send, stepsOf } from './docs-page.js';
import { createProject } from './serve/project.js';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));
const example = join(workspace, 'fixtures', 'example');

let project: Awaited<ReturnType<typeof createProject>>;
let url: string;
let token: string;
beforeAll(async () => {
  project = await createProject({}, { database: true });
  for (const name of ['content', 'content-gen.config.ts', 'seed'])
    await cp(join(example, name), join(project.root, name), { recursive: true });

  // The seed of docs/serve.md comes after the seed of the example.
  const seed = join(project.root, 'seed', 'seed.json');
  const shown = blocksOf('docs/serve.md').find(({ info }) => info === 'json seed.json')!.code;
  const entries = [seed, shown].map(async (text) => JSON.parse(text === seed ? await readFile(seed, 'utf8') : text));
  await writeFile(seed, JSON.stringify((await Promise.all(entries)).flat()));

  ({ url, token } = await project.serve(['--no-watch', '--seed', 'seed/seed.json']).event('ready'));
});
afterAll(() => project.remove());

describe.each(requestedPages)('%s', (page) => {
  const requests = stepsOf(page).filter((step): step is RequestStep => step.kind === 'request');

  test('has requests', () => expect(requests.length).toBeGreaterThan(4));

  test.each(requests.map((step, index) => [`${index + 1} ${step.request}`, step] as const))('%s', (_, step) =>
    send(url, token, step),
  );
});
