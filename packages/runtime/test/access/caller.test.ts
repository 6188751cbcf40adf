/** `owner: '$caller'` works for roles that may not see users. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Person, register } from '../harness/people.js';
import { FULL, type Site, openSite } from './site.js';

const auth = ['register', 'callback'];
const all = '*' as const;

let site: Site;
let ann: Person;
let bob: Person;

async function open(restaurant: object): Promise<Site> {
  const permissions = { public: { auth }, authenticated: { restaurant: { actions: all, ...restaurant } } };
  return openSite({ permissions, users: { rateLimit: false } }, site?.test);
}

beforeAll(async () => {
  site = await open({ where: { owner: '$caller' } });
  [ann, bob] = [await register(site, 'ann'), await register(site, 'bob')];
});
afterAll(() => site.close());

const create = (on: Site, owner: unknown, name = 'Place') =>
  on.request('POST', '/api/restaurants', { token: ann.token, body: { data: { name, owner } } });

describe('a role without user.find', () => {
  it('creates, reads and changes documents whose owner must be the caller', async () => {
    const made = await create(site, ann.documentId);
    expect([made.status, made.body.error]).toEqual([201, undefined]);
    const path = `/api/restaurants/${made.body.data.documentId}`;
    const body = { data: { name: 'New', owner: { connect: [ann.documentId] } } };
    expect((await site.request('PUT', path, { token: ann.token, body })).status).toBe(200);
    expect((await site.request('GET', path, { token: ann.token })).status).toBe(200);
    expect((await site.request('GET', path, { token: bob.token })).status).toBe(404);
    const list = await site.request('GET', '/api/restaurants', { token: ann.token });
    expect(list.body.data).toHaveLength(1);
  });

  it('names no other user, and cannot tell another user from a missing one', async () => {
    const missing = 'a'.repeat(24);
    const [other, none] = [await create(site, bob.documentId), await create(site, missing)];
    expect([other.status, none.status]).toEqual([400, 400]);
    expect(JSON.stringify(other.body).replaceAll(bob.documentId, missing)).toBe(JSON.stringify(none.body));
    expect((await create(site, null)).status).toBe(403);
  });

  it('still sees no users', async () => {
    for (const query of ['filters[owner][username]=ann', 'sort=owner.username', 'filters[owner][documentId]=x']) {
      expect((await site.request('GET', `/api/restaurants?${query}`, { token: ann.token })).status, query).toBe(400);
    }
    const list = await site.request('GET', '/api/restaurants?populate=*', { token: ann.token });
    expect(list.body.data[0]).not.toHaveProperty('owner');
    expect((await site.request('GET', '/api/users', { token: ann.token })).status).toBe(403);
  });

  it.each([
    { whereTo: { create: { owner: { documentId: '$caller' } } } },
    { whereTo: { create: { owner: { documentId: { $eq: '$caller' } } } } },
    { where: { $and: [{ stars: { $null: true } }, { owner: { $eq: '$caller' } }] } },
  ])('reads the rule %j in the same way', async (rule) => {
    expect((await create(await open(rule), ann.documentId)).status).toBe(201);
  });

  it.each([
    {},
    { whereTo: { update: { owner: '$caller' } } },
    { where: { $or: [{ owner: '$caller' }, { stars: { $null: true } }] } },
    { where: { owner: { $ne: '$caller' } } },
    { where: { $not: { owner: '$caller' } } },
  ])('may not write the owner where the rule %j does not demand the caller', async (rule) => {
    const refused = await create(await open(rule), ann.documentId);
    expect([refused.status, refused.body.error.message]).toEqual([400, 'Invalid key owner']);
  });
});

it('a token may name every user as before', async () => {
  const body = { data: { name: 'His', owner: bob.documentId } };
  expect((await site.request('POST', '/api/restaurants', { token: FULL, body })).status).toBe(201);
});
