/** A user whom a route of the project recognises in another way than by a password: sign-in with a provider. */
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import type * as models from '../../../../fixtures/members/src/content/models.js';
import { answerError, answerSignIn, content as contextOf } from '../../src/hono.js';
import type { DocumentsApi } from '../../src/index.js';
import { createApp } from '../harness/app.js';
import { members } from '../harness/fixtures/members.js';
import { requestTo } from '../harness/request.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';

let test: TestDatabase;
let app: Hono;
let content: DocumentsApi<typeof models, never>;

beforeAll(async () => {
  test = await createTestDatabase(members);
  const users = { ...members.definition.settings.users, emailConfirmation: true, rateLimit: false as const };
  const served = createApp(members, test.database, { settings: { users } });
  content = served.content as unknown as DocumentsApi<typeof models, never>;
  app = new Hono();
  app.onError(answerError);
  app.post('/api/auth/provider', contextOf(served.definition), async (c) =>
    answerSignIn(c, (await c.req.json<{ user: string }>()).user),
  );
  app.route('/', served.app);
});
afterAll(() => test.close());
beforeEach(() => test.rows(`delete from cg_documents where type = 'user'`));

const made = async (more: object) => {
  const { users } = content.asSystem();
  const joe = { username: 'joe', email: 'joe@example.org', password: 'correct horse', role: 'authenticated' };
  return (await users.create({ data: { ...joe, confirmed: true, provider: 'google', ...more } })).data.documentId;
};
const recognise = (user: string, headers: Record<string, string> = {}) =>
  requestTo(app, 'POST', '/api/auth/provider', { body: { user }, headers });

it('gets a session like that of a password, with its cookie', async () => {
  const user = await made({});
  const { status, body, headers } = await recognise(user);
  expect([status, Object.keys(body)]).toEqual([200, ['jwt', 'user']]);
  expect(body.user).toMatchObject({ documentId: user, username: 'joe' });
  expect(body.user).not.toHaveProperty('password');
  expect(headers.get('cache-control')).toBe('no-store');
  const [cookie = ''] = headers.get('set-cookie')?.split(';') ?? [];
  expect(await requestTo(app, 'GET', '/api/users/me', { token: body.jwt })).toMatchObject({
    status: 200,
    body: { username: 'joe' },
  });
  expect(await requestTo(app, 'POST', '/api/auth/refresh', { headers: { cookie }, body: {} })).toMatchObject({
    status: 200,
  });
});

it('sets no cookie for a form of another site, which gets its tokens in the body', async () => {
  const { body, headers } = await recognise(await made({}), { 'sec-fetch-site': 'cross-site' });
  expect(headers.get('set-cookie')).toBeNull();
  expect(Object.keys(body)).toEqual(['jwt', 'refreshToken', 'user']);
});

it.each([
  ['is blocked', { blocked: true }, 400, 'Your account has been blocked by an administrator'],
  ['has not confirmed the address', { confirmed: false }, 400, 'Your account email is not confirmed'],
])('has no session while the user %s', async (_, more, status, message) => {
  expect(await recognise(await made(more))).toMatchObject({ status, body: { error: { message } } });
  expect(await test.rows('select 1 from cg_sessions')).toEqual([]);
});

it.each(['nobody', "' or true --", '\0'])('is a 404 for a user who does not exist: %j', async (user) => {
  expect(await recognise(user)).toMatchObject({ status: 404, body: { error: { message: 'User not found' } } });
});
