import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { FULL, type Site, openSite } from '../access/site.js';

let site: Site;
/** Another session, which also holds locks. */
let other: postgres.Sql;

/**
 * A statement that fails with a code, as often as it is told to. A sequence counts, because a rollback would undo the
 * count of a table.
 */
const FAULTS = `
create sequence faults minvalue 0 start 0;
create table fault (code text, times integer);
insert into fault values ('', 0);
create function fail() returns void language plpgsql as $$
declare planned fault;
begin
  select * into planned from fault;
  if nextval('faults') < planned.times then
    raise exception 'on purpose' using errcode = planned.code;
  end if;
end $$;
create function fail_row() returns trigger language plpgsql as $$ begin perform fail(); return new; end $$`;

beforeAll(async () => {
  site = await openSite();
  other = postgres(site.test.url, { max: 1, onnotice: () => undefined });
  await other.unsafe(FAULTS);
});
afterEach(async () => {
  await other.unsafe('drop trigger if exists at_insert on tags; drop trigger if exists at_commit on tags');
});
afterAll(async () => {
  await other.end();
  await site.close();
});

type Place = 'a statement' | 'the commit';

async function failAt(place: Place, code: string, times: number): Promise<void> {
  await other.unsafe(`update fault set code = '${code}', times = ${times}; alter sequence faults restart`);
  await other.unsafe(
    place === 'a statement'
      ? 'create trigger at_insert before insert on tags for each row execute function fail_row()'
      : 'create constraint trigger at_commit after insert on tags deferrable initially deferred for each row execute function fail_row()',
  );
}

const write = (name: string) => site.request('POST', '/api/tags', { token: FULL, body: { data: { name } } });
const written = async (name: string) =>
  (await other<{ n: number }[]>`select count(*)::int as n from tags where name = ${name}`)[0]?.n;

describe.each<Place>(['a statement', 'the commit'])('a write in which %s fails', (place) => {
  it.each(['40001', '40P01'])('with %s three times is tried again, and written once', async (code) => {
    await failAt(place, code, 3);
    const name = `${place} ${code}`;
    expect((await write(name)).status).toBe(201);
    expect(await written(name)).toBeGreaterThan(0);
    expect(
      await other`select 1 from cg_documents d where type = 'tag' and not exists (select from tags t where t.document_id = d.id)`,
    ).toEqual([]);
  });

  it.each(['40001', '40P01', '55P03', '25006', '57P01', '57P02', '57P03', '57P04', '57P05', '08006', '53300', '57014'])(
    'with %s for good is a 503 that says when to come again, and nothing is written',
    async (code) => {
      await failAt(place, code, 1_000);
      const reply = await write(`never ${code}`);
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1']);
      expect(reply.body.error).toMatchObject({ status: 503, name: 'ServiceUnavailableError' });
      expect(await written(`never ${code}`)).toBe(0);
    },
  );
});

describe('a read that fails', () => {
  const read = () => site.test.database.raw('select fail()');

  it.each(['40001', '57P01', '57P02', '57P03', '08006'])('with %s once is sent once more', async (code) => {
    await other.unsafe(`update fault set code = '${code}', times = 1; alter sequence faults restart`);
    expect(await read()).toHaveLength(1);
    await other.unsafe(`update fault set times = 2; alter sequence faults restart`);
    await expect(read()).rejects.toMatchObject({ code });
  });
});

/** Ends the sessions that wait for a lock, as a restart of the database does. */
async function terminateWaiting(count: number): Promise<void> {
  const ended = async () =>
    (
      await site.test.rows(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
    ).length;
  let total = 0;
  await expect.poll(async () => (total += await ended()), { timeout: 5_000 }).toBeGreaterThanOrEqual(count);
}

describe('a lost connection', () => {
  it('inside a write that was not committed is no error: the write begins again', async () => {
    await other.unsafe('begin; lock table tags in exclusive mode');
    const reply = write('lost');
    await terminateWaiting(1);
    await other.unsafe('rollback');
    expect((await reply).status).toBe(201);
    expect(await written('lost')).toBe(1);
  });

  it('inside a read is no error, either', async () => {
    await other.unsafe('begin; lock table tags in access exclusive mode');
    const reply = site.request('GET', '/api/tags');
    await terminateWaiting(1);
    await other.unsafe('rollback');
    expect((await reply).status).toBe(200);
  });

  it('while nothing happens costs no request', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => write(`warm ${n}`)));
    await other`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'content-gen'`;
    const replies = await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => write(`after ${n}`)),
      ...Array.from({ length: 6 }, () => site.request('GET', '/api/tags')),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([...Array(6).fill(201), ...Array(6).fill(200)]);
  });
});
