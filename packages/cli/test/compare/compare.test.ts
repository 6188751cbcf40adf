/** `content-gen compare` between two real servers with the same content, and a proxy that changes answers. */
import { randomBytes } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { inDeepSuite } from '../../../runtime/test/harness/suite.js';
import type { EndpointReport, ComparisonReport } from '../../../strapi/src/compare/report.js';
import { bin, run, writeFiles } from '../command-line.js';
import { blocksOf } from '../docs-page.js';
import { createProject, patience } from '../serve/project.js';
import { workspace } from '../temporary-project.js';
import { type Change, type Proxy, startProxy } from './proxy.js';

type JsonReport = ComparisonReport & { readonly ok: boolean; readonly message?: string };
type Json = Record<string, unknown>;

let project: Awaited<ReturnType<typeof createProject>>;
/** The server that is compared with, the changing proxy in front of it, and the new server. */
let [old, ours, token] = ['', '', ''];
let proxy: Proxy;
let copyUrl: string;

beforeAll(async () => {
  project = await createProject({});
  await cp(join(workspace, 'fixtures/example'), project.root, { recursive: true });
  const config = join(project.root, 'content-gen.config.ts');
  const settings = await readFile(config, 'utf8');
  await writeFile(config, settings.replace('openapi: true', `openapi: true, api: { rest: { ${patience} } }`));
  const [source, copy] = ['source', 'copy'].map((name) => `${name}_${randomBytes(6).toString('hex')}`);
  const urlOf = (name = '') => inject('postgres').replace(/\/postgres$/, `/${name}`);
  const admin = postgres(inject('postgres'), { max: 1 });
  await admin.unsafe(`create database ${source}`);
  const first = project.serve(['--no-watch', '--seed', 'seed/seed.json'], { DATABASE_URL: urlOf(source) });
  await first.event('ready');
  await first.end('SIGTERM');
  await admin.unsafe(`create database ${copy} template ${source}`);
  await admin.end();
  copyUrl = urlOf(copy);
  await renumber(copyUrl);
  const one = await project.serve(['--no-watch'], { DATABASE_URL: urlOf(source) }).event('ready');
  const two = await project.serve(['--no-watch'], { DATABASE_URL: copyUrl }).event('ready');
  [old, ours, token] = [one.url, two.url, one.token];
  proxy = await startProxy(old);
});
afterAll(async () => {
  await proxy?.close();
  await project?.remove();
});

/** Gives every document of the copy another row id and reverses their order, as another database would. */
async function renumber(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const tables = ['articles', 'authors', 'categories', 'pages', 'homepages'];
  const references = await sql<{ table: string; column: string }[]>`
    select conrelid::regclass::text as table, attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid::regclass::text in ${sql(tables)}`;
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    for (const { table, column } of [...tables.map((name) => ({ table: name, column: 'id' })), ...references]) {
      await transaction.unsafe(`update "${table}" set "${column}" = 100000 - "${column}"`);
    }
  });
  await sql.end();
}

async function compare(...args: readonly string[]): Promise<{ code: number | null; report: JsonReport }> {
  const outcome = await run(process.execPath, [bin, 'compare', '--json', '--rate', '500', ...args], project.root);
  expect(outcome.stdout, outcome.stderr).toMatch(/^\{/);
  return { code: outcome.code, report: JSON.parse(outcome.stdout) as JsonReport };
}

/** A request, the change of its answer, and the differences that the report names. */
interface Case {
  readonly title: string;
  readonly path: string;
  readonly change?: Change;
  readonly kinds: readonly string[];
}

/** Compares a server with a changing one, in one run. Every case has a page size of its own, so that its path is unique. */
async function compareChanged(cases: readonly Case[]): Promise<{ report: JsonReport; found: readonly string[][] }> {
  const sizeOf = (index: number) => String(60 + index);
  const paths = cases.map(
    ({ path }, index) => `${path}${path.includes('?') ? '&' : '?'}pagination[pageSize]=${sizeOf(index)}`,
  );
  writeFiles(project.root, { 'list.txt': paths.join('\n') });
  proxy.change((answer, url) => {
    const size = url.searchParams.get('pagination[pageSize]');
    cases.find((_, index) => sizeOf(index) === size)?.change?.(answer, url);
  });
  const { report } = await compare('--with', ours, '--to', proxy.url, '--requests', 'list.txt');
  proxy.change(() => undefined);
  const differences = report.endpoints.flatMap((endpoint: EndpointReport) => endpoint.differences);
  const found = paths.map((path) =>
    differences
      .filter(({ first }) => first.request === `GET ${path}`)
      .map(({ kind, at }) => (at === '' ? kind : `${kind} at ${at}`)),
  );
  return { report, found };
}

function reverse(body: unknown): void {
  (body as { data: Json[] }).data = dataOf(body).toReversed();
}

function dataOf(body: unknown): Json[] {
  return (body as { data: Json[] }).data;
}

describe('equal servers', () => {
  test('generated requests reach every type and parameter, and are equal though row ids and their order differ', async () => {
    const { code, report } = await compare('--with', proxy.url, '--to', ours, '--generate', '150');
    expect(report.endpoints.flatMap(({ differences, problems }) => [...differences, ...problems])).toEqual([]);
    expect({ code, ok: report.ok, requests: report.requests }).toEqual({ code: 0, ok: true, requests: 150 });
    const paths = report.endpoints.map(({ endpoint }) => endpoint);
    for (const path of ['/api/articles', '/api/articles/:documentId', '/api/pages', '/api/homepage', '/api/authors']) {
      expect(paths).toContain(path);
    }
    const sent = decodeURIComponent(proxy.requests.join('\n'));
    for (const part of ['filters[title][', 'filters[author][', 'populate=*', 'locale=fr', 'status=draft', 'fields=']) {
      expect(sent).toContain(part);
    }
    expect(proxy.requests.filter((request) => !request.startsWith('GET /api/'))).toEqual([]);
  });

  test('without --to the project is served, with a token of its own when the old server is asked with one', async () => {
    writeFiles(project.root, { 'list.txt': '/api/articles?status=draft&sort=slug\n/api/articles?sort=title\n' });
    const args = ['compare', '--json', '--requests', 'list.txt', '--with', proxy.url];
    const serveWith = (...more: readonly string[]) =>
      run(process.execPath, [bin, ...args, ...more], project.root, { DATABASE_URL: copyUrl });
    const authorized = await serveWith('--with-header', `Authorization: Bearer ${token}`);
    expect(authorized, authorized.stdout).toMatchObject({ code: 0 });
    expect(proxy.lastHeaders().authorization).toBe(`Bearer ${token}`);
    expect(await serveWith()).toMatchObject({ code: 0 });
  });
});

const list = '/api/articles?populate=*&sort=documentId';

const cases: readonly Case[] = [
  { title: 'the same answer', path: list, kinds: [] },
  {
    title: 'a missing relation',
    path: list,
    change: ({ body }) => dataOf(body).forEach((article) => (article['author'] = null)),
    kinds: ['missing relation at data[].author'],
  },
  {
    title: 'an extra relation',
    path: list,
    change: ({ body }) => (dataOf(body)[0]!['categories'] as Json[]).push({ documentId: 'bbbbbbbbbbbbbbbbbbbbbbbb' }),
    kinds: ['extra relation at data[].categories[]'],
  },
  {
    title: 'an extra document',
    path: list,
    change: ({ body }) => dataOf(body).push({ ...dataOf(body)[0], documentId: 'bbbbbbbbbbbbbbbbbbbbbbbb' }),
    kinds: ['extra document at data[]'],
  },
  {
    title: 'a missing document',
    path: list,
    change: ({ body }) => dataOf(body).pop(),
    kinds: ['missing document at data[]'],
  },
  {
    title: 'another order of a sorted list',
    path: list,
    change: ({ body }) => reverse(body),
    kinds: ['other order at data[]'],
  },
  {
    title: 'another order of a relation',
    path: list,
    change: ({ body }) =>
      dataOf(body).forEach((article) => (article['categories'] = (article['categories'] as Json[]).toReversed())),
    kinds: ['other order at data[].categories[]'],
  },
  {
    title: 'another status',
    path: list,
    change: (answer) => {
      answer.status = 403;
      answer.body = { data: null, error: { status: 403, name: 'ForbiddenError', message: 'Forbidden' } };
    },
    kinds: ['other status'],
  },
  {
    title: 'HTML',
    path: list,
    change: (answer) => ((answer.body = '<p>'), (answer.type = 'text/html')),
    kinds: ['other format'],
  },
  {
    title: 'an extra field',
    path: list,
    change: ({ body }) => dataOf(body).forEach((article) => (article['subtitle'] = null)),
    kinds: ['extra field at data[].subtitle'],
  },
  {
    title: 'a lost field',
    path: list,
    change: ({ body }) => dataOf(body).forEach((article) => delete article['kind']),
    kinds: ['missing field at data[].kind'],
  },
  {
    title: 'another value',
    path: list,
    change: ({ body }) => (dataOf(body)[0]!['title'] = 'Other'),
    kinds: ['other value at data[].title'],
  },
  {
    title: 'another total',
    path: list,
    change: ({ body }) => ((body as { meta: { pagination: Json } }).meta.pagination['total'] = 99),
    kinds: ['other total at meta.pagination.total'],
  },
  {
    title: 'another message of an error',
    path: '/api/articles?sort=nothing',
    change: ({ body }) => ((body as { error: Json }).error['message'] = 'Unknown key nothing'),
    kinds: ['other error at error.message'],
  },
  {
    title: 'another value in a component',
    path: list,
    change: ({ body }) => {
      for (const { seo } of dataOf(body)) if (seo !== null) (seo as Json)['metaTitle'] = 'Other';
    },
    kinds: ['other value at data[].seo.metaTitle'],
  },
  {
    title: 'the order of a list without sort',
    path: '/api/articles',
    change: ({ body }) => reverse(body),
    kinds: [],
  },
  {
    title: 'the order of documents with equal values',
    path: '/api/articles?sort=kind&fields=kind',
    change: ({ body }) => {
      reverse(body);
      dataOf(body).sort((one, other) => (String(one['kind']) < String(other['kind']) ? -1 : 1));
    },
    kinds: [],
  },
  {
    title: 'the host of files, their storage, and another way to write a date',
    path: list,
    change: ({ body }) => {
      for (const article of dataOf(body)) {
        article['createdAt'] = String(article['createdAt']).replace('Z', '+00:00');
        const cover = article['cover'] as Json | null;
        if (cover === null) continue;
        cover['url'] = `https://bucket.example.org/media${String(cover['url']).replace('/uploads', '')}?v=1`;
        cover['provider'] = 'aws-s3';
      }
    },
    kinds: [],
  },
  {
    title: 'the profile of responses',
    path: list,
    change: ({ body }) => {
      for (const article of dataOf(body)) {
        delete article['meta'];
        if (article['seo'] !== null) delete (article['seo'] as Json)['documentId'];
      }
    },
    kinds: [],
  },
];

test('every change that matters is found at its place, and no other', async () => {
  const { report, found } = await compareChanged(cases);
  // A difference is shown for the first request that has it: these cases have no difference in common.
  expect(Object.fromEntries(cases.map(({ title }, index) => [title, found[index]]))).toEqual(
    Object.fromEntries(cases.map(({ title, kinds }) => [title, kinds])),
  );
  const different = cases.filter(({ kinds }) => kinds.length > 0).length;
  expect(report).toMatchObject({ ok: false, requests: cases.length, different, equal: cases.length - different });
});

test('the text shows the endpoint, the first request and both values; --ignore leaves a key out', async () => {
  writeFiles(project.root, { 'authors.txt': '# two lists\nGET /api/authors?sort=name\n/api/authors?sort=slug\n' });
  proxy.change(({ body }) => dataOf(body).forEach((author) => (author['role'] = 'Pilot')));
  const args = [bin, 'compare', '--with', ours, '--to', proxy.url, '--requests', 'authors.txt'];
  const { code, stdout } = await run(process.execPath, args, project.root);
  expect(code, stdout).toBe(1);
  expect(stdout).toContain('/api/authors  different  0 of 2 requests equal');
  expect(stdout).toMatch(
    /other value at data\[\]\.role, in 2 requests; the first:\n +GET \/api\/authors\?sort=name\n +old: .+\n +new: Pilot/,
  );
  expect(stdout).toContain('2 requests: 0 equal, 0 explained, 2 different, 0 not compared.');
  expect(await run(process.execPath, [...args, '--ignore', 'role'], project.root)).toMatchObject({ code: 0 });
  proxy.change(() => undefined);
});

describe('an old server that does not answer', () => {
  const problems: readonly [string, Change, RegExp][] = [
    ['with 503', (answer) => (answer.status = 503), /answers 503/],
    ['with HTML', (answer) => ((answer.body = '<html>'), (answer.type = 'text/html')), /with HTML, not with JSON/],
    [
      'with a redirect',
      (answer) => ((answer.status = 302), (answer.headers['location'] = '/admin')),
      /redirects to \/admin/,
    ],
    [
      'with 429',
      (answer) => ((answer.status = 429), (answer.headers['retry-after'] = '0.01')),
      /answers 429: .*--rate/,
    ],
  ];
  test('is named with its answer, and the exit code is 2', async () => {
    writeFiles(project.root, {
      'tags.txt': problems.map((_, index) => `/api/pages?pagination[pageSize]=${index + 1}`).join('\n'),
    });
    proxy.change((answer, url) => problems[Number(url.searchParams.get('pagination[pageSize]')) - 1]?.[1](answer, url));
    const from = proxy.requests.length;
    const { code, report } = await compare('--with', proxy.url, '--to', ours, '--requests', 'tags.txt');
    proxy.change(() => undefined);
    const reasons = report.endpoints.flatMap((endpoint: EndpointReport) =>
      endpoint.problems.map(({ reason }) => reason),
    );
    expect({ code, notCompared: report.notCompared }).toEqual({ code: 2, notCompared: problems.length });
    for (const [, , reason] of problems) expect(reasons).toContainEqual(expect.stringMatching(reason));
    // A server that limits the rate is asked again.
    expect(proxy.requests.slice(from).filter((request) => request.endsWith('=4'))).toHaveLength(3);
  });

  test('at all stops the command with the reason', async () => {
    const gone = await startProxy(old);
    await gone.close();
    const { code, report } = await compare('--with', gone.url, '--to', ours, '--generate', '5');
    expect(code).toBe(2);
    expect(report.message).toContain(`${gone.url} does not answer: connect ECONNREFUSED`);
  });
});

inDeepSuite(() => {
  test('the commands of docs/compare.md work', async () => {
    const blocks = blocksOf('docs/compare.md');
    writeFiles(project.root, { 'requests.txt': blocks.find(({ info }) => info === 'text requests.txt')!.code });
    const commands = blocks.filter(({ info }) => info === 'sh').map(({ code }) => code.trim());
    expect(commands).toHaveLength(3);
    for (const command of commands) {
      const line = command
        .replace('npx content-gen', `"${process.execPath}" "${bin}"`)
        .replace('https://old.example.org', proxy.url)
        .replace('Bearer token', `Bearer ${token}`);
      const limited = `${line} --rate 500${line.includes('--requests') ? '' : ' --generate 20'}`;
      const outcome = await run('sh', ['-c', limited], project.root, { DATABASE_URL: copyUrl });
      expect(outcome, outcome.stdout + outcome.stderr).toMatchObject({ code: 0 });
    }
  });
});

test('recorded traffic is only read: writes and other servers are left out and counted', async () => {
  const entry = (method: string, url: string) => ({ request: { method, url, headers: [] } });
  writeFiles(project.root, {
    'traffic.har': {
      log: {
        entries: [
          entry('GET', `${proxy.url}/api/articles?sort=title`),
          entry('HEAD', `${proxy.url}/api/articles`),
          entry('DELETE', `${proxy.url}/api/articles/x`),
          entry('POST', `${proxy.url}/api/articles`),
          entry('GET', 'https://analytics.example.org/api/hit'),
        ],
      },
    },
  });
  const from = proxy.requests.length;
  const args = [bin, 'compare', '--with', proxy.url, '--to', ours, '--har', 'traffic.har'];
  const { code, stderr } = await run(process.execPath, args, project.root);
  expect(code, stderr).toBe(0);
  expect(proxy.requests.slice(from).toSorted()).toEqual(['GET /api/articles?sort=title', 'HEAD /api/articles']);
  expect(stderr).toContain('left out 2 requests that are not GET or HEAD');
  expect(stderr).toContain('left out 1 requests to https://analytics.example.org');
});
