import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { hashPassword } from '../../src/access/passwords.js';
import { type Site, openSite } from '../access/site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());
beforeEach(() => site.test.rows(`delete from cg_documents where type = 'user'`));

const JOE = { username: 'joe', email: 'Joe@x.io', password: 'secret1' };

async function join(fields = JOE) {
  const { body, status } = await site.request('POST', '/api/auth/local/register', { body: fields });
  expect([status, body.error]).toEqual([200, undefined]);
  return body as { jwt: string; refreshToken: string; user: { id: number; documentId: string } };
}

const me = async (token: string) => (await site.request('GET', '/api/users/me', { token })).status;

describe('signing up and in', () => {
  it('returns the user without secrets, and a token of that user', async () => {
    const { jwt, user } = await join();
    expect(Object.keys(user)).toEqual([
      'id',
      'documentId',
      'username',
      'email',
      'provider',
      'confirmed',
      'blocked',
      'createdAt',
      'updatedAt',
      'publishedAt',
      'role',
    ]);
    expect(user).toMatchObject({ username: 'joe', email: 'joe@x.io', provider: 'local', confirmed: true });
    const shown = await site.request('GET', '/api/users/me?populate=role', { token: jwt });
    expect(shown.body).toMatchObject({ ...user, role: { type: 'authenticated', name: 'Authenticated' } });
  });

  it('tells the role of a new user, where the caller may read roles', async () => {
    expect((await join()).user).toMatchObject({ role: { type: 'authenticated', name: 'Authenticated' } });
    const { permissions } = site.content.settings;
    const roleOf = async (allowed: object, username: string) => {
      const others = { ...(permissions['public'] as object), role: [], ...allowed };
      const own = await openSite({ permissions: { ...permissions, public: others } }, site.test);
      const fields = { username, email: `${username}@x.io`, password: 'secret1' };
      const { status, body } = await own.request('POST', '/api/auth/local/register', { body: fields });
      expect([status, body.error]).toEqual([200, undefined]);
      return body.user.role?.type;
    };
    expect(await roleOf({}, 'ann')).toBeUndefined();
    expect(await roleOf({ role: ['find'] }, 'bea')).toBe('authenticated');
    const user = { actions: ['find'], readable: ['username'] };
    expect(await roleOf({ role: ['find'], user }, 'cid')).toBeUndefined();
    const login = await site.request('POST', '/api/auth/local', { body: { identifier: 'joe', password: 'secret1' } });
    expect(login.body.user).not.toHaveProperty('role');
  });

  it('accepts the username, or the email address in any case', async () => {
    await join();
    for (const identifier of ['joe', 'joe@x.io', 'JOE@X.IO']) {
      const { status, body } = await site.request('POST', '/api/auth/local', {
        body: { identifier, password: 'secret1' },
      });
      expect([status, body.user?.username], identifier).toEqual([200, 'joe']);
    }
  });

  it('refuses a taken username or address, also across the two and in parallel', async () => {
    await join();
    for (const fields of [
      { username: 'joe', email: 'a@x.io' },
      { username: 'JOE', email: 'a@x.io' },
      { username: 'ann', email: 'JOE@x.io' },
      { username: 'joe@x.io', email: 'a@x.io' },
    ]) {
      const { status, body } = await site.request('POST', '/api/auth/local/register', {
        body: { ...fields, password: 'secret1' },
      });
      expect([status, body.error.message]).toEqual([400, 'Email or Username are already taken']);
    }
    const twins = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        site.request('POST', '/api/auth/local/register', {
          body: { username: `twin${index}`, email: 'twin@x.io', password: 'secret1' },
        }),
      ),
    );
    expect(twins.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('keeps an imported bcrypt hash until its user signs in', async () => {
    const { user } = await join();
    const { hashSync } = await import('@node-rs/bcrypt');
    await site.test.rows('update users set password = $1 where document_id = $2', [
      hashSync('from before', 4),
      user.documentId,
    ]);
    const wrong = await site.request('POST', '/api/auth/local', { body: { identifier: 'joe', password: 'secret1' } });
    expect(wrong.status).toBe(400);
    for (let time = 0; time < 2; time++) {
      const right = await site.request('POST', '/api/auth/local', {
        body: { identifier: 'joe', password: 'from before' },
      });
      expect(right.status).toBe(200);
      const [row] = await site.test.rows<{ password: string }>('select password from users');
      expect(row!.password).toMatch(/^\$argon2id\$/);
    }
  });

  it.each(['bcrypt', 'argon2'])('accepts a stored %s password that is longer than the limit of today', async (kind) => {
    const { user } = await join();
    const password = 'é'.repeat(100);
    const refused = await site.request('PUT', `/api/users/${user.id}`, { body: { password } });
    expect([refused.status, refused.body.error.message]).toEqual([400, 'Password must be less than 73 bytes']);
    const hash =
      kind === 'bcrypt' ? (await import('@node-rs/bcrypt')).hashSync(password, 4) : await hashPassword(password);
    await site.test.rows('update users set password = $1 where document_id = $2', [hash, user.documentId]);
    const signIn = async (sent: string) =>
      (await site.request('POST', '/api/auth/local', { body: { identifier: 'joe', password: sent } })).status;
    expect([await signIn(password), await signIn(password), await signIn('é'.repeat(30))]).toEqual([200, 200, 400]);
  });
});

describe('sessions', () => {
  it('continue with a refresh token, each of which works once', async () => {
    const { refreshToken } = await join();
    const first = await site.request('POST', '/api/auth/refresh', { body: { refreshToken } });
    expect(first.status).toBe(200);
    expect(await me(first.body.jwt)).toBe(200);
    const next = await site.request('POST', '/api/auth/refresh', { body: { refreshToken: first.body.refreshToken } });
    expect(next.status).toBe(200);
    expect((await site.request('POST', '/api/auth/refresh', { body: { refreshToken } })).status).toBe(401);
  });

  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const withoutCors = () => {
    const { api } = site.content.settings;
    return openSite({ api: { ...api, cors: { origins: '*', credentials: false } } }, site.test);
  };
  const pages: readonly (readonly [string, Record<string, string>, boolean])[] = [
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
    ['another host of the site', { 'sec-fetch-site': 'same-site', origin: 'http://www.localhost' }, false],
    ['another site, in an old browser', { origin: 'https://evil.example' }, false],
    ['a page without an origin, in an old browser', { origin: 'null' }, false],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }, false],
    ['this site', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' }, true],
    ['this site, in an old browser', { origin: 'http://localhost' }, true],
    ['a program', {}, true],
  ];
  it.each(pages)('begin without a cookie for forms of other sites: %s', async (_, sent, isKept) => {
    const { jwt } = await join();
    const change = { currentPassword: 'secret1', password: 'secret2', passwordConfirmation: 'secret2' };
    const raw = 'identifier=joe&password=secret1';
    const plain = await withoutCors();
    const answers = [
      await plain.request('POST', '/api/auth/local', { raw, headers: { ...form, ...sent } }),
      await plain.request('POST', '/api/auth/local', {
        body: { identifier: 'joe', password: 'secret1' },
        headers: sent,
      }),
      await plain.request('POST', '/api/auth/change-password', { body: change, token: jwt, headers: sent }),
    ];
    for (const [index, { status, headers, body }] of answers.entries()) {
      expect([status, headers.get('set-cookie') !== null]).toEqual([200, isKept]);
      // As in Strapi, the body of a changed password has the token in any case.
      expect(Object.keys(body)).toEqual(isKept && index < 2 ? ['jwt', 'user'] : ['jwt', 'refreshToken', 'user']);
    }
  });

  it.each(pages)('do not go on by the cookie for pages of other sites: %s', async (_, sent, isKept) => {
    await join();
    const login = await site.request('POST', '/api/auth/local', { body: { identifier: 'joe', password: 'secret1' } });
    const [cookie = ''] = login.headers.get('set-cookie')!.split(';', 1);
    const plain = await withoutCors();
    const refused = await plain.request('POST', '/api/auth/refresh', { headers: { ...form, ...sent, cookie } });
    expect([refused.status, refused.headers.get('set-cookie') !== null]).toEqual([isKept ? 200 : 403, isKept]);
    if (!isKept) expect((await site.request('POST', '/api/auth/refresh', { headers: { cookie } })).status).toBe(200);
  });

  it('have a cookie for pages of origins that the config lets send credentials', async () => {
    await join();
    const { api } = site.content.settings;
    const cookieOf = async (origins: 'reflect' | '*' | readonly string[], origin: string, more: object = {}) => {
      const other = await openSite({ api: { ...api, cors: { origins, credentials: true } } }, site.test);
      const headers = { 'sec-fetch-site': 'same-site', origin };
      const sent = { body: { identifier: 'joe', password: 'secret1' }, ...more };
      const answer = await other.request('POST', '/api/auth/local', {
        ...sent,
        headers: { ...headers, ...('raw' in more ? form : {}) },
      });
      return [answer.status, answer.headers.get('set-cookie') !== null];
    };
    const front = 'https://app.example';
    const raw = { raw: 'identifier=joe&password=secret1' };
    expect(await cookieOf([front], front)).toEqual([200, true]);
    expect(await cookieOf([front], front, raw)).toEqual([200, true]);
    expect(await cookieOf([front], 'https://evil.example')).toEqual([200, false]);
    expect(await cookieOf('reflect', front)).toEqual([200, true]);
    expect(await cookieOf('reflect', front, raw)).toEqual([200, false]);
    expect(await cookieOf('*', front)).toEqual([200, false]);
  });

  it('continue with the cookie that signing in sets, which scripts cannot read', async () => {
    await join();
    const login = await site.request('POST', '/api/auth/local', { body: { identifier: 'joe', password: 'secret1' } });
    expect(login.body).not.toHaveProperty('refreshToken');
    const cookie = login.headers.get('set-cookie')!;
    expect(cookie).toMatch(/^strapi_up_refresh=[\w-]+; .*HttpOnly; Secure; SameSite=Lax/);
    const next = await site.request('POST', '/api/auth/refresh', { headers: { cookie: cookie.split(';', 1)[0]! } });
    expect(next.status).toBe(200);
    expect(await me(next.body.jwt)).toBe(200);
    expect((await site.request('POST', '/api/auth/refresh')).status).toBe(400);
  });

  it('end when the user signs out, changes the password, is blocked or is deleted', async () => {
    const { user } = await join();
    const signIn = async (password: string) =>
      (await site.request('POST', '/api/auth/local', { body: { identifier: 'joe', password } })).body.jwt as string;

    const [one, two] = [await signIn('secret1'), await signIn('secret1')];
    expect((await site.request('POST', '/api/auth/logout', { token: one })).status).toBe(200);
    expect([await me(one), await me(two)]).toEqual([401, 401]);

    const three = await signIn('secret1');
    const change = { currentPassword: 'secret1', password: 'secret2', passwordConfirmation: 'secret2' };
    const changed = await site.request('POST', '/api/auth/change-password', { token: three, body: change });
    expect([changed.status, await me(three), await me(changed.body.jwt)]).toEqual([200, 401, 200]);
    const { refreshToken } = changed.body;
    const cookie = changed.headers.get('set-cookie')!.split(';', 1)[0]!;
    expect(cookie).toBe(`strapi_up_refresh=${refreshToken}`);
    const goesOn = await site.request('POST', '/api/auth/refresh', { body: { refreshToken } });
    expect([goesOn.status, await me(goesOn.body.jwt)]).toEqual([200, 200]);

    await site.request('PUT', `/api/users/${user.id}`, { body: { blocked: true } });
    expect(await me(changed.body.jwt)).toBe(401);
    const plain = await withoutCors();
    const refused = await plain.request('POST', '/api/auth/local', {
      body: { identifier: 'joe', password: 'secret2' },
    });
    expect(refused.body.error.message).toBe('Your account has been blocked by an administrator');

    await site.request('PUT', `/api/users/${user.id}`, { body: { blocked: false } });
    const last = await signIn('secret2');
    await site.request('DELETE', `/api/users/${user.id}`);
    expect(await me(last)).toBe(401);
  });

  it.each([true, 'true', 1])(
    'stay ended when a user who was blocked with %j is not blocked any more',
    async (blocked) => {
      const { jwt, refreshToken, user } = await join();
      await site.request('PUT', `/api/users/${user.id}`, { body: { blocked } });
      await site.request('PUT', `/api/users/${user.id}`, { body: { blocked: false } });
      expect(await me(jwt)).toBe(401);
      expect((await site.request('POST', '/api/auth/refresh', { body: { refreshToken } })).status).toBe(401);
    },
  );
});
