import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { smtpSender } from '../../src/users/sender.js';
import { type Site, openSite } from '../access/site.js';
import { codeIn, startMailServer } from './mail-server.js';

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let site: Site;

const links = {
  resetPassword: 'https://app.example.org/reset?lang=en',
  confirmation: 'https://app.example.org/confirm',
  afterConfirmation: 'https://app.example.org/welcome',
};

beforeAll(async () => {
  mailServer = await startMailServer();
  const users = { rateLimit: false as const, emailConfirmation: true, links, mailFrom: 'hello@example.org' };
  site = await openSite({ users, mail: smtpSender(mailServer.url) });
});
afterAll(async () => {
  await site.close();
  await mailServer.stop();
});
beforeEach(async () => {
  mailServer.mails.length = 0;
  await site.test.rows(`delete from cg_documents where type = 'user'`);
});

const JOE = { username: 'joe', email: 'joe@example.org', password: 'secret1' };
const signIn = (password: string) => site.request('POST', '/api/auth/local', { body: { identifier: 'joe', password } });

async function mail(index: number) {
  await expect.poll(() => mailServer.mails.length).toBe(index + 1);
  return mailServer.mails[index]!;
}

describe('an address that has to be confirmed', () => {
  it('is confirmed once, with the code that was sent to it', async () => {
    const joined = await site.request('POST', '/api/auth/local/register', { body: JOE });
    expect([joined.status, Object.keys(joined.body), joined.body.user.confirmed]).toEqual([200, ['user'], false]);
    const early = await signIn('secret1');
    expect([early.status, early.body.error.message]).toEqual([400, 'Your account email is not confirmed']);

    const sent = await mail(0);
    expect([sent.from, sent.to]).toEqual(['hello@example.org', ['joe@example.org']]);
    const path = `/api/auth/email-confirmation?confirmation=${codeIn(sent, 'confirmation')}`;
    const confirmed = await site.request('GET', path);
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([302, links.afterConfirmation]);
    expect((await signIn('secret1')).status).toBe(200);
    const again = await site.request('GET', path);
    expect([again.status, again.body.error.message]).toEqual([400, 'Invalid token']);
  });

  it('can get another code, which does not end the first', async () => {
    await site.request('POST', '/api/auth/local/register', { body: JOE });
    const first = codeIn(await mail(0), 'confirmation');
    const asked = await site.request('POST', '/api/auth/send-email-confirmation', {
      body: { email: 'JOE@example.org' },
    });
    expect(asked.body).toEqual({ email: 'joe@example.org', sent: true });
    const second = codeIn(await mail(1), 'confirmation');
    const confirm = async (code: string) =>
      (await site.request('GET', `/api/auth/email-confirmation?confirmation=${code}`)).status;
    expect([await confirm(first), await confirm(first), await confirm(second)]).toEqual([302, 400, 302]);
  });
});

describe('a forgotten password', () => {
  beforeEach(async () => {
    await site.request('POST', '/api/auth/local/register', { body: JOE });
    await mail(0);
    await site.test.rows('update users set confirmed = true');
  });

  it('is replaced with the sent code before it expires', async () => {
    await site.request('POST', '/api/auth/forgot-password', { body: { email: JOE.email } });
    const sent = await mail(1);
    const code = codeIn(sent, 'code');
    const body = { code, password: 'secret2', passwordConfirmation: 'secret2' };

    const unequal = { ...body, passwordConfirmation: 'other' };
    const refused = await site.request('POST', '/api/auth/reset-password', { body: unequal });
    expect(refused.body.error.message).toBe('Passwords do not match');
    const short = { ...body, password: 'x', passwordConfirmation: 'x' };
    expect((await site.request('POST', '/api/auth/reset-password', { body: short })).status).toBe(400);
    const confirming = await site.request('GET', `/api/auth/email-confirmation?confirmation=${code}`);
    expect(confirming.status).toBe(400);

    const reset = await site.request('POST', '/api/auth/reset-password', { body });
    expect([reset.status, reset.body.user.username]).toEqual([200, 'joe']);
    expect([(await signIn('secret1')).status, (await signIn('secret2')).status]).toEqual([400, 200]);
  });

  it('is not replaced with an expired code, or the code of a deleted user', async () => {
    const expired = async (statement: string) => {
      mailServer.mails.length = 0;
      await site.request('POST', '/api/auth/forgot-password', { body: { email: JOE.email } });
      const code = codeIn(await mail(0), 'code');
      await site.test.rows(statement);
      const body = { code, password: 'secret2', passwordConfirmation: 'secret2' };
      return (await site.request('POST', '/api/auth/reset-password', { body })).body.error.message;
    };
    expect(await expired(`update cg_codes set expires_at = now() - interval '1 second'`)).toBe(
      'Incorrect code provided',
    );
    expect(await expired(`delete from cg_documents where type = 'user'`)).toBe('Incorrect code provided');
  });

  it('stores its code only as a hash', async () => {
    await site.request('POST', '/api/auth/forgot-password', { body: { email: JOE.email } });
    const code = codeIn(await mail(1), 'code');
    const rows = await site.test.rows('select * from cg_codes');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify([rows, await site.test.rows('select * from users')])).not.toContain(code);
  });
});

describe('a mail that cannot be sent', () => {
  it('is logged without its code, does not end the process, and does not reveal accounts', async () => {
    const logged: string[] = [];
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => (logged.push(String(text)), true));
    const mail = () => Promise.reject(new Error('mailbox full'));
    const broken = await openSite({ users: { rateLimit: false, links }, mail }, site.test);
    await broken.request('POST', '/api/auth/local/register', { body: JOE });
    const reply = await broken.request('POST', '/api/auth/forgot-password', { body: { email: JOE.email } });
    expect(reply.body).toEqual({ ok: true });
    await expect.poll(() => logged.join('')).toContain('mailbox full');
    expect(logged.join('')).not.toMatch(/code=/);
    spy.mockRestore();
  });
});
