/** The console of `serve`: the questions that the API half of the studio asks about a project. */
import { get } from 'node:http';
import { networkInterfaces } from 'node:os';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { DescribedModel } from '../../src/console/described-model.js';
import type { Pending } from '../../src/console/pending.js';
import type { QueryOutcome } from '../../src/console/query.js';
import type { LoggedRequest } from '../../src/console/request-log.js';
import type { RightsMatrix } from '../../src/console/rights-matrix.js';
import { createProject, patience } from '../serve/project.js';

const files = {
  'content/article.ts': `import { defineContentType } from 'content-gen';

export default defineContentType({
  draftAndPublish: true,
  attributes: {
    title: { type: 'string', required: true },
    secret: { type: 'string' },
    author: { type: 'relation', relation: 'manyToOne', target: 'author', inversedBy: 'articles' },
    tags: { type: 'relation', relation: 'manyToMany', target: 'tag' },
    seo: { type: 'component', component: 'shared.seo' },
  },
});
`,
  'content/author.ts': `import { defineContentType } from 'content-gen';

export default defineContentType({
  attributes: {
    name: { type: 'string' },
    articles: { type: 'relation', relation: 'oneToMany', target: 'article', mappedBy: 'author' },
  },
});
`,
  'content/tag.ts': `import { defineContentType } from 'content-gen';

export default defineContentType({ attributes: { label: { type: 'string' } } });
`,
  'content/user.ts': `import { defineContentType } from 'content-gen';

export default defineContentType({ attributes: { bio: { type: 'text' } } });
`,
  'content/components/shared/seo.ts': `import { defineComponent } from 'content-gen';

export default defineComponent({ attributes: { summary: { type: 'text' } } });
`,
  'content-gen.config.ts': `import { defineConfig } from 'content-gen';

export default defineConfig({
  permissions: {
    public: {
      article: { actions: ['find'], readable: ['title', 'author'], where: { title: { $ne: 'Hidden' } } },
      author: ['find', 'findOne'],
    },
    editor: '*',
  },
  api: { rest: { ${patience} } },
});
`,
};

let project: Awaited<ReturnType<typeof createProject>>;
let served: ReturnType<typeof project.serve>;
let url: string;
let token: string;

beforeAll(async () => {
  project = await createProject(files, { database: true });
  served = project.serve(['--host', '0.0.0.0']);
  ({ url, token } = await served.event('ready'));
  const author = await create('authors', { name: 'Ines' });
  await create('articles?status=published', { title: 'Sea', secret: 'for-no-eyes', author: author.documentId });
  await create('articles?status=published', { title: 'Hidden' });
});
afterAll(() => project.remove());

async function create(path: string, data: object): Promise<{ readonly documentId: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify({ data }) });
  const body = (await answer.json()) as { readonly data: { readonly documentId: string } };
  expect(answer.status, JSON.stringify(body)).toBe(201);
  return body.data;
}

async function ask<T>(path: string, parameters: Readonly<Record<string, string>> = {}): Promise<T> {
  const answer = await fetch(`${url}/studio/console/${path}?${new URLSearchParams(parameters)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const body = (await answer.json()) as T;
  expect(answer.status, JSON.stringify(body)).toBe(200);
  return body;
}

function statusOf(address: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<unknown> {
  return new Promise((resolve, reject) => {
    get(address, { headers, method }, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
  });
}

describe('the console refuses', () => {
  const bearer = () => ({ authorization: `Bearer ${token}` });
  const model = () => `${url}/studio/console/model`;

  test('a caller without the token of serve', async () => {
    expect(await statusOf(model(), {})).toBe(403);
    expect(await statusOf(model(), { authorization: 'Bearer cgt_wrong' })).toBe(403);
    expect(await statusOf(model(), bearer())).toBe(200);
  });

  test('pages of other sites and of other ports', async () => {
    for (const site of ['cross-site', 'same-site']) {
      expect(await statusOf(model(), { ...bearer(), 'sec-fetch-site': site })).toBe(403);
    }
    for (const origin of ['https://evil.example', 'http://localhost:1', 'null']) {
      expect(await statusOf(model(), { ...bearer(), origin })).toBe(403);
    }
    expect(await statusOf(model(), { ...bearer(), origin: url, 'sec-fetch-site': 'same-origin' })).toBe(200);
  });

  test('other host names', async () => {
    expect(await statusOf(model(), { ...bearer(), host: 'evil.example' })).toBe(403);
  });

  test('preflights and all methods but GET', async () => {
    const preflight = await fetch(model(), { method: 'OPTIONS', headers: { origin: 'https://evil.example' } });
    expect(preflight.status).toBe(404);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    for (const method of ['POST', 'PUT', 'DELETE']) expect(await statusOf(model(), bearer(), method)).toBe(404);
  });

  test('callers of other machines', async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal);
    // A machine without a network has no such address.
    if (outside === undefined) return;
    const address = `http://${outside.address}:${new URL(url).port}`;
    expect(await statusOf(`${address}/api/authors`, {})).toBe(200);
    expect(await statusOf(`${address}/studio/console/model`, bearer())).toBe(404);
  });
});

test('the model has types, relations and components with their positions', async () => {
  const { types, components, roles, prefix } = await ask<DescribedModel>('model');
  expect(prefix).toBe('/api');
  expect(roles).toEqual(['public', 'editor']);
  expect(types.map(({ name }) => name)).toEqual(['article', 'author', 'tag', 'user']);
  const article = types.find(({ name }) => name === 'article');
  expect(article).toMatchObject({ path: '/api/articles', draftAndPublish: true, at: { file: 'content/article.ts' } });
  expect(article?.attributes).toMatchObject([
    { name: 'title', kind: 'scalar', type: 'string', required: true, at: { line: 6, column: 5 } },
    { name: 'secret', at: { line: 7 } },
    { name: 'author', kind: 'relation', target: 'author', inverse: 'articles', stored: 'column author' },
    { name: 'tags', cardinality: 'manyToMany', stored: expect.stringMatching(/^table /) },
    { name: 'seo', kind: 'component', component: 'shared.seo' },
  ]);
  expect(components).toMatchObject([{ name: 'shared.seo', at: { file: 'content/components/shared/seo.ts' } }]);
});

describe('a query', () => {
  const titles = ({ body }: QueryOutcome) =>
    (JSON.parse(body) as { readonly data: readonly { readonly title: string }[] }).data.map(({ title }) => title);

  test('is answered as the role that it names, with statements, decisions and plan', async () => {
    const request = '/api/articles?populate=author&sort=title';
    const open = await ask<QueryOutcome>('query', { request, role: 'public' });
    expect(open.status).toBe(200);
    expect(titles(open)).toEqual(['Sea']);
    expect(open.body).toContain('Ines');
    expect(open.body).not.toContain('for-no-eyes');
    expect(open.statements).toMatchObject([{ text: expect.stringContaining('articles'), failed: false }]);
    expect(open.explained?.decisions).toContainEqual(
      expect.objectContaining({ text: 'may article.find', at: expect.stringMatching(/^content-gen\.config\.ts:6:/) }),
    );
    const { plan, sql } = open.explained ?? {};
    expect(sql?.text).toMatch(/select/i);
    expect(plan?.lines.filter(({ isSlowest }) => isSlowest)).toHaveLength(1);
    expect(plan?.lines[0]).toMatchObject({ depth: 0, loops: 1, blocks: { read: expect.any(Number) } });

    const whole = await ask<QueryOutcome>('query', { request });
    expect(titles(whole)).toEqual(['Hidden', 'Sea']);
    expect(whole.body).toContain('for-no-eyes');
    expect(whole.explained?.decisions).toEqual([]);
  });

  test('equals the answer of the API to the same request', async () => {
    const request = '/api/articles?filters[author][name][$eq]=Ines&fields[0]=title&pagination[pageSize]=1';
    const { body } = await ask<QueryOutcome>('query', { request, role: 'public', explain: 'false' });
    expect(body).toBe(await (await fetch(url + request)).text());
    const users = await ask<QueryOutcome>('query', { request: '/api/users', explain: 'false' });
    const headers = { authorization: `Bearer ${token}` };
    expect(users.body).toBe(await (await fetch(`${url}/api/users`, { headers })).text());
  });

  test('that the API refuses shows the error', async () => {
    const refused = await ask<QueryOutcome>('query', { request: '/api/tags', role: 'public' });
    expect(refused.status).toBe(403);
    expect(refused.explained).toMatchObject({ refusal: { status: 403 }, advice: [] });
    const wrong = await ask<QueryOutcome>('query', { request: '/api/articles?filters[nope][$eq]=1' });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toContain('Invalid key nope');
  });

  test.each([
    ['DELETE /api/articles', {}],
    ['/api/nothing', {}],
    ['/api/articles', { role: 'nobody' }],
  ])('%s %j is a problem of the question', async (request, more) => {
    const parameters = new URLSearchParams({ request, ...more });
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/studio/console/query?${parameters}`, { headers });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { name: 'ValidationError' } });
  });
});

test('the rights of each role are a matrix of endpoints', async () => {
  const { roles, endpoints, surface } = await ask<RightsMatrix>('rights');
  expect(roles).toEqual(['public', 'editor']);
  const reach = (id: string) => endpoints.find((endpoint) => endpoint.id === id)?.reach;
  expect(reach('article.find')).toEqual({ public: 'rows', editor: 'yes' });
  expect(reach('author.find')).toEqual({ public: 'yes', editor: 'yes' });
  expect(reach('article.create')).toEqual({ public: 'no', editor: 'yes' });
  expect(surface.roles).toMatchObject({ public: { article: { fields: { title: 'read, filter, sort' } } } });
});

test('the reference of a role has only the endpoints of that role', async () => {
  const whole = await ask<{ readonly paths: object }>('reference');
  expect(Object.keys(whole.paths)).toEqual(expect.arrayContaining(['/api/articles', '/api/tags']));
  const open = await ask<{ readonly paths: Readonly<Record<string, object>> }>('reference', { role: 'public' });
  expect(Object.keys(open.paths)).not.toContain('/api/tags');
  expect(Object.keys(open.paths['/api/articles'] ?? {})).toEqual(['get']);
});

test('pending work lists the next migration, files out of date and errors of the definitions', async () => {
  const before = await ask<Pending>('pending');
  expect(before).toMatchObject({ diagnostics: [], files: [], database: { missing: [], drift: [] } });
  expect(before.migration.statements.map(({ sql }) => sql)).toEqual(
    expect.arrayContaining([expect.stringContaining('CREATE TABLE')]),
  );

  await project.write('src/content/tag/types.ts', '// Generated by content-gen. Do not edit.\n');
  const edited = await ask<Pending>('pending');
  expect(edited.files).toMatchObject([{ path: 'src/content/tag/types.ts', action: 'update' }]);
  expect(edited.files[0]?.diff).toContain('+');

  const failed = served.next('error');
  await project.write('content/tag.ts', files['content/tag.ts'].replace("'string'", "'strin'"));
  await failed;
  const wrong = await ask<Pending>('pending');
  expect(wrong.diagnostics).toMatchObject([{ span: { file: 'content/tag.ts' } }]);
});

describe('the log', () => {
  /** Reads events until one of them is enough. */
  async function eventsUntil(isEnough: (entries: readonly LoggedRequest[]) => boolean) {
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/studio/console/log`, { headers, signal: stop.signal });
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    let entries: LoggedRequest[] = [];
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? [];
        if (data === undefined) continue;
        entries = name === 'entries' ? JSON.parse(data) : [...entries, JSON.parse(data)];
      }
      if (isEnough(entries)) break;
    }
    stop.abort();
    return { entries, text: JSON.stringify(entries) };
  }

  test('has the requests before and after it was opened, with their statements and without secrets', async () => {
    await fetch(`${url}/api/articles?sort=title`);
    await fetch(`${url}/api/authors?sort=name`, { headers: { referer: `${url}/studio/content` } });
    const watched = eventsUntil((entries) => entries.some(({ target }) => target.endsWith('?sort=secret')));
    const password = 'correct-horse';
    await fetch(`${url}/api/auth/local?password=${password}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: 'joe', password }),
    });
    await fetch(`${url}/api/authors?filters[name][$eq]=Ines`, { headers: { authorization: `Bearer ${token}` } });
    await fetch(`${url}/api/articles?sort=secret`);
    const { entries, text } = await watched;
    const find = (target: string) => entries.find((entry) => entry.target === target);
    expect(find('/api/articles?sort=title')).toMatchObject({
      method: 'GET',
      status: 200,
      caller: 'public',
      isStudio: false,
      statements: [{ text: expect.stringContaining('articles'), ms: expect.any(Number) }],
    });
    expect(find('/api/authors?sort=name')).toMatchObject({ isStudio: true });
    expect(find('/api/articles?sort=secret')).toMatchObject({ status: 400, statements: [] });
    expect(find('/api/authors?filters[name][$eq]=Ines')).toMatchObject({ caller: 'token', status: 200 });
    expect(find('/api/auth/local?password=…')).toMatchObject({ method: 'POST' });
    expect(entries.find(({ method }) => method === 'POST')?.statements.length).toBeGreaterThan(1);
    expect(text).not.toContain(password);
    expect(text).not.toContain(token);
    expect(text).not.toContain('/studio/');
  });

  test('keeps the statements of requests apart that run at the same time', async () => {
    const paths = Array.from(
      { length: 40 },
      (_, at) => `/api/${at % 2 === 0 ? 'articles' : 'authors'}?pagination[start]=${at}`,
    );
    const watched = eventsUntil((entries) => paths.every((path) => entries.some(({ target }) => target === path)));
    await Promise.all(paths.map((path) => fetch(url + path)));
    const { entries } = await watched;
    for (const path of paths) {
      const [, table = ''] = /^\/api\/(\w+)/.exec(path) ?? [];
      const found = entries.find(({ target }) => target === path);
      expect(found?.statements.map(({ text }) => text)).toEqual([expect.stringContaining(`"${table}"`)]);
    }
  });
});
