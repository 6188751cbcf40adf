/** Signing in does the same work for every identifier, so that its time tells nothing about accounts. */
import { hashSync } from '@node-rs/bcrypt';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import { type Site, openSite } from '../access/site.js';

const work: string[] = [];

vi.mock('@node-rs/bcrypt', async (original) => {
  const bcrypt = await original<typeof import('@node-rs/bcrypt')>();
  const compare = (password: string, hash: string) => {
    work.push('bcrypt');
    return bcrypt.compare(password, hash);
  };
  return { ...bcrypt, compare };
});
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  const costOf = (hash: string) => /m=\d+,t=\d+,p=\d+/.exec(hash)![0];
  return {
    ...argon2,
    hash: async (...args: Parameters<typeof argon2.hash>) => {
      const hash = await argon2.hash(...args);
      work.push(`argon2 ${costOf(hash)}`);
      return hash;
    },
    verify: (...args: Parameters<typeof argon2.verify>) => {
      work.push(`argon2 ${costOf(String(args[0]))}`);
      return argon2.verify(...args);
    },
  };
});

let site: Site;
beforeAll(async () => {
  site = await openSite();
  for (const username of ['argon', 'bcrypt', 'none', 'odd']) {
    const body = { username, email: `${username}@example.org`, password: 'secret1' };
    expect((await site.request('POST', '/api/auth/local/register', { body })).status).toBe(200);
  }
  const store = (username: string, hash: string | null) =>
    site.test.rows('update users set password = $1 where username = $2', [hash, username]);
  await store('bcrypt', hashSync('secret1', 10));
  await store('none', null);
  await store('odd', 'plain text');
});
afterAll(() => site.close());
beforeEach(() => void work.splice(0));

async function workOf(identifier: string, password: string) {
  work.length = 0;
  const { status } = await site.request('POST', '/api/auth/local', { body: { identifier, password } });
  return { status, work: [...work].sort() };
}

const ONCE_EACH = ['argon2 m=19456,t=2,p=1', 'bcrypt'];

it.each(['nobody', 'nobody@example.org', 'argon', 'argon@example.org', 'bcrypt', 'none', 'odd'])(
  'a wrong password of %s takes one bcrypt and one argon2 hash',
  async (identifier) => {
    expect(await workOf(identifier, 'wrong password')).toEqual({ status: 400, work: ONCE_EACH });
  },
);

it.each(['argon', 'bcrypt'])('the right password of %s takes one bcrypt and one argon2 hash', async (identifier) => {
  expect(await workOf(identifier, 'secret1')).toEqual({ status: 200, work: ONCE_EACH });
  // The second time, the imported user has an argon2 hash.
  expect(await workOf(identifier, 'secret1')).toEqual({ status: 200, work: ONCE_EACH });
});
