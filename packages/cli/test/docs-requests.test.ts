/** The requests in the documentation are sent to the example project. */
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createProject } from './serve/project.js';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));
const example = join(workspace, 'fixtures', 'example');

const pages = ['docs/query-parameters.md'];
const requests = (
  await Promise.all(
    pages.map(async (page) => {
      const text = await readFile(join(workspace, page), 'utf8');
      return [...text.matchAll(/^```http\n([\s\S]*?)^```$/gm)].flatMap(([, lines]) => lines!.trim().split('\n'));
    }),
  )
).flat();

let project: Awaited<ReturnType<typeof createProject>>;
let url: string;
let token: string;
beforeAll(async () => {
  project = await createProject({});
  for (const name of ['content', 'content-gen.config.ts', 'seed'])
    await cp(join(example, name), join(project.root, name), { recursive: true });
  ({ url, token } = await project.serve(['--seed', 'seed/seed.json']).event('ready'));
});
afterAll(() => project.remove());

/** What the text around a request says about it. */
const refused = new Set(['GET /api/articles?filters[cover][name]=x']);

test.each(requests)('%s', async (request) => {
  const [method = 'GET', path = ''] = request.split(' ');
  const response = await fetch(url + path, { method, headers: { authorization: `Bearer ${token}` } });
  expect(response.status, await response.text()).toBe(refused.has(request) ? 400 : 200);
});
