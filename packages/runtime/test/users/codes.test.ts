/** Codes in mails and refresh tokens: how long they work, and for which account. */
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Mail } from '../../src/content/users-settings.js';
import { FULL, type Site, openSite } from '../access/site.js';

let site: Site;
let confirming: Site;
const mails: Mail[] = [];
const links = { resetPassword: 'https://app.example.org/reset', confirmation: 'https://app.example.org/confirm' };

beforeAll(async () => {
  const mail = async (sent: Mail) => void mails.push(sent);
  site = await openSite({ mail, users: { rateLimit: false, links } });
  confirming = await openSite({ mail, users: { rateLimit: false, links, emailConfirmation: true } }, site.test);
});
afterAll(() => site.close());
beforeEach(async () => {
  mails.length = 0;
  await site.test.rows(`delete from cg_documents where type = 'user'`);
});

const JOE = { username: 'joe', email: 'joe@example.org', password: 'secret1' };

async function join(on = site, fields: object = JOE) {
  const { status, body } = await on.request('POST', '/api/auth/local/register', { body: fields });
  expect([status, body.error]).toEqual([200, undefined]);
  if (on === confirming) {
    expect((await confirm(await nextCode())).status).toBe(200);
    body.jwt = (await signIn(JOE.email)).body.jwt;
  }
  return body as { jwt: string; refreshToken: string; user: { id: number; documentId: string } };
}

/** The code in the next mail; mails are read in the order in which they were sent. */
async function nextCode(to = JOE.email): Promise<string> {
  await expect.poll(() => mails.length).toBeGreaterThan(0);
  const [mail] = mails.splice(0, 1);
  expect(mail!.to).toBe(to);
  const url = new URL(/https:\S+/.exec(mail!.text)![0]);
  return url.searchParams.get('code') ?? url.searchParams.get('confirmation')!;
}

async function forgot(): Promise<string> {
  await site.request('POST', '/api/auth/forgot-password', { body: { email: JOE.email } });
  return nextCode();
}

async function reset(code: string, password = 'secret9') {
  const body = { code, password, passwordConfirmation: password };
  const { status, body: answer } = await site.request('POST', '/api/auth/reset-password', { body });
  return status === 200 ? 'reset' : answer.error.message;
}

const confirm = (code: string) => confirming.request('GET', `/api/auth/email-confirmation?confirmation=${code}`);
const signIn = (identifier: string, password = JOE.password) =>
  confirming.request('POST', '/api/auth/local', { body: { identifier, password } });
const put = (on: Site, id: number, body: object) => on.request('PUT', `/api/users/${id}`, { token: FULL, body });

describe('codes', () => {
  it('a second request does not end the code of the first', async () => {
    await join();
    const [first, second] = [await forgot(), await forgot()];
    expect(first).not.toBe(second);
    expect(await reset(first)).toBe('reset');
    expect(await reset(second)).toBe('Incorrect code provided');
  });

  it('strangers cannot have more than ten mails an hour sent, and do not end a code with them', async () => {
    await join();
    const first = await forgot();
    const ask = () => site.request('POST', '/api/auth/forgot-password', { body: { email: JOE.email } });
    site.statements();
    const session = postgres(site.test.url, { max: 1 });
    await session.begin(async (sql) => {
      await sql`lock table cg_codes in share mode`;
      await Promise.all(Array.from({ length: 30 }, ask));
    });
    await session.end();
    const asked: string[] = [];
    await expect
      .poll(() => asked.push(...site.statements().filter((text) => text.includes('insert into cg_codes'))))
      .toBe(30);
    await expect.poll(() => mails.length).toBe(9);
    expect(await site.test.rows('select count(*)::int as codes from cg_codes')).toEqual([{ codes: 10 }]);
    expect(await reset(first)).toBe('reset');
  });

  for (const [name, change] of [
    [
      'the user changes the password',
      async ({ jwt }) => {
        const body = { currentPassword: 'secret1', password: 'secret2', passwordConfirmation: 'secret2' };
        return site.request('POST', '/api/auth/change-password', { token: jwt, body });
      },
    ],
    ['an administrator changes the password', ({ user }) => put(site, user.id, { password: 'secret2' })],
    ['an administrator changes the address', ({ user }) => put(site, user.id, { email: 'new@example.org' })],
  ] satisfies [string, (joe: Awaited<ReturnType<typeof join>>) => ReturnType<Site['request']>][]) {
    it(`reset and confirmation codes die when ${name}`, async () => {
      const joe = await join();
      await site.test.rows('update users set confirmed = false');
      const code = await forgot();
      await site.request('POST', '/api/auth/send-email-confirmation', { body: { email: JOE.email } });
      const confirmation = await nextCode();
      expect((await change(joe)).status).toBe(200);
      expect(await reset(code)).toBe('Incorrect code provided');
      expect((await confirm(confirmation)).body.error.message).toBe('Invalid token');
    });
  }

  it('HEAD confirms nothing and leaves the code to its owner', async () => {
    await confirming.request('POST', '/api/auth/local/register', { body: JOE });
    const code = await nextCode();
    const asked = await confirming.request('HEAD', `/api/auth/email-confirmation?confirmation=${code}`);
    expect([asked.status, asked.text]).toEqual([200, '']);
    expect((await signIn(JOE.email)).status).toBe(400);
    expect((await confirm(code)).status).toBe(200);
    expect((await signIn(JOE.email)).status).toBe(200);
  });

  it('a reset ends the codes of the account, and a code does not outlive an address that was changed elsewhere', async () => {
    await join();
    await site.test.rows('update users set confirmed = false');
    await site.request('POST', '/api/auth/send-email-confirmation', { body: { email: JOE.email } });
    const confirmation = await nextCode();
    expect(await reset(await forgot())).toBe('reset');
    expect((await confirm(confirmation)).status).toBe(400);
    const code = await forgot();
    await site.test.rows(`update users set email = 'other@example.org'`);
    expect(await reset(code)).toBe('Incorrect code provided');
  });

  it('a write that changes neither password nor address leaves codes as they are', async () => {
    const { user } = await join();
    const code = await forgot();
    expect((await put(site, user.id, { email: 'JOE@example.org', username: 'joey' })).status).toBe(200);
    expect(await reset(code)).toBe('reset');
  });
});

describe('a user whose address has to be confirmed', () => {
  it('is signed out when its address is not confirmed any more', async () => {
    const { user } = await join(confirming);
    const { jwt } = (await signIn(JOE.email)).body;
    const { refreshToken } = await join(site, { ...JOE, username: 'ann', email: 'ann@example.org' });
    const shown = async () => (await confirming.request('GET', '/api/users/me', { token: jwt })).status;
    expect(await shown()).toBe(200);
    expect((await put(confirming, user.id, { confirmed: false })).status).toBe(200);
    await site.test.rows(`update users set confirmed = null where username = 'ann'`);
    expect(await shown()).toBe(401);
    const renewed = await confirming.request('POST', '/api/auth/refresh', { body: { refreshToken } });
    expect([renewed.status, renewed.body.error?.message]).toEqual([401, 'Invalid refresh token']);
  });

  it('gets a new password without a session', async () => {
    await join(site);
    await site.test.rows('update users set confirmed = false');
    const body = { code: await forgot(), password: 'secret9', passwordConfirmation: 'secret9' };
    const answer = await confirming.request('POST', '/api/auth/reset-password', { body });
    expect([answer.status, Object.keys(answer.body), answer.headers.get('set-cookie')]).toEqual([200, ['user'], null]);
    const refused = await signIn(JOE.email, 'secret9');
    expect([refused.status, refused.body.error.message]).toEqual([400, 'Your account email is not confirmed']);
  });
});

describe('a changed address where confirmation is required', () => {
  it('is unconfirmed until its owner confirms it, and the old one stays valid meanwhile', async () => {
    const { user, jwt } = await join(confirming);
    const changed = await put(confirming, user.id, { email: 'New@example.org', username: 'joey' });
    expect(changed.body).toMatchObject({ email: JOE.email, username: 'joey', confirmed: true });
    expect([(await signIn(JOE.email)).status, (await signIn('new@example.org')).status]).toEqual([200, 400]);
    const code = await nextCode('new@example.org');
    expect((await confirm(code)).status).toBe(200);
    expect([(await signIn(JOE.email)).status, (await signIn('new@example.org')).status]).toEqual([400, 200]);
    const me = await site.request('GET', '/api/users/me', { token: jwt });
    expect(me.body).toMatchObject({ email: 'new@example.org', confirmed: true });
    expect((await confirm(code)).status).toBe(400);
  });

  it.each([true, 'true', 1])('is taken at once if the caller says that it is confirmed: %j', async (confirmed) => {
    const { user } = await join(confirming);
    const changed = await put(confirming, user.id, { email: 'new@example.org', confirmed });
    expect(changed.body.email).toBe('new@example.org');
    expect((await signIn('new@example.org')).status).toBe(200);
  });

  it('is forgotten with a change of password, with another change, and when the user keeps the old address', async () => {
    const { user } = await join(confirming);
    const ask = async (email: string) => {
      expect((await put(confirming, user.id, { email })).body.email).toBe(JOE.email);
      return nextCode(email);
    };
    const early = await ask('a@example.org');
    await put(confirming, user.id, { password: 'secret1' });
    expect((await confirm(early)).status).toBe(400);

    const kept = await ask('a@example.org');
    await put(confirming, user.id, { email: JOE.email });
    expect((await confirm(kept)).status).toBe(400);

    const [one, two] = [await ask('b@example.org'), await ask('c@example.org')];
    expect([(await confirm(one)).status, (await confirm(two)).status]).toEqual([200, 400]);
    expect((await signIn('b@example.org')).status).toBe(200);
  });

  it('is refused if another user has it, or got it before it was confirmed', async () => {
    const { user } = await join(confirming);
    await join(site, { username: 'ann', email: 'ann@example.org', password: 'secret1' });
    const taken = await put(confirming, user.id, { email: 'ANN@example.org' });
    expect([taken.status, taken.body.error.message]).toEqual([400, 'Email already taken']);
    await put(confirming, user.id, { email: 'bob@example.org' });
    const code = await nextCode('bob@example.org');
    await join(site, { username: 'bob', email: 'bob@example.org', password: 'secret1' });
    expect((await confirm(code)).status).toBe(400);
    expect((await signIn(JOE.email)).status).toBe(200);
  });
});

describe('a refresh token', () => {
  const refresh = (refreshToken: string) => site.request('POST', '/api/auth/refresh', { body: { refreshToken } });
  const me = async (token: string) => (await site.request('GET', '/api/users/me', { token })).status;

  it('that is used a second time ends its session, and no other', async () => {
    const { refreshToken, jwt } = await join();
    const other = await site.request('POST', '/api/auth/local', { body: { identifier: 'joe', password: 'secret1' } });
    const next = (await refresh(refreshToken)).body;
    expect([await me(jwt), await me(next.jwt)]).toEqual([200, 200]);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect([await me(jwt), await me(next.jwt), await me(other.body.jwt)]).toEqual([401, 401, 200]);
    expect((await refresh(next.refreshToken)).status).toBe(401);
  });

  it('that is used twice at the same time ends its session', async () => {
    const { refreshToken } = await join();
    const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await me(answers.find(({ status }) => status === 200)!.body.jwt)).toBe(401);
  });

  it('that was never issued ends no session', async () => {
    const { refreshToken, jwt } = await join();
    const forged = [
      refreshToken.slice(0, 36),
      `${refreshToken.slice(0, 36)}${'x'.repeat(86)}`,
      `${refreshToken.slice(0, -1)}${refreshToken.endsWith('A') ? 'Q' : 'A'}`,
      `${refreshToken}x`,
      jwt,
      'x',
    ];
    for (const token of forged) expect((await refresh(token)).status, token).toBe(401);
    expect(await me(jwt)).toBe(200);
    expect((await refresh(refreshToken)).status).toBe(200);
  });
});
