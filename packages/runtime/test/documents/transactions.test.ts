import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import * as models from '../../../../fixtures/desk/src/content/models.js';
import { defineHooks } from '../../src/content/hooks.js';
import { type DeskDocuments, openDocuments } from './desk.js';

type TagHook = Parameters<NonNullable<Parameters<typeof defineHooks<typeof models>>[1]['tag']>['afterCreate'] & {}>[0];

type Tx = Parameters<Parameters<DeskDocuments['content']['transaction']>[0]>[0];

let desk: DeskDocuments;
/** Each test decides what the hook does. */
let afterTag: (event: TagHook) => Promise<void>;
beforeAll(async () => {
  desk = await openDocuments({ hooks: defineHooks(models, { tag: { afterCreate: (event) => afterTag(event) } }) });
});
afterAll(() => desk.close());
beforeEach(() => {
  afterTag = async () => undefined;
});

const names = async () => (await desk.content.asSystem().vaults.find()).data.map(({ name }) => name).sort();
const clean = async () => {
  const { vaults } = desk.content.asSystem();
  for (const { documentId } of (await vaults.find()).data) await vaults.delete(documentId);
};
beforeEach(clean);

it('writes of a transaction are visible inside, and for others after the commit', async () => {
  const seen = await desk.content.transaction(async (tx) => {
    const { vaults } = tx.asSystem();
    const { data } = await vaults.create({ data: { name: 'a' } });
    await vaults.update(data.documentId, { data: { name: 'b' } });
    await vaults.create({ data: { name: 'c' } });
    expect(await names()).toEqual([]);
    return [(await vaults.find({ sort: 'name' })).data.map(({ name }) => name), await vaults.count()];
  });
  expect(seen).toEqual([['b', 'c'], 2]);
  expect(await names()).toEqual(['b', 'c']);
});

it('totals inside a transaction are its own, and nobody else gets them', async () => {
  const { vaults } = desk.content.asSystem();
  await vaults.create({ data: { name: 'outside' } });
  expect(await vaults.count()).toBe(1);
  await desk.content.transaction(async (tx) => {
    const inside = tx.asSystem().vaults;
    expect(await inside.count()).toBe(1);
    await inside.create({ data: { name: 'inside' } });
    expect(await inside.count()).toBe(2);
    expect(await vaults.count()).toBe(1);
  });
  expect(await vaults.count()).toBe(2);
});

it('a remembered answer is not given inside a transaction, nor is that of a transaction to others', async () => {
  const { vaults } = desk.content.asSystem();
  for (let n = 0; n < 3; n++) expect((await vaults.find()).data).toHaveLength(0);
  await desk.content.transaction(async (tx) => {
    const inside = tx.asSystem().vaults;
    await inside.create({ data: { name: 'inside' } });
    for (let n = 0; n < 3; n++) {
      expect((await inside.find()).data).toHaveLength(1);
      expect((await vaults.find()).data).toHaveLength(0);
    }
  });
  expect((await vaults.find()).data).toHaveLength(1);
});

it('an error undoes all writes', async () => {
  const failing = desk.content.transaction(async (tx) => {
    await tx.asSystem().vaults.create({ data: { name: 'a' } });
    throw new Error('not today');
  });
  await expect(failing).rejects.toThrow('not today');
  expect(await names()).toEqual([]);
});

it('a failed write undoes all of them, even if its error was caught', async () => {
  const failing = desk.content.transaction(async (tx) => {
    await tx.asSystem().vaults.create({ data: { name: 'a' } });
    await tx
      .asSystem()
      .tags.update('nobody', { data: { name: 'x' } })
      .catch(() => undefined);
  });
  await expect(failing).rejects.toMatchObject({ status: 404 });
  expect(await names()).toEqual([]);
});

it.each([
  ['a problem of its data', (tx: Tx) => tx.asSystem().vaults.create({ data: { name: 1 as unknown as string } })],
  ['a missing right', (tx: Tx) => tx.asRole('public').vaults.create({ data: { name: 'b' } })],
])('a write that was refused for %s undoes the others, even if its error was caught', async (_, refused) => {
  const failing = desk.content.transaction(async (tx) => {
    await tx.asSystem().vaults.create({ data: { name: 'a' } });
    await refused(tx).catch(() => undefined);
  });
  await expect(failing).rejects.toMatchObject({ status: expect.any(Number) });
  expect(await names()).toEqual([]);
});

it('a transaction inside of a transaction is part of it', async () => {
  await desk.content.transaction(async (tx) => {
    await tx.transaction((inner) => inner.asSystem().vaults.create({ data: { name: 'inner' } }));
    await tx.executor.rows(`select 1 from vaults where name = 'inner'`);
    expect(await names()).toEqual([]);
  });
  expect(await names()).toEqual(['inner']);
});

it('writes of a transaction that are called together have the effect of one after the other', async () => {
  const { nodes } = desk.content.asSystem();
  const made: string[] = [];
  for (const name of ['hub', 'a', 'b', 'c']) made.push((await nodes.create({ data: { name } })).data.documentId);
  const [hub = '', ...others] = made;
  await desk.content.transaction(async (tx) => {
    const inside = tx.asSystem().nodes;
    await Promise.all([
      ...others.map((id) => inside.update(hub, { data: { related: { connect: [id] } } })),
      ...others.map((id) => inside.update(id, { data: { next: hub } })),
      tx.transaction((inner) => inner.asSystem().nodes.update(hub, { data: { name: 'centre' } })),
    ]);
  });
  const populate = { related: { fields: ['name'] }, previous: { fields: ['name'] } } as const;
  const { data } = await nodes.findOne(hub, { populate });
  expect(data).toMatchObject({
    name: 'centre',
    related: ['a', 'b', 'c'].map((name) => ({ name })),
    previous: { name: 'c' },
  });
});

it('writes of a hook may belong to the transaction around its write', async () => {
  const { nodes } = desk.content.asSystem();
  const made: string[] = [];
  for (const name of ['hub', 'a', 'b']) made.push((await nodes.create({ data: { name } })).data.documentId);
  const [hub = '', ...others] = made;
  await desk.content.transaction(async (tx) => {
    const connect = (id: string) => tx.asSystem().nodes.update(hub, { data: { related: { connect: [id] } } });
    afterTag = async () => void (await Promise.all(others.map(connect)));
    await Promise.all(['x', 'y'].map((name) => tx.asSystem().tags.create({ data: { name } })));
  });
  const { data } = await nodes.findOne(hub, { populate: { related: { fields: ['name'] } } });
  expect(data.related.map(({ name }) => name)).toEqual(['a', 'b']);
});

it('a transaction that another one overtook runs again from the beginning', async () => {
  let attempts = 0;
  await desk.content.transaction(async (tx) => {
    await tx.asSystem().vaults.create({ data: { name: `attempt ${++attempts}` } });
    if (attempts < 3) throw Object.assign(new Error('overtaken'), { code: '40001' });
  });
  expect(await names()).toEqual(['attempt 3']);
});

it('two transactions that take a unique value give one of them the error of the field', async () => {
  const take = () =>
    desk.content.transaction(async (tx) => {
      await tx.asSystem().vaults.create({ data: { name: 'taken' } });
      return tx.asSystem().authors.create({ data: { name: 'x', email: 'same@example.org' } });
    });
  const outcomes = await Promise.allSettled([take(), take(), take()]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 400 });
  }
  expect(await names()).toEqual(['taken']);
});

it('documents in a hook take part in the transaction of the write', async () => {
  afterTag = async ({ tx, documentId }) => {
    await tx.asSystem().vaults.create({ data: { name: `of ${documentId}` } });
    expect((await tx.asSystem().tags.findOne(documentId)).data.name).toBe('hooked');
  };
  const { data } = await desk.content.asSystem().tags.create({ data: { name: 'hooked' } });
  expect(await names()).toEqual([`of ${data.documentId}`]);

  const written = afterTag;
  afterTag = async (event) => {
    await written(event);
    throw new Error('refused');
  };
  await expect(desk.content.asSystem().tags.create({ data: { name: 'hooked' } })).rejects.toThrow('refused');
  expect(await names()).toHaveLength(1);
});

it('a hook whose own write failed fails the write, even if it caught the error', async () => {
  afterTag = async ({ tx }) => {
    await tx
      .asSystem()
      .vaults.update('nobody', { data: { name: 'x' } })
      .catch(() => undefined);
  };
  await expect(desk.content.asSystem().tags.create({ data: { name: 'caught' } })).rejects.toMatchObject({
    status: 404,
  });
  expect(await desk.content.asSystem().tags.count({ filters: { name: 'caught' } })).toBe(0);
});

it('a hook asks as the caller of the write, with its rights', async () => {
  afterTag = async ({ tx, caller }) => {
    await tx.as(caller).vaults.create({ data: { name: 'by the caller' } });
    await tx.asRole('public').vaults.find();
  };
  await expect(desk.content.asSystem().tags.create({ data: { name: 'asked' } })).rejects.toMatchObject({ status: 403 });
  expect(await names()).toEqual([]);
});

it('transactions that lock a document before they read it lose no update', async () => {
  const { homepage, tags } = desk.content.asSystem();
  const { data } = await tags.create({ data: { name: 'counter', weight: 0 } });
  await homepage.update({ data: { headline: 'Counted', visits: 0 } });
  const count = () =>
    desk.content.transaction(async (tx) => {
      const inside = tx.asSystem();
      const read = await inside.tags.findOne(data.documentId, { lock: true, fields: ['weight'] });
      await inside.tags.update(data.documentId, { data: { weight: (read.data.weight ?? 0) + 1 } });
      const page = await inside.homepage.find({ lock: true, fields: ['visits'] });
      await inside.homepage.update({ data: { visits: (page.data.visits ?? 0) + 1 } });
    });
  await Promise.all(Array.from({ length: 8 }, count));
  expect((await tags.findOne(data.documentId)).data.weight).toBe(8);
  expect((await homepage.find()).data.visits).toBe(8);
  await expect(tags.findOne(data.documentId, { lock: true })).rejects.toThrow('`lock` needs a transaction');
});
