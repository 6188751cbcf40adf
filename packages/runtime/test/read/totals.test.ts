import { setTimeout as sleep } from 'node:timers/promises';

import fc from 'fast-check';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { times } from '../harness/suite.js';
import { type Site, openSite } from './site.js';

/** Three clients of the database that know nothing of the API. */
const CLIENTS = 3;

let site: Site;
let clients: postgres.Sql[];
beforeAll(async () => {
  site = await openSite();
  clients = Array.from({ length: CLIENTS }, connect);
});
beforeEach(async () => {
  await clients[0]!.unsafe('delete from tags');
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await site.close();
});

const connect = () => postgres(site.url, { max: 1, onnotice: () => undefined });
const total = async (query = '') => (await site.get(`/api/tags?${query}`)).body.meta.pagination.total as number;

const insertTags = (client: postgres.Sql, name: string, count = 1) =>
  client.unsafe(
    `with d as (insert into cg_documents (id, type) select gen_random_uuid()::text, 'tag' from generate_series(1, ${count}) returning id)
     insert into tags (document_id, cg_status, name) select id, 'published', $1 from d`,
    [name],
  );
const oneTag = (name: string) =>
  `(select id from tags where name = '${name}' order by id limit 1 for update skip locked)`;

type Step =
  | { readonly do: 'insert'; readonly name: string; readonly count: number }
  | { readonly do: 'remove' | 'hide' | 'rename'; readonly name: string }
  | { readonly do: 'truncate' | 'begin' | 'savepoint s' | 'rollback to s' | 'commit' | 'rollback' };

const name = fc.constantFrom('one', 'two');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('insert'), name, count: fc.nat(3) }) as fc.Arbitrary<Step> },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('remove', 'hide', 'rename'), name }) as fc.Arbitrary<Step> },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('truncate', 'begin', 'savepoint s', 'rollback to s', 'commit', 'rollback'),
    }) as fc.Arbitrary<Step>,
  },
);

it(
  'totals count the committed rows, for any client and any length of its transaction',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(CLIENTS - 1), step), { minLength: 5, maxLength: 25 }),
        async (steps) => {
          await clients[0]!.unsafe('delete from tags');
          const open = new Map<number, { saved: boolean }>();
          for (const [index, step] of steps) {
            await take(clients[index]!, step, index, open);
            const counted = await site.database.rows<{ name: string }>(
              `select name from tags where cg_status = 'published'`,
            );
            expect(await total()).toBe(counted.length);
            expect(await total('filters[name]=one')).toBe(counted.filter((row) => row.name === 'one').length);
          }
          for (const index of open.keys()) await clients[index]!.unsafe('rollback');
        },
      ),
      { numRuns: times(8) },
    );
  },
  times(300_000),
);

async function take(client: postgres.Sql, step: Step, index: number, open: Map<number, { saved: boolean }>) {
  const transaction = open.get(index);
  switch (step.do) {
    case 'insert':
      return insertTags(client, step.name, step.count);
    case 'remove':
      return client.unsafe(`delete from tags where id in ${oneTag(step.name)}`);
    case 'hide':
      return client.unsafe(
        `update tags set cg_status = case cg_status when 'draft' then 'published' else 'draft' end where id in ${oneTag(step.name)}`,
      );
    case 'rename':
      return client.unsafe(`update tags set name = 'one' where id in ${oneTag(step.name)}`);
    case 'truncate':
      // It would wait for the other transactions.
      return open.size === 0 ? client.unsafe('truncate tags cascade') : undefined;
    case 'begin':
      if (transaction !== undefined) return undefined;
      open.set(index, { saved: false });
      return client.unsafe('begin');
    case 'savepoint s':
      if (transaction === undefined) return undefined;
      transaction.saved = true;
      return client.unsafe(step.do);
    case 'rollback to s':
      return transaction?.saved === true ? client.unsafe(step.do) : undefined;
    default:
      open.delete(index);
      return transaction === undefined ? undefined : client.unsafe(step.do);
  }
}

it('a total fits the rows of its page while clients write, merge and are killed', async () => {
  const until = performance.now() + 4_000;
  let [seen, kills] = [0, 0];
  // On a busy machine, all clients go on until some have been killed and others have seen rows.
  const isOver = () => performance.now() > until && seen > 0 && kills > 0;
  const writer = async () => {
    while (!isOver()) {
      const client = connect();
      try {
        while (!isOver()) {
          const [{ n } = { n: 0 }] = await client.unsafe<{ n: number }[]>('select count(*)::int as n from tags');
          // A transaction of several statements, so that a kill finds it half done.
          await client.unsafe(
            n < 60
              ? `begin; ${insertion('one')}; select pg_sleep(random() / 200); ${insertion('two')}; select cg_merge_totals('tags'::regclass); commit`
              : `begin; delete from tags where id in (select id from tags limit 40 for update skip locked); commit`,
          );
        }
      } catch {
        // Killed.
      } finally {
        await client.end({ timeout: 0 });
      }
    }
  };
  const killer = async () => {
    while (!isOver()) {
      await sleep(30);
      const killed = await clients[0]!.unsafe(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'begin;%' order by random() limit 1`,
      );
      kills += killed.length;
    }
  };
  const reader = async () => {
    while (!isOver()) {
      for (const query of ['', 'filters[name]=one&']) {
        const { body } = await site.get(`/api/tags?${query}pagination[pageSize]=100`);
        expect(body.meta.pagination.total).toBe(body.data.length);
        seen += body.data.length;
      }
    }
  };
  await Promise.all([writer(), writer(), writer(), killer(), reader(), reader()]);
  const [row] = await clients[0]!.unsafe<{ rows: number }[]>('select count(*)::int as rows from tags');
  expect(await total()).toBe(row!.rows);
}, 300_000);

const insertion = (name: string) =>
  `with d as (insert into cg_documents (id, type) values (gen_random_uuid()::text, 'tag') returning id) insert into tags (document_id, cg_status, name) select id, 'published', '${name}' from d`;

it('changes are merged, so that a total is the sum of a few rows', async () => {
  const [client] = clients;
  const rows = async () =>
    (
      await client!.unsafe<{ n: number }[]>(
        `select count(*)::int as n from cg_totals where relation = 'tags'::regclass`,
      )
    )[0]!.n;
  // On average, every 64th change merges the others. Hundreds in a row may not; four thousand always do.
  let [changes, before] = [0, await rows()];
  for (; changes < 4_000; changes++) {
    await client!.unsafe(`update tags set name = 'x' where false`);
    const now = await rows();
    if (now <= before) break;
    before = now;
  }
  expect(changes).toBeLessThan(4_000);
});

it('a total is counted if the table was truncated under an older snapshot', async () => {
  const [client, other] = clients;
  await insertTags(client!, 'one', 5);
  await client!.unsafe('begin isolation level repeatable read');
  await client!.unsafe('select 1 from cg_roles');
  await insertTags(other!, 'two', 2);
  await client!.unsafe('truncate tags cascade');
  await client!.unsafe('commit');
  expect(await total()).toBe(0);
  await insertTags(other!, 'two', 2);
  expect(await total()).toBe(2);
  await client!.unsafe(`select cg_keep_total('tags')`);
  expect(await total()).toBe(2);
});

it('triggers count rows that a replicating session or a role without rights on the totals writes', async () => {
  const [client] = clients;
  await client!.unsafe(`begin; set local session_replication_role = replica; ${insertion('one')}; commit`);
  expect(await total()).toBe(1);
  await client!.unsafe(
    `begin; create role cg_test_writer; grant insert on cg_documents, tags to cg_test_writer; grant select on cg_documents to cg_test_writer; set local role cg_test_writer; set local search_path = pg_catalog; with d as (insert into public.cg_documents (id, type) values (gen_random_uuid()::text, 'tag') returning id) insert into public.tags (document_id, cg_status, name) select id, 'published', 'one' from d; reset role; drop owned by cg_test_writer; drop role cg_test_writer; commit`,
  );
  expect(await total()).toBe(2);
});

it.each(['', 'filters[name]=one'])('rows that were written while triggers were off are counted: %s', async (query) => {
  const [client] = clients;
  // Fewer rows are counted while the page is read.
  await insertTags(client!, 'one', 5_001);
  expect(await total(query)).toBe(5_001);
  await client!.unsafe('alter table tags disable trigger all');
  await insertTags(client!, 'one');
  expect(await total(query)).toBe(5_002);
  // They fire again, but not for sessions that replicate rows.
  await client!.unsafe('alter table tags enable trigger all');
  expect(await total(query)).toBe(5_002);
  await client!.unsafe(`begin; set local session_replication_role = replica; ${insertion('one')}; commit`);
  expect(await total(query)).toBe(5_003);
  await client!.unsafe(`select cg_keep_total('tags')`);
  await client!.unsafe(`begin; set local session_replication_role = replica; ${insertion('one')}; commit`);
  expect(await total(query)).toBe(5_004);
});

it('a renamed table keeps its totals', async () => {
  const [client] = clients;
  await insertTags(client!, 'one', 3);
  await client!.unsafe('alter table tags rename to labels');
  await client!.unsafe(`delete from labels where id = (select min(id) from labels)`);
  await client!.unsafe('alter table labels rename to tags');
  expect(await total()).toBe(2);
});

it('a filtered total is counted again only after a write to its own table', async () => {
  const { totals } = site.content;
  const set = totals.set.bind(totals);
  // Fewer rows are counted while the page is read.
  await insertTags(clients[0]!, 'one', 5_001);
  // A false total shows that it was used.
  totals.set = (key, known) => set(key, { ...known, total: '4711' });
  try {
    await total('filters[name]=one&sort=name');
    await clients[0]!.unsafe(`insert into cg_documents (id, type) values (gen_random_uuid()::text, 'author')`);
    expect(await total('filters[name]=one&sort=name')).toBe(4711);
    await insertTags(clients[0]!, 'one');
    expect(await total('filters[name]=one&sort=name')).toBe(5_002);
  } finally {
    totals.set = set;
  }
});

it('the total of all rows is never counted', async () => {
  // A false counter shows that it was used.
  await clients[0]!.unsafe(`insert into cg_totals values ('tags'::regclass, 'published', '', 4711, 0, false)`);
  await insertTags(clients[0]!, 'one');
  expect(await total()).toBe(4712);
  await clients[0]!.unsafe(`select cg_keep_total('tags')`);
  expect(await total()).toBe(1);
});
