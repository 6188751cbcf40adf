/** Writes in code answer the bytes of REST: the same values written twice differ in their ids and times alone. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { contentDefinition } from '../../../../fixtures/conformance/src/content/index.js';
import { createContent } from '../../src/documents/create-content.js';
import { createApp } from '../harness/app.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { PATIENCE_MS, runs, untilSeen } from '../harness/property.js';
import { requestTo } from '../harness/request.js';
import { type Site, id, openSite, seedSite } from '../read/site.js';
import { answered, asInCode, respelled, withoutIdentity } from './answer-bytes.js';
import { queryString } from './query-string.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await seedSite(site.database);
  // The seed has row ids of its own. Ids of entries stay apart from row ids, because equal ones would look like one.
  await site.database.rows('alter table articles alter column id restart with 1000');
  await site.database.rows(`select setval('cg_entry_id', 1000000)`);
});
afterAll(() => site.close());

const TOKEN = 'conformance-token-full-access';
const seeded = new Set(['au1', 'au2', 'c1', 'c2', 'c3', 'a1', 'a2', 'a3', 'a4', 'v1'].map(id));

const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom('\u2028', '"\\', 'é', '</x>'));
const scalar = fc.jsonValue({ maxDepth: 0 });
// Objects of JavaScript put names such as `0` first, so these are the one difference that parsing makes.
const key = fc.string({ maxLength: 5 }).filter((name) => !/^\d+$/.test(name));
const json = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(key, scalar, { maxKeys: 3 }));
const goodData = fc.record(
  {
    title: fc.option(text),
    body: text,
    rating: fc.integer({ min: 1, max: 5 }),
    price: fc.oneof(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), fc.constantFrom(0.1, 1e-7, 12.5)),
    score: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(1e21, -0, 1.0)),
    views: fc.constantFrom('9007199254740993', 12, '-1'),
    isFeatured: fc.option(fc.boolean()),
    startsAt: fc.constantFrom('2030-01-01T00:00:00.000Z', '2024-02-29T23:59:59.999+02:00'),
    kind: fc.constantFrom('news', 'review'),
    extra: json,
    secret: fc.constant('hidden'),
    author: fc.constantFrom<unknown>(id('au1'), null, { connect: [id('au2')] }),
    categories: fc.constantFrom<unknown>([id('c2'), id('c1')], {
      connect: [{ documentId: id('c3'), position: { start: true } }],
    }),
    seo: fc.constantFrom<unknown>({ metaTitle: 'm' }, null),
    content: fc.constantFrom<unknown>([{ __component: 'blocks.quote', text: 'q' }], []),
  },
  { requiredKeys: [] },
);
const goodQuery = fc.record(
  {
    fields: fc.constantFrom(['title', 'extra'], ['score', 'price']),
    populate: fc.constantFrom('*', ['author', 'categories'], { content: { on: { 'blocks.quote': true } } }),
    status: fc.constantFrom('draft', 'published'),
    locale: fc.constantFrom('fr', 'en'),
  },
  { requiredKeys: [] },
);

/** One in five has a mistake. */
const mostly = (good: fc.Arbitrary<object>, ...wrong: object[]) =>
  fc.oneof(
    { weight: 4, arbitrary: good },
    { weight: 1, arbitrary: fc.tuple(good, fc.constantFrom(...wrong)).map(([some, bad]) => ({ ...some, ...bad })) },
  );
const data = mostly(
  goodData,
  { rating: 'five' },
  { rating: 1.5 },
  { startsAt: 'never' },
  { kind: 'poem' },
  { nope: 1 },
  { author: 'missing' },
  { seo: { metaTitel: 'x' } },
  { content: [{ __component: 'blocks.no' }] },
);
const query = mostly(goodQuery, { fields: ['nope'] }, { populate: ['nope'] }, { status: 'nope' }, { locale: 'xx' });

type Verb = 'create' | 'update' | 'publish' | 'unpublish' | 'discard' | 'delete';
const later = fc.record({
  verb: fc.constantFrom<Verb>('update', 'publish', 'unpublish', 'discard', 'delete'),
  data,
  query,
});

describe.each(['documented', 'strapi'] as const)('in the %s profile', (responses) => {
  it(
    'every write has the bytes of REST, errors included',
    async () => {
      const { settings: own } = contentDefinition;
      const settings = { ...own, api: { ...own.api, responses } };
      const { app } = createApp(conformance, site.database, { settings });
      const { articles } = createContent({ ...contentDefinition, settings }, { database: site.database }).asSystem();
      // The compiler would refuse the wrong ones among these bodies.
      const calls = articles as unknown as Record<Verb, (...args: unknown[]) => Promise<unknown>>;

      const inCode = async (verb: Verb, documentId: string, { data: sent, query: asked }: Write) => {
        const first = verb === 'create' ? [] : [documentId];
        const body = verb === 'create' || verb === 'update' ? { data: sent } : {};
        return answered(calls[verb](...first, { ...asked, ...body }));
      };
      const overHttp = async (verb: Verb, documentId: string, { data: sent, query: asked }: Write) => {
        const path = { create: '', update: `/${documentId}`, delete: `/${documentId}` }[verb as string];
        const method = { create: 'POST', update: 'PUT', delete: 'DELETE' }[verb as string] ?? 'POST';
        const at = `/api/articles${path ?? `/${documentId}/actions/${verb}`}?${queryString(asked)}`;
        const body = method === 'PUT' || verb === 'create' ? { body: { data: sent } } : {};
        return asInCode(respelled((await requestTo(app, method, at, { token: TOKEN, ...body })).text));
      };
      const isOwn = (documentId: string) => seeded.has(documentId);
      const same = (one: string, other: string) =>
        expect(withoutIdentity(one, isOwn)).toBe(withoutIdentity(other, isOwn));

      let written = 0;
      const property = () =>
        fc.assert(
          fc.asyncProperty(fc.record({ data, query }), fc.array(later, { maxLength: 4 }), async (first, others) => {
            const [code, rest] = [await inCode('create', '', first), await overHttp('create', '', first)];
            same(code, rest);
            if (code.startsWith('{"data":{')) written++;
            const ids = [code, rest].map((one) => JSON.parse(one).data?.documentId ?? 'none');
            for (const write of others) {
              same(await inCode(write.verb, ids[0], write), await overHttp(write.verb, ids[1], write));
            }
          }),
          { numRuns: runs.codeWrites },
        );
      // Errors alone would prove little.
      await untilSeen(property, () => written > runs.codeWrites / 3);
    },
    PATIENCE_MS,
  );
});

interface Write {
  readonly data: object;
  readonly query: object;
}
