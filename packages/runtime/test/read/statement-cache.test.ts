import { afterAll, beforeEach, beforeAll, expect, it } from 'vitest';

import { contentDefinition } from '../../../../fixtures/conformance/src/content/index.js';
import { type Scope, createContent } from '../../src/content/content.js';
import { contentType, string } from '../../src/model/attributes/index.js';
import { type QueryCheck, filterValidator, modelCheck, populateValidator } from '../../src/plan/validators.js';
import { findMany } from '../../src/read/index.js';
import type { Query } from '../../src/read/request.js';
import { type Site, openSite, seedSite } from './site.js';

const tag = contentDefinition.models['tag']!;

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await seedSite(site.database);
});
afterAll(() => site.close());

let scope: Scope;
/** How many plans the cache was given. */
let planned: number;
beforeEach(() => {
  const content = createContent(contentDefinition, { database: site.database });
  const set = content.statements.set.bind(content.statements);
  planned = 0;
  content.statements.set = (...entry) => (planned++, set(...entry));
  scope = { content, caller: { kind: 'token', id: 'all', name: 'all', may: () => true }, requestId: 'x' };
});

async function names(query: Query, model = tag): Promise<string[]> {
  const { body } = await findMany(scope, model, query);
  return JSON.parse(Buffer.from(body).toString()).data.map(({ name }: { name: string }) => name);
}

const ONE = 'filters[name]=one';

it('a query string is planned once, with the validators of the model or without any', async () => {
  expect(await names({ text: ONE })).toEqual(['one']);
  expect(await names({ text: ONE, check: modelCheck(tag) })).toEqual(['one']);
  expect(planned).toBe(1);
});

it('a tree beside the text is ignored, so it cannot change the plan of that text', async () => {
  const forged = { text: ONE, tree: { filters: { name: 'two' } } };
  expect(await names(forged)).toEqual(['one']);
  expect(await names({ text: ONE })).toEqual(['one']);
});

const nothing = () => ({ kind: 'or', items: [] }) as const;

it.each<[string, QueryCheck]>([
  ['other validators', { ...modelCheck(tag), filters: { plan: nothing } }],
  ['copies of the validators with another plan', spreadCheck()],
  [
    'the validators of another type',
    { filters: filterValidator(contentDefinition.models['badge']!), populate: populateValidator(tag) },
  ],
])('plans of %s are not cached', async (_, check) => {
  await names({ text: ONE, check });
  expect(await names({ text: ONE })).toEqual(['one']);
  expect(planned).toBe(1);
  const own = await names({ text: ONE, check });
  expect(planned).toBe(1);
  if (check.filters.plan === nothing) expect(own).toEqual([]);
});

function spreadCheck(): QueryCheck {
  const { filters, populate } = modelCheck(tag);
  return { filters: Object.assign(() => undefined, filters, { plan: nothing }), populate };
}

it('plans of a model that is not one of the project are not cached, even if it has the name of one', async () => {
  const { compiled: _compiled, ...description } = tag;
  const other = contentType<unknown, { name: unknown }>({ ...description, attributes: { name: string() } });
  await names({ text: 'populate=*' }, other);
  expect(planned).toBe(0);
  await names({ text: 'populate=*' });
  expect(planned).toBe(1);
});
