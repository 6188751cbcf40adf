import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Site, openSite } from '../access/site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

it.each([
  ['lists', lists],
  ['objects', objects],
])('a JSON operand of 5,000 nested %s is a 400 that names it, and 100 are read', async (_what, nested) => {
  for (const attribute of ['extra', 'blocks'])
    for (const operator of ['$eq', '$ne', '$in', '$jsonSupersetOf']) {
      const get = (depth: number) =>
        site.request('GET', `/api/articles?filters[${attribute}][${operator}]=${encodeURIComponent(nested(depth))}`);
      for (const depth of [5_000, 100_000]) {
        const { status, body } = await get(depth);
        const at = `filters.${attribute}.${operator}`;
        expect([status, body.error.name, body.error.details.path], `${at} ${depth}`).toEqual([
          400,
          'ValidationError',
          at,
        ]);
      }
      expect((await get(100)).status).toBe(200);
    }
});

it('a body of 5,000 nested lists is a 400', async () => {
  for (const raw of [`{"data":{"title":"t","extra":${lists(5_000)}}}`, `{"data":${lists(5_000)}}`]) {
    const { status } = await site.request('POST', '/api/articles', { raw });
    expect(status).toBe(400);
  }
});
