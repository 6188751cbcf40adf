import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { type Executor, openDatabase } from '../../src/database/database.js';
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
