/** Documents in code are the bytes of REST without the additions of its `documented` profile, for every caller. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { contentDefinition } from '../../../../fixtures/conformance/src/content/index.js';
import type { Permissions } from '../../src/content/settings.js';
import { createContent } from '../../src/documents/create-content.js';
import { createApp } from '../harness/app.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { PATIENCE_MS, runs } from '../harness/property.js';
import { requestTo } from '../harness/request.js';
import { type Site, id, openSite, seedSite } from '../read/site.js';
import { answered, asInCode, respelled } from './answer-bytes.js';
import { queryString } from './query-string.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await seedSite(site.database);
});
afterAll(() => site.close());

const FULL = 'conformance-token-full-access';

/** The rights of the public role, or everything by a token. */
const callers: Readonly<Record<string, { readonly permissions: Permissions; readonly token?: string }>> = {
  'a role with all rights': { permissions: { public: '*' } },
  'a role that reads some attributes of some rows': {
    permissions: {
      public: {
        article: {
          actions: ['find', 'findOne'],
          readable: ['title', 'rating', 'author', 'categories', 'content'],
          where: { rating: { $gte: 2 } },
        },
        category: ['find'],
      },
    },
  },
  'a role without rights': { permissions: {} },
  'code with all rights': { permissions: {}, token: FULL },
};

const name = fc.constantFrom('title', 'rating', 'isFeatured', 'kind', 'secret', 'nope', 'views');
const value = fc.oneof(fc.constantFrom('First', 'a', 'news', '%'), fc.integer({ min: 0, max: 9 }), fc.boolean());
const operator = fc.constantFrom('$eq', '$ne', '$containsi', '$gt', '$in', '$null', '$startsWith', '$wrong');
const condition: fc.Arbitrary<unknown> = fc.oneof(
  value,
  fc.tuple(operator, value).map(([key, operand]) => ({ [key]: operand })),
  fc.array(value, { minLength: 1, maxLength: 3 }),
);
const { filter } = fc.letrec<{ filter: unknown }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 2 },
    fc.tuple(name, condition).map(([key, inner]) => ({ [key]: inner })),
    fc.tuple(fc.constantFrom('author', 'categories'), condition).map(([edge, inner]) => ({ [edge]: { name: inner } })),
    fc
      .tuple(fc.constantFrom('$and', '$or'), fc.array(tie('filter'), { minLength: 1, maxLength: 2 }))
      .map(([key, items]) => ({ [key]: items })),
    tie('filter').map((inner) => ({ $not: inner })),
  ),
}));
const options = fc.record(
  {
    fields: fc.uniqueArray(fc.constantFrom('name', 'documentId', 'nope'), { minLength: 1, maxLength: 2 }),
    filters: fc.record({ name: condition }),
    sort: fc.constantFrom('name:desc', 'id', 'nope'),
    count: fc.boolean(),
    limit: fc.integer({ min: 1, max: 3 }),
    populate: fc.constantFrom('*', ['articles'], { articles: { fields: ['title'] } }),
  },
  { requiredKeys: [] },
);
const child = fc.oneof(
  fc.boolean(),
  options.filter((some) => Object.keys(some).length > 0),
);
const populate = fc.oneof(
  fc.constantFrom('*', ['author', 'content'], ['cover', 'nope'], {
    content: { on: { 'blocks.hero': { populate: '*' } } },
  }),
  fc.record({ author: child, categories: child, seo: fc.boolean(), content: fc.constant(true) }, { requiredKeys: [] }),
);
const query = fc.record(
  {
    fields: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
    filters: filter,
    populate,
    sort: fc.constantFrom('title:desc', ['rating', 'title:asc'], { author: { name: 'desc' } }, 'nope:asc'),
    pagination: fc.constantFrom({ page: 2, pageSize: 2 }, { start: 1, limit: 3, withCount: false }, { pageSize: 0 }),
    status: fc.constantFrom('draft', 'published', 'nope'),
    locale: fc.constantFrom('fr', '*', 'en', 'xx'),
    _q: fc.constantFrom('first', '3'),
  },
  { requiredKeys: [] },
);

describe.each(Object.entries(callers))('as %s', (_, { permissions, token }) => {
  it.each(['documented', 'strapi'] as const)(
    'every query has the bytes of REST in the %s profile, errors included',
    async (responses) => {
      const own = { ...contentDefinition.settings, permissions };
      const settings = { ...own, api: { ...own.api, responses } };
      const { app } = createApp(conformance, site.database, { settings });
      const content = createContent({ ...contentDefinition, settings }, { database: site.database });
      const { articles } = token === undefined ? content.asRole('public') : content.asSystem();
      const rest = async (path: string, sent: object) => {
        const { text } = await requestTo(app, 'GET', `/api/${path}?${queryString(sent)}`, { ...(token && { token }) });
        return asInCode(respelled(text));
      };
      // The compiler would refuse the wrong ones among these queries.
      const calls = articles as unknown as Record<'find' | 'findOne', (...args: unknown[]) => Promise<unknown>>;
      await fc.assert(
        fc.asyncProperty(query, async (sent) => {
          expect(await answered(calls.find(sent))).toBe(await rest('articles', sent));
          const { pagination: _page, ...one } = sent;
          expect(await answered(calls.findOne(id('a1'), one))).toBe(await rest(`articles/${id('a1')}`, one));
        }),
        { numRuns: runs.codeAnswers },
      );
    },
    PATIENCE_MS,
  );
});
