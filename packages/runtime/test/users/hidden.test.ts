/** Users outside the row rules of the caller: no request tells them from users that do not exist. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { members } from '../harness/fixtures/members.js';
import { type Person, register } from '../harness/people.js';
import { type Site, openSite } from '../harness/site.js';

const actions = ['find', 'findOne', 'update', 'destroy', 'count', 'me'];
const { settings } = members.definition;

let site: Site;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  const user = { actions, where: { documentId: '$caller' } };
  const permissions = { ...settings.permissions, authenticated: { user } };
  site = await openSite(members, { settings: { permissions, users: { rateLimit: false } } });
  ann = await register(site, 'ann');
  bob = await register(site, 'bob');
});
afterAll(() => site.close());

describe('a user that the row rules hide', () => {
  it.each([
    ['GET', ''],
    ['GET', '?filters[nope]=1'],
    ['GET', '?populate=nope'],
    ['GET', '?fields=password'],
    ['HEAD', '?sort=nope'],
    ['PUT', '', {}],
    ['PUT', '', { email: '' }],
    ['PUT', '', { email: 'no address' }],
    ['PUT', '', { username: 5 }],
    ['PUT', '', { username: 'ann' }],
    ['PUT', '', { nope: true }],
    ['PUT', '', { password: 'short' }],
    ['PUT', '', { role: 987 }],
    ['DELETE', ''],
    ['DELETE', '?filters[nope]=1'],
  ])('gets the answer of a missing one: %s %s %j', async (method, query, body?: object) => {
    const answerTo = async (id: string | number) => {
      const options = { token: ann.token, ...(body === undefined ? {} : { body }) };
      const { status, text } = await site.request(method, `/api/users/${id}${query}`, options);
      return { status, text };
    };
    expect(await answerTo(bob.id)).toEqual(await answerTo(987_654));
    expect(await answerTo(bob.documentId)).toEqual(await answerTo('nosuchuser00000000000000'));
  });
});
