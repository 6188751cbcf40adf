import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Site, id, openSite, seedSite } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await seedSite(site.database);
});
afterAll(() => site.close());

const token = { authorization: 'Bearer conformance-token-full-access' };

it('debug', async () => {
  for (const path of [
    '/api/articles/' + id('a1') + '?populate=*',
    '/api/authors?populate[articles][populate][categories][fields]=name',
    '/api/badges?populate=*',
    '/api/comments?populate=*',
    '/api/restaurants?populate=*',
  ]) {
    const answer = await site.get(path);
    console.log(path, answer.status, JSON.stringify(answer.body));
  }
  console.log(site.statements(), token);
  expect(describe).toBeDefined();
});
