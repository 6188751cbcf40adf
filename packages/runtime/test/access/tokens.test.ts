import { createHash, createHmac } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { strapiHash } from '../../src/access/tokens.js';
import type { Database } from '../../src/database/database.js';
import { observeStatements } from '../../src/database/index.js';
import { stopDate } from '../harness/clock.js';
import { openPatient } from '../harness/patient-database.js';
import { type Site, openSite } from './site.js';

const sha256 = (secret: string) => createHash('sha256').update(secret).digest('hex');

let one: Site;
let two: Site;
const others: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  const settings = {
    permissions: { public: { tag: ['find'] } },
    tokens: [
      { name: 'declared', type: 'custom' as const, actions: ['vault.find'], sha256: sha256('declared') },
      { name: 'old', type: 'full-access' as const, sha256: sha256('old'), expiresAt: '2001-01-01T00:00:00Z' },
    ],
  };
  one = await openSite(settings);
  // Another instance: connections and caches of its own on the same database.
  const database = openPatient({ url: one.test.url });
  others.push(database);
  two = await openSite(settings, { ...one.test, database });
});
afterAll(async () => {
  for (const other of others) await other.close();
  await one.close();
});

const store = (name: string, type: string, actions: string[] = [], expires: string | null = null) =>
  one.test.rows(
    'insert into cg_tokens (name, type, actions, sha256, expires_at) values ($1, $2, $3::text::jsonb, $4, $5)',
    [name, type, JSON.stringify(actions), sha256(name), expires],
  );

const status = async (site: Site, method: string, path: string, token: string, body?: unknown) =>
  (await site.request(method, path, { token, body })).status;

describe('tokens', () => {
  it('may do what their type allows, in the config and in the database', async () => {
    await store('all', 'full-access');
    await store('reads', 'read-only');
    await store('some', 'custom', ['tag.create', 'vault.findOne']);
    const body = { data: { name: 'x' } };
    const made = await one.request('POST', '/api/vaults', { token: 'all', body });
    expect(made.status).toBe(201);
    const path = `/api/vaults/${made.body.data.documentId}`;

    expect(await status(one, 'GET', '/api/vaults', 'reads')).toBe(200);
    expect(await status(one, 'GET', path, 'reads')).toBe(200);
    expect(await status(one, 'GET', '/api/articles?status=draft', 'reads')).toBe(200);
    // No token has a user, and only one with all rights has the right to ask for it.
    expect(await status(one, 'GET', '/api/users/me', 'all')).toBe(401);
    expect(await status(one, 'GET', '/api/users/me', 'reads')).toBe(403);
    expect(await status(one, 'GET', '/api/users/me', 'some')).toBe(403);
    for (const [method, at] of [
      ['POST', '/api/vaults'],
      ['PUT', path],
      ['DELETE', path],
    ] as const) {
      expect(await status(one, method, at, 'reads', body), method).toBe(403);
    }
    expect(await status(one, 'POST', '/api/tags', 'some', body)).toBe(201);
    expect(await status(one, 'GET', path, 'some')).toBe(200);
    expect(await status(one, 'GET', '/api/vaults', 'some')).toBe(403);
    // The rights of a token replace those of the public.
    expect(await status(one, 'GET', '/api/tags', 'some')).toBe(403);
    expect((await one.request('GET', '/api/tags')).status).toBe(200);
    expect(await status(one, 'GET', '/api/vaults', 'declared')).toBe(200);
  });

  it('that are unknown or expired are a 401, on public routes as well', async () => {
    await store('gone', 'full-access', [], '2001-01-01');
    for (const [token, message] of [
      ['nobody', 'Missing or invalid credentials'],
      ['gone', 'Token expired'],
      ['old', 'Token expired'],
    ] as const) {
      for (const path of ['/api/tags', '/api/vaults']) {
        const reply = await one.request('GET', path, { token });
        expect([reply.status, reply.body.error.message], token).toEqual([401, message]);
      }
    }
    expect((await one.request('GET', '/api/vaults')).status).toBe(403);
  });

  it('of Strapi work with its salt, and their hashes are no secrets', async () => {
    const hash = createHmac('sha512', 'the salt of Strapi').update('fromstrapi').digest('hex');
    await one.test.rows(
      `insert into cg_tokens (name, type, actions, sha256) values ('strapi', 'read-only', '[]', $1)`,
      [strapiHash(hash)],
    );
    const statuses = async () => {
      const site = await openSite({}, one.test);
      const secrets = ['fromstrapi', hash, strapiHash(hash)];
      return Promise.all(secrets.map((secret) => status(site, 'GET', '/api/vaults', secret)));
    };
    expect(await statuses()).toEqual([401, 401, 401]);
    vi.stubEnv('API_TOKEN_SALT', 'another salt');
    expect(await statuses()).toEqual([401, 401, 401]);
    vi.stubEnv('API_TOKEN_SALT', 'the salt of Strapi');
    expect(await statuses()).toEqual([200, 401, 401]);
    vi.unstubAllEnvs();
  });

  it('are revoked on every instance within a second, and can be created again with other rights', async () => {
    const date = stopDate();
    await store('brief', 'full-access');
    for (const site of [one, two]) expect(await status(site, 'GET', '/api/vaults', 'brief')).toBe(200);
    await one.test.rows(`delete from cg_tokens where name = 'brief'`);
    date.pass(1_000);
    for (const site of [one, two]) expect(await status(site, 'GET', '/api/vaults', 'brief')).toBe(401);

    await store('brief', 'custom', ['article.find']);
    date.pass(1_000);
    for (const site of [one, two]) {
      expect(await status(site, 'GET', '/api/vaults', 'brief')).toBe(403);
      const list = await site.request('GET', '/api/articles?populate=vault', { token: 'brief' });
      expect(list.status).toBe(200);
    }
  });

  it('lose a removed right in every answer, cached answers included', async () => {
    await store('shrinks', 'custom', ['article.find', 'author.find']);
    await store('author', 'full-access');
    const made = await one.request('POST', '/api/authors', { token: 'author', body: { data: { name: 'Ann' } } });
    const data = { title: 'T', author: made.body.data.documentId };
    expect((await one.request('POST', '/api/articles', { token: 'author', body: { data } })).status).toBe(201);

    const shown = async () => {
      const list = await one.request('GET', '/api/articles?populate=author', { token: 'shrinks' });
      return list.body.data[0].author?.name;
    };
    expect(await shown()).toBe('Ann');
    await one.test.rows(`update cg_tokens set actions = '["article.find"]' where name = 'shrinks'`);
    await expect.poll(shown).toBeUndefined();
  });

  it('are looked up once for many requests', async () => {
    stopDate();
    await store('busy', 'read-only');
    let lookups = 0;
    const counted = {
      ...one.test.database,
      rows: <Row extends object>(...sent: Parameters<Database['rows']>) => {
        if (sent[0].includes('cg_tokens')) lookups++;
        return one.test.database.rows<Row>(...sent);
      },
    };
    const site = await openSite({}, { ...one.test, database: counted });
    await Promise.all(Array.from({ length: 40 }, () => site.request('GET', '/api/tags', { token: 'busy' })));
    expect(lookups).toBe(1);
  });

  it('are remembered without the request that sent them', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    stopDate();
    const ask = async (token: string) => {
      let statements = 0;
      // As every request is where metrics are counted.
      const observe = () => void statements++;
      await observeStatements(observe, () => status(one, 'GET', '/api/tags', token));
      expect(statements).toBe(1);
      return new WeakRef(observe);
    };
    const requests: WeakRef<object>[] = [];
    for (let index = 0; index < 20; index++) requests.push(await ask(`forged${index}`));
    // A connection keeps its last statement, and the request that opened it.
    await expect
      .poll(() => {
        collectGarbage();
        return requests.filter((request) => request.deref() !== undefined).length;
      })
      .toBeLessThan(10);
  });

  it('are stored only as hashes', async () => {
    const rows = await one.test.rows('select * from cg_tokens');
    expect(JSON.stringify(rows.map(({ name: _, ...row }: any) => row))).not.toMatch(/"(all|reads|some|brief|busy)"/);
  });
});
