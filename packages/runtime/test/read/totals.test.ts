import fc from 'fast-check';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Site, openSite } from './site.js';

/** Three clients of the database that know nothing of the API. */
const CLIENTS = 3;

let site: Site;
let clients: postgres.Sql[];
beforeAll(async () => {
  site = await openSite();
  clients = Array.from({ length: CLIENTS }, () => postgres(site.url, { max: 1, onnotice: () => undefined }));
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await site.close();
});

const total = async (query = '') => (await site.get(`/api/tags?${query}`)).body.meta.pagination.total as number;

const insertTag = (client: postgres.Sql, name: string) =>
  client.unsafe(
    `with d as (insert into cg_documents (id, type) values (gen_random_uuid()::text, 'tag') returning id)
     insert into tags (document_id, cg_status, name) select id, 'published', $1 from d`,
    [name],
  );

type Step =
  { readonly do: 'insert' | 'remove'; readonly name: string } | { readonly do: 'begin' | 'commit' | 'rollback' };

const name = fc.constantFrom('one', 'two');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: name.map((name) => ({ do: 'insert', name }) as const) },
  { weight: 1, arbitrary: name.map((name) => ({ do: 'remove', name }) as const) },
  { weight: 3, arbitrary: fc.constantFrom('begin', 'commit', 'rollback').map((what) => ({ do: what }) as const) },
);

it('totals count the committed rows, for any client and any length of its transaction', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(CLIENTS - 1), step), { minLength: 5, maxLength: 25 }), async (steps) => {
      await clients[0]!.unsafe(`delete from tags`);
      const open = new Set<number>();
      for (const [index, step] of steps) {
        const client = clients[index]!;
        if (step.do === 'insert') await insertTag(client, step.name);
        else if (step.do === 'remove')
          await client.unsafe(
            `delete from tags where id in (select id from tags where name = $1 order by id limit 1 for update skip locked)`,
            [step.name],
          );
        else if ((step.do === 'begin') !== open.has(index)) {
          await client.unsafe(step.do);
          if (step.do === 'begin') open.add(index);
          else open.delete(index);
        }
        const counted = await site.database.rows<{ name: string }>(`select name from tags`);
        expect(await total()).toBe(counted.length);
        expect(await total('filters[name]=one')).toBe(counted.filter((row) => row.name === 'one').length);
      }
      for (const index of open) await clients[index]!.unsafe('rollback');
    }),
    { numRuns: 25 },
  );
}, 60_000);

it('totals are not counted again while no transaction writes', async () => {
  const { totals } = site.content;
  const set = totals.set.bind(totals);
  // A false total shows that it was believed. Other tests write to the same server, so that its moment may pass.
  totals.set = (key, known) => set(key, { ...known, total: '4711' });
  try {
    await expect.poll(() => total('sort=name'), { timeout: 20_000, interval: 1 }).toBe(4711);
    await insertTag(clients[0]!, 'one');
    expect(await total('sort=name')).toBeLessThan(4711);
  } finally {
    totals.set = set;
  }
});
