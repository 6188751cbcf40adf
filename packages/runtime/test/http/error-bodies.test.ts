/** An error names what was wrong in few words, whatever was sent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ValidationError, errorBody } from '../../src/errors/index.js';
import { FULL, type Site, openSite } from '../access/site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const lists = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
const objects = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels));
const wide = Array.from({ length: 20_000 }, () => 1);
const long = 'x'.repeat(500_000);

/** Columns of articles. */
const columns = 'title slug rating price views score isFeatured publishedOn startsAt opensAt kind id'.split(' ');
const keys = (count: number) => columns.slice(0, count);

const wrong: readonly (readonly [string, unknown])[] = [
  ['nested lists', lists(490)],
  ['nested objects', objects(490)],
  ['a long list', wide],
  ['a long text in a list', [long]],
  ['a long key', { [long]: 1 }],
  ['lists in lists', Array.from({ length: 300 }, () => lists(30))],
];

async function refusal(path: string, body: unknown) {
  const { status, body: answer } = await site.request('POST', path, { token: FULL, body });
  return { status, length: JSON.stringify(answer).length };
}

describe.each(wrong)('%s', (_, value) => {
  it.each([
    ['/api/auth/local', { identifier: value, password: 'secret1' }],
    ['/api/auth/local/register', { username: value, email: value, password: value }],
    ['/api/auth/forgot-password', { email: value }],
    ['/api/articles', { data: { title: value } }],
    ['/api/articles', { data: { rating: value, seo: value, sections: value, author: value } }],
    ['/api/articles', { data: value }],
    ['/api/articles', value],
    ['/api/articles/actions/bulk', { action: 'create', data: [{ title: value }, { title: value }] }],
    ['/api/articles/actions/bulk?atomic=false', { action: 'create', data: [{ title: value }, { seo: value }] }],
    ['/api/articles/actions/bulk', { action: value, data: [] }],
  ])('in a body of %s', async (path, body) => {
    const { status, length } = await refusal(path, body);
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
    // Some of them are valid for some places, such as `data` of no known key in the profile of Strapi.
    if (status >= 400 || path.includes('bulk')) expect(length).toBeLessThan(30_000);
  });
});

it('a message repeats the beginning of a wrong value', async () => {
  const { status, body } = await site.request('POST', '/api/auth/local', {
    body: { identifier: lists(490), password: 'secret1' },
  });
  expect(status).toBe(400);
  expect(body.error.message).toMatch(/^identifier must be a `string` type, but the final value was: `\[\n {2}\[\n/);
  expect(body.error.message.length).toBeLessThan(300);
});

it('each of many items of a bulk request lists a few of its problems', async () => {
  const data = Array.from({ length: 200 }, () => ({ title: 't', sections: Array.from({ length: 50 }, () => 1) }));
  const bulk = { action: 'create', data };
  const { length } = await refusal('/api/articles/actions/bulk?atomic=false', bulk);
  expect(length).toBeLessThan(JSON.stringify(bulk).length * 10);
});

it('the errors of a bulk request have a limited length together, however many items and problems it has', async () => {
  const item = (problems: number) => ({
    title: 't',
    sections: Array.from({ length: problems }, () => ({ level: 'x'.repeat(400) })),
  });
  const data = Array.from({ length: 100 }, () => item(20));
  expect((await refusal('/api/articles/actions/bulk', { action: 'create', data })).length).toBeLessThan(100_000);
  const many = Array.from({ length: 400 }, () => item(3));
  const { body } = await site.request('POST', '/api/articles/actions/bulk?atomic=false', {
    token: FULL,
    body: { action: 'create', data: many },
  });
  expect(body.meta.bulk).toMatchObject({ succeeded: 0, failed: 400 });
  expect(JSON.stringify(body).length).toBeLessThan(350_000);
  expect(body.meta.bulk.errors.at(-1)).toMatchObject({ index: 399, status: 400, details: {} });
});

it('a list of problems is cut, and each of its paths is whole', () => {
  const path = Array.from({ length: 30 }, (_, index) => `name ${index}`);
  const errors = Array.from({ length: 1_000 }, () => ({ path, message: 'wrong', value: 'x'.repeat(2_000) }));
  const shown = JSON.stringify(errorBody(new ValidationError('many', { errors })));
  expect(shown.length).toBeLessThan(50_000);
  for (const error of JSON.parse(shown).details.errors) expect(error.path).toEqual(path);
});

it.each([
  ['comma text', `sort=${keys(11).join(',')}`],
  [
    'a list',
    keys(11)
      .map((key, at) => `sort[${at}]=${key}`)
      .join('&'),
  ],
  [
    'an object',
    keys(11)
      .map((key) => `sort[${key}]=asc`)
      .join('&'),
  ],
  ['comma text below populate', `populate[related][sort]=${keys(11).join(',')}`],
  [
    'a list of objects',
    keys(11)
      .map((key, at) => `sort[${at}][${key}]=desc`)
      .join('&'),
  ],
  ['lists of comma text', `sort[]=${keys(6).join(',')}&sort[]=${keys(11).slice(6).join(',')}`],
  ['two levels below populate', `populate[related][populate][related][sort]=${keys(11).join(',')}`],
])('a sort with eleven keys is refused: %s', async (_, query) => {
  const { status, body } = await site.request('GET', `/api/articles?${query}`, { token: FULL });
  expect([status, body.error?.message]).toEqual([400, 'A sort has at most 10 keys']);
});

it('a repeated key of a sort counts once', async () => {
  site.statements();
  const { status } = await site.request('GET', `/api/articles?sort=${Array(90).fill('title').join(',')}`, {
    token: FULL,
  });
  expect(status).toBe(200);
  const [statement = ''] = site.statements().filter((text) => text.includes('articles'));
  expect(statement.match(/order by [^)]*title/g)?.[0]?.split('title').length ?? 2).toBeLessThan(4);
  const beyond = await site.request('GET', `/api/articles?sort=${Array(101).fill('title').join(',')}`, { token: FULL });
  expect(beyond.status).toBe(400);
});
