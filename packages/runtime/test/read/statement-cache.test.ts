import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { afterAll, beforeEach, beforeAll, expect, it } from 'vitest';

import { contentDefinition } from '../../../../fixtures/conformance/src/content/index.js';
import { type Scope, contentFor } from '../../src/content/content.js';
import type { Client } from '../../src/database/client.js';
import { createContent } from '../../src/documents/create-content.js';
import { contentType, string } from '../../src/model/attributes/index.js';
import { findMany } from '../../src/read/index.js';
import type { AnyModel } from '../../src/model/model.js';
import type { Query } from '../../src/read/request.js';
import { type Site, openSite, seedSite } from './site.js';

const tag: AnyModel = contentDefinition.models.tag;

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
  const content = createContent({ ...contentDefinition }, { database: site.database });
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

it('a query string and a query object are planned once', async () => {
  for (const query of [{ text: ONE }, { tree: { filters: { name: 'two' } } }]) {
    const shown = await names(query);
    expect(shown).toEqual([query.text === ONE ? 'one' : 'two']);
    expect(await names(query)).toEqual(shown);
  }
  expect(planned).toBe(2);
});

it('queries that differ in their values are planned once', async () => {
  for (const [text, shown] of [
    ['filters[name]=one', ['one']],
    ['filters[name]=two', ['two']],
    ['filters[name]=nobody', []],
    ['filters%5Bname%5D=two', ['two']],
  ] as const) {
    expect(await names({ text })).toEqual(shown);
  }
  expect(scope.content.shapes.usage).toEqual({ entries: 1, hits: 3, misses: 1 });
});

it('a query string that spells the tree of an object is a query of its own', async () => {
  const tree = { filters: { name: 'two' } };
  expect(await names({ tree })).toEqual(['two']);
  await expect(names({ text: JSON.stringify(tree) })).rejects.toMatchObject({ status: 400 });
});

it('a tree beside the text is ignored, so it cannot change the plan of that text', async () => {
  const forged: { text: string; tree: object } = { text: ONE, tree: { filters: { name: 'two' } } };
  expect(await names(forged)).toEqual(['one']);
  expect(await names({ text: ONE })).toEqual(['one']);
});

it('plans of a model that is not one of the project are not cached, even if it has the name of one', async () => {
  const { compiled: _compiled, ...description } = tag;
  const other = contentType<{ name: unknown }>({ ...description, attributes: { name: string() } });
  await names({ text: 'populate=*' }, other);
  expect(planned).toBe(0);
  await names({ text: 'populate=*' });
  expect(planned).toBe(1);
});

it('a kept plan does not keep the request that made it', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const ask = async () => {
    const client: Client = { caller: 'somebody', timeoutMs: undefined, isGone: () => false };
    await findMany({ ...scope, content: contentFor(scope.content, client) }, tag, { text: 'populate=*' });
    return new WeakRef(client);
  };
  const client = await ask();
  expect(planned).toBe(1);
  // The driver keeps the last statement of a connection for a while.
  await names({ text: ONE });
  await expect
    .poll(() => {
      collectGarbage();
      return client.deref();
    })
    .toBeUndefined();
});
