/** Usernames that look the same are one. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { plainUsername } from '../../src/users/username.js';
import { FULL, type Site, openSite } from '../access/site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());
beforeEach(() => site.test.rows(`delete from cg_documents where type = 'user'`));

const LOOK_ALIKES = {
  'a space at the end': 'joe ',
  'a space at the start': ' joe',
  'a tab': 'joe\t',
  'a no-break space': 'joe\u00a0',
  'an ideographic space': '\u3000joe',
  'a zero-width space': 'jo\u200be',
  'a zero-width joiner': 'joe\u200d',
  'a byte order mark': '\ufeffjoe',
  'a soft hyphen': 'j\u00adoe',
  'a direction mark': 'joe\u202e',
  'a variation selector': 'joe\ufe0f',
  'a Hangul filler': 'joe\u3164',
  'a full-width letter': '\uff4aoe',
  'full-width capitals': '\uff2a\uff2f\uff25',
  'a mathematical letter': '\u{1d423}oe',
  'a control character': 'joe\u0007',
};

const register = (username: string, email: string) =>
  site.request('POST', '/api/auth/local/register', { body: { username, email, password: 'secret1' } });

describe('a username', () => {
  for (const [difference, username] of Object.entries(LOOK_ALIKES)) {
    it(`that differs by ${difference} is the same`, async () => {
      expect((await register('joe', 'joe@example.org')).status).toBe(200);
      const second = await register(username, 'other@example.org');
      expect([second.status, second.body.error.message]).toEqual([400, 'Email or Username are already taken']);
      const body = { username, email: 'other@example.org', password: 'secret1', role: 'x' };
      expect((await site.request('POST', '/api/users', { token: FULL, body })).status).toBe(400);
      const { body: ann } = await register('ann', 'ann@example.org');
      const renamed = await site.request('PUT', `/api/users/${ann.user.id}`, { token: FULL, body: { username } });
      expect([renamed.status, renamed.body.error.message]).toEqual([400, 'Username already taken']);
    });
  }

  it('is stored in its plain spelling, and signs in in every spelling of the same case', async () => {
    const { body } = await register('\uff4ao\u200be ', 'joe@example.org');
    expect(body.user.username).toBe('joe');
    for (const identifier of ['joe', 'joe ', '\uff4aoe', 'jo\u200be']) {
      const { status } = await site.request('POST', '/api/auth/local', { body: { identifier, password: 'secret1' } });
      expect(status, identifier).toBe(200);
    }
  });

  it('that looks like the address of another user is taken', async () => {
    await register('joe', 'joe@example.org');
    expect((await register('joe@example.org\u200b', 'a@example.org')).status).toBe(400);
    expect((await register('joe\uff20example.org', 'a@example.org')).status).toBe(400);
  });

  it('of invisible characters only is too short', async () => {
    for (const username of ['\u200b\u200b\u200b', '   ', '\u3164\u3164\u3164']) {
      const { status, body } = await register(username, 'a@example.org');
      expect([status, body.error.message]).toEqual([400, 'username must be at least 3 characters']);
    }
  });

  it('gets only one of two users who register it at the same time', async () => {
    const names = ['joe', 'joe ', '\uff4aoe', 'joe\u200b'];
    const replies = await Promise.all(names.map((name, index) => register(name, `joe${index}@example.org`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it.each([
    ['İstanbul', 'i\u0307stanbul'],
    ['i\u0307stanbul', 'İSTANBUL'],
    ['ÉCOLE', 'école'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδος', 'οδοσ'],
    ['Joe', 'jOE'],
  ])('is taken in every case of its letters: %s, %s', async (one, other) => {
    expect((await register(one, 'one@example.org')).status).toBe(200);
    expect((await register(other, 'other@example.org')).status).toBe(400);
    const { body: ann } = await register('ann', 'ann@example.org');
    const renamed = await site.request('PUT', `/api/users/${ann.user.id}`, { token: FULL, body: { username: other } });
    expect([renamed.status, renamed.body.error.message]).toEqual([400, 'Username already taken']);
    // At once, where the unique index does not help.
    await site.test.rows(`delete from cg_documents where type = 'user'`);
    const replies = await Promise.all(
      [one, other, one, other].map((name, index) => register(name, `joe${index}@example.org`)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('stays the own one of its user, and letters that differ by more than case are two names', async () => {
    const { body: joe } = await register('İstanbul', 'joe@example.org');
    const body = { username: 'i\u0307stanbul' };
    expect((await site.request('PUT', `/api/users/${joe.user.id}`, { token: FULL, body })).status).toBe(200);
    expect((await register('istanbul', 'a@example.org')).status).toBe(200);
    expect((await register('\u0131stanbul', 'b@example.org')).status).toBe(200);
  });

  it('that an imported database has in another spelling still signs in', async () => {
    await register('joe', 'joe@example.org');
    await site.test.rows(`update users set username = 'joe '`);
    const body = { identifier: 'joe ', password: 'secret1' };
    expect((await site.request('POST', '/api/auth/local', { body })).status).toBe(200);
  });

  it('has one plain spelling', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const plain = plainUsername(name);
        expect(plainUsername(plain)).toBe(plain);
        expect(plainUsername(` ${[...name].join('\u200b')}\u200d `)).toBe(plain);
      }),
    );
  });
});

it('an address with invisible characters is no address', async () => {
  const { status, body } = await register('joe', 'jo\u200be@example.org');
  expect([status, body.error.message]).toEqual([400, 'email must be a valid email']);
});

it('an address is one in every case of its letters, and signs in with each', async () => {
  expect((await register('joe', 'İstanbul@example.org')).status).toBe(200);
  expect((await register('joan', 'istanbul@example.org')).status).toBe(200);
  for (const address of ['i\u0307stanbul@example.org', 'İSTANBUL@EXAMPLE.ORG']) {
    expect((await register('ann', address)).status).toBe(400);
    const body = { identifier: address, password: 'secret1' };
    const { body: signedIn } = await site.request('POST', '/api/auth/local', { body });
    expect(signedIn.user?.username).toBe('joe');
  }
});
