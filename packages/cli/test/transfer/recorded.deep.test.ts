/** Imports what Strapi wrote, and sends the requests again that Strapi answered with the same content. */
import { createDecipheriv, createHash } from 'node:crypto';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ComparisonReport } from '../../../strapi/src/compare/report.js';
import { openSource } from './open.js';
import type { Source } from '../../src/transfer/source.js';
import { bin, run } from '../command-line.js';
import { startRecordedServer } from '../compare/recorded-server.js';
import { type TestServer, startServer } from '../migrate/server.js';
import { type ServeProcess, startServe } from '../serve/project.js';
import { temporaryProject } from '../temporary-project.js';
import { mysqlDump } from './mysql.js';
import { type Answer, type EngineName, comparable, moving, recordedAnswers, unpacked } from './recorded.js';
import { createSite } from './site.js';

const reading = ['find', 'findOne', 'findDraft'];
const types = ['story', 'writer', 'profile', 'topic', 'category', 'ticket', 'product', 'note', 'badge'];

/** The permissions of the recorded roles, and signing in. */
const config = {
  // The tests share the machine, so statements may take long.
  api: { responses: 'strapi', rest: { publicTimeoutMs: 60_000 } },
  locales: { default: 'en', all: ['en', 'fr'] },
  permissions: {
    public: {
      ...Object.fromEntries(types.map((name) => [name, reading])),
      homepage: ['find', 'findDraft'],
      setting: ['find', 'findDraft'],
      user: ['find', 'findOne'],
      role: ['find'],
      upload: ['find', 'findOne'],
      locale: ['find'],
      auth: ['callback'],
    },
    authenticated: {},
    editor: { story: ['find', 'create', 'update'], user: ['me'] },
  },
};

let server: TestServer;
let root: string;
let empty: { readonly url: string };
beforeAll(async () => {
  server = await startServer();
  root = temporaryProject(
    { 'content-gen.config.json': config, 'package.json': { type: 'module', dependencies: packages } },
    { packages: true },
  );
  cpSync(join(moving, 'strapi', 'src'), join(root, 'src'), { recursive: true });
  empty = await createSite(server, {}, { root });
});
afterAll(() => server.stop());

const packages = { '@strapi/strapi': '5.54.0', '@strapi/plugin-users-permissions': '5.54.0' };

interface Recording {
  readonly source: string;
  readonly answers: EngineName;
  /** Gives the address or path of the source. */
  readonly prepare: () => Promise<string>;
  readonly key?: string;
  readonly hasFiles: boolean;
  /** An archive of Strapi has no tokens. */
  readonly hasTokens: boolean;
  /** Whether `compare` reads the answers, too. One source of each engine is enough. */
  readonly isCompared?: boolean;
}

const archive = (name: string) => async () => join(moving, 'recorded', name);
const mysql = process.env['MYSQL_URL'];

const recordings: readonly Recording[] = [
  {
    source: 'an archive',
    answers: 'sqlite',
    prepare: archive('archive.tar.gz'),
    hasFiles: true,
    hasTokens: false,
    isCompared: true,
  },
  {
    source: 'an encrypted archive',
    answers: 'sqlite',
    prepare: archive('encrypted.tar.gz.enc'),
    key: 'a key for tests',
    hasFiles: true,
    hasTokens: false,
  },
  {
    source: 'an archive without files',
    answers: 'sqlite',
    prepare: archive('without-files.tar.gz'),
    hasFiles: false,
    hasTokens: false,
  },
  {
    source: 'a SQLite database',
    answers: 'sqlite',
    hasFiles: false,
    hasTokens: true,
    prepare: async () => {
      const path = join(root, 'data.db');
      writeFileSync(path, unpacked('sqlite.db.gz'));
      return path;
    },
  },
  {
    source: 'a PostgreSQL database',
    answers: 'postgres',
    hasFiles: false,
    hasTokens: true,
    isCompared: true,
    prepare: async () => {
      const { url, sql } = await server.database();
      await sql.unsafe(unpacked('postgres.sql.gz').toString());
      return url;
    },
  },
];

describe.each(recordings)('$source', (recording) => {
  replayed(recording);
});

// Runs where MYSQL_URL names a server of MySQL or MariaDB whose user may create databases.
describe.skipIf(mysql === undefined)('a MySQL database, on the server of MYSQL_URL', () => {
  replayed({
    source: 'mysql',
    answers: 'mysql',
    hasFiles: false,
    hasTokens: true,
    prepare: () => mysqlDump(mysql ?? ''),
  });
});

function replayed({ answers, prepare, key, hasFiles, hasTokens, isCompared = false }: Recording): void {
  let serve: ServeProcess;
  let base: string;
  let again: () => Promise<unknown>;
  let secrets: ReadonlyMap<string, string>;

  beforeAll(async () => {
    const site = await createSite(server, {}, { root, empty });
    const address = await prepare();
    const importAll = async () => {
      const source = await openSource(address, { root, model: site.model, key });
      const tokens = [...secrets.keys()];
      return site.importSource(source, { keepUrls: !hasFiles, tokens }).finally(() => source.close());
    };
    const source = await openSource(address, { root, model: site.model, key });
    secrets = await secretsIn(source).finally(() => source.close());
    await importAll();
    again = importAll;
    serve = startServe(root, { args: ['--no-watch'], env: { DATABASE_URL: site.url, API_TOKEN_SALT: 'token' } });
    base = (await serve.event('ready')).url;
  });
  afterAll(() => serve.end('SIGTERM'));

  test('every answer is equal or explained', async () => {
    const different = await replay(base, answers);
    expect(different).toEqual([]);
  });

  if (isCompared) testComparison(answers, () => base);

  test('users sign in with their passwords, and keep their roles', async () => {
    const signIn = (password: string) =>
      fetch(`${base}/api/auth/local`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ identifier: 'ines@example.org', password }),
      });
    expect((await signIn('wrong-password-1')).status).toBe(400);
    const { jwt } = JSON.parse(await (await signIn('Ines-password-1')).text());
    const me = await fetch(`${base}/api/users/me`, { headers: { authorization: `Bearer ${jwt}` } });
    expect(await me.json()).toMatchObject({ username: 'Ines' });
  });

  if (hasTokens) testTokens(() => ({ base, secrets }));

  if (hasFiles) testFiles(() => base);

  test('a second import changes nothing', async () => {
    expect(await again()).toMatchObject({ changedHereCount: 0 });
    expect(JSON.stringify(await again())).not.toMatch(/"written":[1-9]/);
  });
}

function testComparison(answers: EngineName, base: () => string): void {
  test('compare finds every answer equal or explained, and nothing else', async () => {
    const old = await startRecordedServer(recordedAnswers(answers));
    const { code, report } = await compareWith(old.url, base(), old.list);
    const different = report.endpoints.flatMap(({ differences }) => differences.filter(isUnexplained));
    // The answer does not show the names of the writers, so their order cannot be explained.
    const hidden = answers === 'postgres' ? [] : ['other order at data[], sort=writer.name'];
    expect([...new Set(different.map(orderOf))]).toEqual(hidden);
    expect([code, report.notCompared]).toEqual([hidden.length === 0 ? 0 : 1, 0]);
    expect(report.equal + report.explained + report.different).toBe(report.requests);
    expect(report.equal).toBeGreaterThan(430);

    const path = '/api/topics?sort=name';
    const { body } = recordedAnswers(answers).find((one) => one.path === path)!;
    const changed = structuredClone(body) as { data: { name: string }[] };
    changed.data[0]!.name = 'Another name';
    old.answer(path, changed);
    const again = await compareWith(old.url, base(), path);
    expect([again.code, again.report.different]).toEqual([1, 1]);
    await old.close();
  });
}

function testTokens(served: () => { readonly base: string; readonly secrets: ReadonlyMap<string, string> }): void {
  test('API tokens keep working with the salt of Strapi', async () => {
    const status = async (token: string, path: string, method = 'GET') => {
      const headers = { authorization: `Bearer ${served().secrets.get(token)}`, 'content-type': 'application/json' };
      const body = method === 'GET' ? {} : { body: JSON.stringify({ data: {} }) };
      return (await fetch(served().base + path, { method, headers, ...body })).status;
    };
    expect([...served().secrets.keys()].toSorted()).toEqual(['Full Access', 'Read Only', 'all', 'reader', 'some']);
    expect(await status('reader', '/api/stories')).toBe(200);
    expect(await status('reader', '/api/topics', 'POST')).toBe(403);
    expect(await status('all', '/api/users')).toBe(200);
    expect(await status('some', '/api/stories')).toBe(200);
    expect(await status('some', '/api/topics')).toBe(403);
    // The token may create, and the body lacks a required value.
    expect(await status('some', '/api/topics', 'POST')).toBe(400);
    expect(await status('nobody', '/api/stories')).toBe(401);
  });
}

function testFiles(base: () => string): void {
  test('every file and format is there', async () => {
    const files: readonly { url: string; formats: Record<string, { url: string }> | null }[] = JSON.parse(
      await (await fetch(`${base()}/api/upload/files`)).text(),
    );
    const urls = files.flatMap(({ url, formats }) => [
      url,
      ...Object.values(formats ?? {}).map((format) => format.url),
    ]);
    expect(urls).toHaveLength(12);
    const statuses = await Promise.all(urls.map(async (url) => (await fetch(base() + url)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
}

async function compareWith(old: string, ours: string, list: string) {
  writeFileSync(join(root, 'requests.txt'), list);
  const options = ['--json', '--rate', '500', '--with', old, '--to', ours, '--requests', 'requests.txt'];
  const { code, stdout, stderr } = await run(process.execPath, [bin, 'compare', ...options], root);
  expect(stdout, stderr).toMatch(/^\{/);
  return { code, report: JSON.parse(stdout) as ComparisonReport };
}

type FirstDifference = ComparisonReport['endpoints'][number]['differences'][number];

function isUnexplained({ explanation }: FirstDifference): boolean {
  return explanation === undefined;
}

function orderOf({ kind, at, first }: FirstDifference): string {
  return `${kind} at ${at}, ${/sort=[a-z.]+/i.exec(first.request)?.[0]}`;
}

/** The secrets of tokens by name. Strapi also keeps them encrypted; the keys are those of `make-project.mjs`. */
async function secretsIn(source: Source): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for await (const { type, values } of source.entities()) {
    if (type !== 'admin::api-token') continue;
    const [, iv = '', text = '', tag = ''] = String(values['encryptedKey']).split(':');
    const key = createHash('sha256').update('0123456789abcdef0123456789abcdef').digest();
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'hex')).setAuthTag(Buffer.from(tag, 'hex'));
    found.set(String(values['name']), decipher.update(text, 'hex', 'utf8') + decipher.final('utf8'));
  }
  return found;
}

/** The requests whose answers differ. */
async function replay(base: string, engine: EngineName): Promise<readonly object[]> {
  const left = [...recordedAnswers(engine)];
  const different: object[] = [];
  const send = async (request: Answer) => {
    const response = await fetch(base + request.path);
    const compared = comparable(engine, request, {
      status: response.status,
      body: JSON.parse(await response.text()),
    });
    if (!isDeepStrictEqual(compared.expected, compared.actual)) different.push({ path: request.path, ...compared });
  };
  const workers = Array.from({ length: 4 }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await send(next);
  });
  await Promise.all(workers);
  return different;
}
