/** Two independent programs make clients from the document; they compile, and one of them is called. */
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { project, run, writeFiles } from '../command-line.js';
import { createProject } from '../serve/project.js';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const document = join(repository, 'fixtures/example/src/content/openapi.json');
const generators = join(repository, 'packages/cli/test/client-generators/node_modules');
const tsc = join(
  dirname(createRequire(join(repository, 'package.json')).resolve('typescript/package.json')),
  'bin/tsc',
);

const options = {
  ...{ strict: true, target: 'ES2022', module: 'Preserve', moduleResolution: 'Bundler', noEmit: true },
  ...{ lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: [] },
};

const uses = `import { articleFind, articleCreate } from './client';
import type { paths } from './types';

type List = paths['/api/articles']['get']['responses']['200']['content']['application/json'];
declare const list: List;
const title: string | null | undefined = list.data[0]!.title;
// @ts-expect-error The type has no such attribute.
list.data[0]!.headline;

const { data } = await articleFind({ query: { filters: { author: { name: { $eq: title ?? '' } } }, fields: ['title'] } });
const kind: 'news' | 'feature' | 'interview' | 'opinion' | null | undefined = data?.data[0]?.kind;
await articleCreate({ body: { data: { title: 'A', kind, author: { connect: ['a'] } } } });
// @ts-expect-error An article is not of this kind.
await articleCreate({ body: { data: { kind: 'rumour' } } });
// @ts-expect-error The type has no such attribute.
await articleFind({ query: { filters: { headline: 'A' } } });
`;

describe('clients of the example', () => {
  let root: string;
  beforeAll(async () => {
    root = project({ 'use.ts': uses, 'tsconfig.json': { compilerOptions: options, include: ['.'] } });
    const made = [
      await run(
        process.execPath,
        [join(generators, 'openapi-typescript/bin/cli.js'), document, '-o', 'types.ts'],
        root,
      ),
      await run(
        process.execPath,
        [join(generators, '@hey-api/openapi-ts/bin/run.js'), '-i', document, '-o', 'client'],
        root,
      ),
    ];
    for (const { code, stdout, stderr } of made) expect(code, stdout + stderr).toBe(0);
  });

  test('compile, and refuse wrong names and values', async () => {
    const outcome = await run(process.execPath, [tsc, '-p', root, '--pretty', 'false'], root);
    expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  describe('called', () => {
    let served: Awaited<ReturnType<typeof createProject>>;
    beforeAll(async () => {
      served = await createProject({}, { database: true });
      writeFiles(served.root, {
        'content/article.json': { attributes: { title: { type: 'string' }, kind: { type: 'string' } } },
        'content-gen.config.json': { api: { rest: { publicTimeoutMs: 60_000 } }, permissions: { public: '*' } },
      });
    });
    afterAll(() => served.remove());

    test('reach the server and read its answers', async () => {
      const { url } = await served.serve(['--no-watch']).event('ready');
      const file = join(root, 'bundle.mjs');
      await build({
        entryPoints: [join(root, 'client/index.ts')],
        bundle: true,
        format: 'esm',
        outfile: file,
        platform: 'node',
      });
      const exports = (await import(pathToFileURL(file).href)) as Record<string, (options: object) => Promise<Answer>>;
      const call = (name: string, more: object) => exports[name]!({ baseUrl: url, querySerializer: brackets, ...more });
      for (const title of ['A', 'B', 'C']) {
        expect((await call('articleCreate', { body: { data: { title } } })).data).toMatchObject({ data: { title } });
      }
      const query = {
        sort: ['title:desc'],
        fields: ['title'],
        pagination: { pageSize: 2 },
        filters: { title: ['A', 'C'] },
      };
      const { data } = await call('articleFind', { query });
      expect(data).toMatchObject({ data: [{ title: 'C' }, { title: 'A' }], meta: { pagination: { total: 2 } } });
      const { error } = await call('articleFind', { query: { filters: { nothing: 'A' } } });
      expect(error).toMatchObject({ error: { name: 'ValidationError' } });
      await rm(file);
    });
  });
});

/** Makers of clients leave nested objects to a function like this one, because OpenAPI does not define them. */
function brackets(query: object): string {
  const pairs = (name: string, value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => pairs(`${name}[${key}]`, inner))
      : [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`];
  return Object.entries(query)
    .flatMap(([name, value]) => pairs(name, value))
    .join('&');
}

interface Answer {
  readonly data?: unknown;
  readonly error?: unknown;
}
