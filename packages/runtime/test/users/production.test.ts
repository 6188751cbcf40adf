/** A server is in production unless it is told otherwise. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import { type Site, openSite } from '../access/site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());
beforeEach(() => site.test.rows(`delete from cg_documents where type = 'user'`));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Signs in and asks for a reset mail; returns the cookie and everything that was printed. */
async function observe(): Promise<{ readonly cookie: string; readonly printed: string }> {
  let printed = '';
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => ((printed += String(text)), true));
  }
  const body = { username: 'joe', email: 'joe@example.org', password: 'secret1' };
  await site.request('POST', '/api/auth/local/register', { body });
  const login = await site.request('POST', '/api/auth/local', { body: { identifier: 'joe', password: 'secret1' } });
  await site.request('POST', '/api/auth/forgot-password', { body: { email: 'joe@example.org' } });
  await vi.waitFor(() => expect(printed).toMatch(/Reset password/));
  return { cookie: login.headers.get('set-cookie') ?? '', printed };
}

it.each([undefined, '', 'production', 'development', 'test'])(
  'with NODE_ENV %j, no mail is printed and the refresh cookie is Secure',
  async (mode) => {
    vi.stubEnv('NODE_ENV', mode);
    const { cookie, printed } = await observe();
    expect(cookie).toMatch(/; Secure/);
    expect(printed).toContain('set SMTP_URL');
    expect(printed).not.toContain('you can choose a new one here');
  },
);

it('with CONTENT_GEN_MODE=development, mails are printed and the cookie works without HTTPS', async () => {
  vi.stubEnv('CONTENT_GEN_MODE', 'development');
  const { cookie, printed } = await observe();
  expect(cookie).not.toMatch(/Secure/);
  expect(printed).toContain('you can choose a new one here');
});
