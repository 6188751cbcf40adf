/** One test per advisory of the field that is about accounts and sessions. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Mail } from '../../src/content/users-settings.js';
import { FULL, type Site, openSite } from '../access/site.js';
import { openPatient } from '../harness/patient-database.js';
import { times } from '../harness/suite.js';

let site: Site;
let limited: Site;
let elsewhere: Site;
const mails: Mail[] = [];
const databases: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  const mail = async (sent: Mail) => void mails.push(sent);
  site = await openSite({
    mail,
    users: { rateLimit: false, links: { resetPassword: 'https://app.example.org/reset' } },
  });
  // Longer than the tests take, because afterwards requests are counted anew.
  const rateLimit = { requests: 3, seconds: 3_600 };
  limited = await openSite({ mail, users: { rateLimit, trustedProxies: 1 } }, site.test);
  const database = openPatient({ url: site.test.url });
  databases.push(database);
  elsewhere = await openSite({ mail, users: { rateLimit, trustedProxies: 1 } }, { ...site.test, database });
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await site.close();
});
beforeEach(async () => {
  mails.length = 0;
  await site.test.rows(`delete from cg_documents where type = 'user'`);
  await site.test.rows('delete from cg_attempts');
});

const JOE = { username: 'joe', email: 'joe@example.org', password: 'secret1' };

async function join(fields: object = JOE) {
  const { status, body } = await site.request('POST', '/api/auth/local/register', { body: fields });
  expect([status, body.error]).toEqual([200, undefined]);
  return body as { jwt: string; refreshToken: string; user: { id: number; documentId: string } };
}

async function resetCode(): Promise<string> {
  const reply = await site.request('POST', '/api/auth/forgot-password', { body: { email: JOE.email } });
  expect(reply.body).toEqual({ ok: true });
  await expect.poll(() => mails.length).toBe(1);
  return new URL(/https:\S+/.exec(mails[0]!.text)![0]).searchParams.get('code')!;
}

const me = async (token: string) => (await site.request('GET', '/api/users/me', { token })).status;
const users = () => site.test.rows<Record<string, unknown>>('select * from users order by id');

describe('Strapi', () => {
  it('GHSA-gc7p-j5xm-xxh2 / CVE-2023-39345: registering writes attributes that are not the caller’s', async () => {
    for (const extra of ['role', 'confirmed', 'blocked', 'provider', 'resetPasswordToken', 'confirmationToken', 'id']) {
      const { status, body } = await site.request('POST', '/api/auth/local/register', { body: { ...JOE, [extra]: 1 } });
      expect([status, body.error.message]).toEqual([400, `Invalid parameters: ${extra}`]);
    }
    expect(await users()).toEqual([]);
    const { user } = await join();
    for (const extra of ['resetPasswordToken', 'confirmationToken']) {
      for (const token of [undefined, FULL]) {
        const reply = await site.request('PUT', `/api/users/${user.id}`, {
          body: { [extra]: 'x' },
          ...(token ? { token } : {}),
        });
        expect(reply.status, extra).toBe(400);
      }
    }
  });

  it('CVE-2026-22706 / GHSA-hvp3-26wx-g2w4: a reset leaves sessions alive', async () => {
    const old = await join();
    const login = { identifier: 'joe', password: 'secret1' };
    const other = await site.request('POST', '/api/auth/local', { body: { ...login, deviceId: 'phone' } });
    const body = { code: await resetCode(), password: 'secret2', passwordConfirmation: 'secret2' };
    const reset = await site.request('POST', '/api/auth/reset-password', { body });
    expect(reset.status).toBe(200);
    expect([await me(old.jwt), await me(other.body.jwt), await me(reset.body.jwt)]).toEqual([401, 401, 200]);
    const refreshed = await site.request('POST', '/api/auth/refresh', { body: { refreshToken: old.refreshToken } });
    expect(refreshed.status).toBe(401);
    const again = await site.request('POST', '/api/auth/reset-password', { body });
    expect(again.body.error.message).toBe('Incorrect code provided');
  });

  it(
    'CVE-2025-64526 / GHSA-7mqx-wwh4-f9fw: the body chooses whom an attempt is counted against',
    { timeout: times(180_000) },
    async () => {
      await join();
      const body = fc.dictionary(
        fc.constantFrom('identifier', 'email', 'password', 'ip', 'address', 'x'),
        fc.jsonValue(),
      );
      let count = 0;
      await fc.assert(
        fc.asyncProperty(body, async (sent) => {
          const reply = await limited.request('POST', '/api/auth/local', { body: sent, address: '198.51.100.7' });
          expect(reply.status).toBe(++count > 3 ? 429 : 400);
        }),
        { numRuns: times(40), endOnFailure: true },
      );
      const last = await limited.request('POST', '/api/auth/local', { body: {}, address: '198.51.100.7' });
      expect(last.body.error).toMatchObject({ status: 429, name: 'RateLimitError' });
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
      // Others are not affected, and all instances count together.
      expect((await limited.request('POST', '/api/auth/local', { body: {}, address: '198.51.100.8' })).status).toBe(
        400,
      );
      expect((await elsewhere.request('POST', '/api/auth/local', { body: {}, address: '198.51.100.7' })).status).toBe(
        429,
      );
    },
  );

  it('GHSA-24q2-59hm-rh9r: another spelling of the path is not counted', async () => {
    const paths = [
      '/api/auth/local',
      '/api/auth/local/',
      '/api/AUTH/local',
      '/api/Auth/local/',
      '/api/auth/local?x=1',
      '/api/auth/local#a',
    ];
    const statuses = [];
    for (const path of paths) {
      statuses.push((await limited.request('POST', path, { body: {}, address: '203.0.113.9' })).status);
    }
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(3);
    expect(statuses.at(-1)).toBe(429);
    for (const forged of ['1.1.1.1', '1.1.1.1, 2.2.2.2', 'unknown']) {
      const headers = { 'x-forwarded-for': `${forged}, 203.0.113.9`, 'x-real-ip': forged, forwarded: `for=${forged}` };
      const reply = await limited.request('POST', '/api/auth/local', { body: {}, headers, address: '10.0.0.1' });
      expect(reply.status, forged).toBe(429);
    }
  });

  it('CVE-2023-22621: what users write is run as a template of mails', async () => {
    const name = '<%= process.env.PATH %>${739*919}{{739*919}}';
    await join({ ...JOE, username: name });
    const code = await resetCode();
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(mails[0]!.text).not.toContain(String(739 * 919));
    expect(mails[0]!.to).toBe(JOE.email);
  });

  it('CVE-2019-18818 / GHSA-6xc2-mj39-q599: an object where text is expected matches anything', async () => {
    await join();
    await resetCode();
    const before = await users();
    for (const odd of [{}, { $gt: '' }, [], ['x'], 1, true, null, { $ne: null }]) {
      for (const [path, body] of [
        ['/api/auth/reset-password', { code: odd, password: 'secret2', passwordConfirmation: 'secret2' }],
        ['/api/auth/reset-password', { code: 'x', password: odd, passwordConfirmation: odd }],
        ['/api/auth/local', { identifier: odd, password: 'secret1' }],
        ['/api/auth/local', { identifier: 'joe', password: odd }],
        ['/api/auth/forgot-password', { email: odd }],
        ['/api/auth/send-email-confirmation', { email: odd }],
        ['/api/auth/local/register', { ...JOE, username: odd }],
        ['/api/auth/refresh', { refreshToken: odd }],
      ] as const) {
        const { status } = await site.request('POST', path, { body });
        expect(status, `${path} ${JSON.stringify(odd)}`).toBe(400);
      }
    }
    expect(await users()).toEqual(before);
  });

  it('CVE-2024-34065: a confirmation leads wherever the link says', async () => {
    await join();
    for (const query of ['redirect=https://evil.io', 'callback=https://evil.io', 'url=https://evil.io']) {
      const { status, headers } = await site.request('GET', `/api/auth/email-confirmation?confirmation=x&${query}`);
      expect([status, headers.get('location')]).toEqual([400, null]);
    }
    const mail = (await resetCode(), mails[0]!.text);
    expect(mail).not.toContain('evil');
    const poisoned = await site.request('POST', '/api/auth/forgot-password', {
      body: { email: JOE.email, url: 'https://evil.io' },
      headers: { host: 'evil.io', 'x-forwarded-host': 'evil.io', origin: 'https://evil.io' },
    });
    expect(poisoned.status).toBe(200);
    await expect.poll(() => mails.length).toBe(2);
    expect(mails[1]!.text).toMatch(/https:\/\/app\.example\.org\/reset\?code=/);
    expect(mails[1]!.text).not.toContain('evil');
  });

  it('CVE-2025-3930: a token is good after signing out', async () => {
    const { jwt, refreshToken } = await join();
    expect((await site.request('POST', '/api/auth/logout', { token: jwt })).body).toEqual({ ok: true });
    expect(await me(jwt)).toBe(401);
    expect((await elsewhere.request('GET', '/api/users/me', { token: jwt })).status).toBe(401);
    const refreshed = await site.request('POST', '/api/auth/refresh', { body: { refreshToken } });
    expect(refreshed.status).toBe(401);
  });

  it('CVE-2025-25298: only the first 72 bytes of a password count', async () => {
    const long = 'x'.repeat(73);
    const refused = await site.request('POST', '/api/auth/local/register', { body: { ...JOE, password: long } });
    expect([refused.status, refused.body.error.message]).toEqual([400, 'Password must be less than 73 bytes']);
    expect(JSON.stringify(refused.body)).not.toContain('xxxx');
    await join({ ...JOE, password: 'é'.repeat(36) });
    const near = await site.request('POST', '/api/auth/local', {
      body: { identifier: 'joe', password: `${'é'.repeat(36)}x` },
    });
    expect(near.status).toBe(400);
  });

  it('the answer does not tell which addresses exist', async () => {
    await join();
    const ask = (path: string, email: string) => site.request('POST', `/api/auth/${path}`, { body: { email } });
    for (const path of ['forgot-password', 'send-email-confirmation']) {
      const [known, unknown] = [await ask(path, JOE.email), await ask(path, 'nobody@example.org')];
      expect(known.status).toBe(unknown.status);
      expect(JSON.stringify(known.body).replace(JOE.email, 'X')).toBe(
        JSON.stringify(unknown.body).replace('nobody@example.org', 'X'),
      );
    }
  });
});

describe('peers', () => {
  it('Directus GHSA-56p6-qw3c-fq2g: a suspended user stays signed in', async () => {
    const { jwt, refreshToken } = await join();
    await site.test.rows('update users set blocked = true');
    for (const one of [site, elsewhere]) {
      expect((await one.request('GET', '/api/articles', { token: jwt })).status).toBe(401);
      expect((await one.request('POST', '/api/auth/refresh', { body: { refreshToken } })).status).toBe(401);
    }
  });

  it('Directus CVE-2026-35409: an address has many spellings', async () => {
    const spellings = [
      '::ffff:192.0.2.7',
      '192.0.2.7',
      '::FFFF:192.0.2.7',
      '::ffff:c000:207',
      '0:0:0:0:0:ffff:192.0.2.7',
    ];
    const attempt = (address: string) => limited.request('POST', '/api/auth/local', { body: {}, address });
    // Behind a proxy, the address comes with ports, brackets and quotes.
    const forwarded = (address: string) =>
      limited.request('POST', '/api/auth/local', { body: {}, headers: { 'x-forwarded-for': address } });
    const written = spellings.map((address) => (address.includes(':') ? `[${address}]:4711` : `"${address}:80"`));
    for (const [send, addresses] of [
      [attempt, spellings],
      [forwarded, spellings],
      [forwarded, written],
    ] as const) {
      await site.test.rows('delete from cg_attempts');
      const statuses = [];
      for (const address of addresses) statuses.push((await send(address)).status);
      expect(statuses, addresses.join(' ')).toEqual([400, 400, 400, 429, 429]);
    }
    const network = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::9', '2001:db8:0:0:1:2:3:4'];
    for (const address of network) await attempt(address);
    expect((await attempt('2001:db8::5')).status).toBe(429);
    expect((await attempt('2001:db8:1::5')).status).toBe(400);
  });

  it('Directus CVE-2026-35409: an address in a request is never opened, however it is spelled', async () => {
    let visits = 0;
    const server = createServer((_, response) => {
      visits++;
      response.end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const { jwt } = await join();
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '2130706433', '0x7f.1']) {
      const url = `http://${host}:${port}/secret`;
      const query = `callback=${encodeURIComponent(url)}&url=${encodeURIComponent(url)}`;
      const image = [
        { type: 'image', image: { url, name: 'x', width: 1, height: 1 }, children: [{ type: 'text', text: '' }] },
      ];
      for (const [method, path, body] of [
        ['POST', '/api/articles', { data: { title: url, body: `![x](${url})`, blocks: image, extra: { url } } }],
        ['POST', '/api/upload', { fileInfo: { name: url, caption: url, url } }],
        ['POST', '/api/upload', { url, files: [url] }],
        ['GET', `/api/upload/files?${query}`, undefined],
        ['GET', `/api/connect/github?${query}`, undefined],
        ['POST', '/api/auth/forgot-password', { email: JOE.email, url }],
        ['POST', '/api/auth/local/register', { ...JOE, username: url, email: `x@${host}` }],
      ] as const) {
        const { status } = await site.request(method, path, { token: jwt, body });
        expect(status, `${method} ${path}`).toBeLessThan(500);
      }
    }
    expect(visits).toBe(0);
    await new Promise((done) => server.close(done));
  });
});
