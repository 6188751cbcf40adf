import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type Client, ClientDatabase } from '../../src/database/client.js';
import { type Executor, openDatabase } from '../../src/database/database.js';
import { Overtaken, transaction } from '../../src/database/retry.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { openProxy } from '../harness/proxy.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.rows('create table kept (what text)');
});
beforeEach(() => test.rows('truncate kept'));
afterAll(() => test.close());

const keep = (executor: Executor, what: string) => executor.rows('insert into kept values ($1::text)', [what]);
const kept = async () => (await test.rows<{ what: string }>('select what from kept')).map(({ what }) => what);

it('a transaction sends BEGIN before its first statement, so that its locks are held', async () => {
  const ids = await test.database.transaction(async (executor) => [
    await executor.rows('select pg_current_xact_id() as id'),
    await executor.rows('select pg_current_xact_id() as id'),
  ]);
  expect(ids[0]).toEqual(ids[1]);
});

it('a transaction that loses its connection writes nothing, whatever was still to be sent', async () => {
  const proxy = await openProxy(test.url);
  const database = openDatabase({ url: proxy.url, connections: 2 });
  for (let time = 0; time < 3; time++) {
    const lost = database.transaction((executor) =>
      Promise.all([executor.rows('select pg_sleep(1)'), keep(executor, 'second')]),
    );
    await Promise.all([expect(lost).rejects.toThrow(), sleep(100).then(proxy.cut)]);
    proxy.mend();
    await expect.poll(() => keep(database, 'later').then(() => true)).toBe(true);
  }
  expect(new Set(await kept())).toEqual(new Set(['later']));
  await database.close();
  await proxy.close();
});

it('statements beside a failed one, or after the end, write nothing', async () => {
  let left: Executor | undefined;
  const failed = test.database.transaction((executor) => {
    left = executor;
    return Promise.all([executor.rows('select 1 / 0'), sleep(10).then(() => keep(executor, 'beside'))]);
  });
  await expect(failed).rejects.toMatchObject({ code: '22012' });
  await sleep(50);
  await expect(keep(left!, 'after')).rejects.toThrow('The transaction has ended');
  expect(await kept()).toEqual([]);
});

it('a transaction whose failed statement was caught rejects, because PostgreSQL rolls it back', async () => {
  const failed = test.database.transaction(async (executor) => {
    await keep(executor, 'first');
    await executor.rows('select 1 / 0').catch(() => undefined);
  });
  await expect(failed).rejects.toThrow('Nothing was written');
  expect(await kept()).toEqual([]);
});

describe('a transaction of a client with little time', () => {
  const hurried: Client = { caller: 'hurried', timeoutMs: 600, isGone: () => false };
  const naps = async (executor: Executor, count: number) => {
    await keep(executor, 'before');
    for (let nap = 0; nap < count; nap++) await executor.rows('select pg_sleep(0.2)');
  };

  it('ends when its statements have taken that long together, however short each of them is', async () => {
    const slow = test.database.transaction((executor) => naps(executor, 20), {}, hurried);
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    expect(await kept()).toEqual([]);
    await test.database.transaction((executor) => naps(executor, 4));
    expect(await kept()).toEqual(['before']);
  });

  it('ends before its next statement, however fast that would be', async () => {
    const caught: unknown[] = [];
    const slow = test.database.transaction(
      async (executor) => {
        await naps(executor, 20).catch((error: Error) => void caught.push(error));
        await keep(executor, 'after');
      },
      {},
      hurried,
    );
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    expect([caught.length, await kept()]).toEqual([1, []]);
  });

  it('does not count the time between statements, which belongs to the project', async () => {
    await test.database.transaction(
      async (executor) => {
        await keep(executor, 'first');
        await sleep(700);
        await keep(executor, 'second');
      },
      {},
      hurried,
    );
    expect(await kept()).toEqual(['first', 'second']);
  });

  it('has no more time for further attempts', async () => {
    const database = new ClientDatabase(test.database, hurried);
    let attempts = 0;
    const slow = transaction(database, async (executor) => {
      attempts++;
      await executor.rows('select pg_sleep(0.25)');
      throw new Overtaken();
    });
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    expect(attempts).toBeLessThan(8);
  });
});
