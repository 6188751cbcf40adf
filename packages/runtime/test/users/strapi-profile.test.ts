import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { members } from '../harness/fixtures/members.js';
import { type Person, register } from '../harness/people.js';
import { type Site, openSite } from '../harness/site.js';

/** Users in the profile `strapi`. */
let site: Site;
let ed: Person;
beforeAll(async () => {
  const { api } = members.definition.settings;
  site = await openSite(members, { settings: { api: { ...api, responses: 'strapi' } } });
  ed = await register(site, 'editor', 'editor');
});
afterAll(() => site.close());

it('sessions last as long as those of Strapi without refresh tokens', async () => {
  const body = { identifier: 'editor', password: 'correct horse' };
  const { status, body: answer, headers } = await site.request('POST', '/api/auth/local', { body });
  expect([status, Object.keys(answer)]).toEqual([200, ['jwt', 'user']]);
  expect(headers.get('set-cookie')).toBeNull();
  const { iat = 0, exp = 0 } = decodeJwt(answer.jwt);
  expect(exp - iat).toBe(30 * 24 * 60 * 60);
  expect((await site.request('GET', '/api/users/me', { token: answer.jwt })).status).toBe(403);
});

it('/users/me is a 403 for a visitor while the public role has rights, and a 401 if it has this right or none', async () => {
  expect((await site.request('GET', '/api/users/me')).status).toBe(403);
  const { api } = members.definition.settings;
  for (const rights of [{}, { user: ['me'] as const }]) {
    const settings = { api: { ...api, responses: 'strapi' as const }, permissions: { public: rights } };
    const own = await openSite(members, { test: site.test, settings });
    expect((await own.request('GET', '/api/users/me')).status).toBe(401);
  }
});

it('sessions last as long as the project says, with refresh tokens', async () => {
  const { api } = members.definition.settings;
  const sessions = { accessMinutes: 5, refreshDays: 2, refreshCookie: false };
  const settings = { api: { ...api, responses: 'strapi' as const }, users: { sessions } };
  const own = await openSite(members, { test: site.test, settings });
  const body = { identifier: 'editor', password: 'correct horse' };
  const { body: answer } = await own.request('POST', '/api/auth/local', { body });
  expect(Object.keys(answer)).toEqual(['jwt', 'refreshToken', 'user']);
  const { iat = 0, exp = 0 } = decodeJwt(answer.jwt);
  expect(exp - iat).toBe(5 * 60);
});

it.each([
  '/connect/google',
  '/connect/google/callback?access_token=x',
  '/connect/local',
  '/connect/constructor',
  '/auth/google/callback?access_token=x',
  '/auth/__proto__/callback',
])('%s is a 400, because no provider is configured', async (path) => {
  const { status, body } = await site.request('GET', `/api${path}`);
  expect([status, body]).toEqual([
    400,
    {
      data: null,
      error: { status: 400, name: 'ApplicationError', message: 'This provider is disabled', details: {} },
    },
  ]);
  const closed = await openSite(members, { test: site.test, settings: { permissions: { public: {} } } });
  expect((await closed.request('GET', `/api${path}`)).status).toBe(403);
});

it('/auth/local/callback misses the identifier, and /connect names no provider', async () => {
  const { status, body } = await site.request('GET', '/api/auth/local/callback');
  expect([status, body.error.message]).toEqual([400, '2 errors occurred']);
  expect((await site.request('GET', '/api/connect')).status).toBe(404);
});

describe('the role of a user', () => {
  const roles = async () => {
    const { body } = await site.request('GET', '/api/users-permissions/roles', { token: ed.token });
    return body.roles as { id: number; type: string }[];
  };
  const put = async (person: Person, role: unknown) =>
    site.request('PUT', `/api/users/${person.id}`, { token: ed.token, body: { role } });

  it('has a message of its own if it does not exist', async () => {
    const { status, body } = await site.request('GET', '/api/users-permissions/roles/99', { token: ed.token });
    expect([status, body.error.message]).toEqual([404, 'Role not found']);
  });

  it('changes, but is never lost', async () => {
    const bob = await register(site, 'bob');
    const all = await roles();
    const editor = all.find(({ type }) => type === 'editor')!.id;
    const usual = all.find(({ type }) => type === 'authenticated')!.id;
    for (const none of [null, [], { set: [] }, { disconnect: [usual] }, { disconnect: [{ id: usual }], connect: [] }]) {
      const { status, body } = await put(bob, none);
      expect([status, body.error?.message], JSON.stringify(none)).toEqual([400, 'Users must have a role']);
    }
    expect((await put(bob, { connect: [{ id: editor }], disconnect: [{ id: usual }] })).body.role.type).toBe('editor');
    expect((await put(bob, usual)).body.role.type).toBe('authenticated');
    expect((await put(bob, {})).status).toBe(200);
  });
});
