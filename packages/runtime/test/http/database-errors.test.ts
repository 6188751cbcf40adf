import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { FULL, type Site, openSite } from '../access/site.js';
import { createApp } from '../harness/app.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { openPatient } from '../harness/patient-database.js';
import { register } from '../harness/people.js';
import { requestTo } from '../harness/request.js';

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
create function fail_statement() returns trigger language plpgsql as $$ begin perform fail(); return null; end $$;
create function fail_row() returns trigger language plpgsql as $$ begin perform fail(); return new; end $$`;

beforeAll(async () => {
  site = await openSite();
  other = postgres(site.test.url, { max: 1, onnotice: () => undefined });
  await other.unsafe(FAULTS);
});
afterEach(async () => {
  await other.unsafe('rollback');
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

describe.each(['raw', 'rows'] as const)('a read of %s that fails', (kind) => {
  const read = () => site.test.database[kind]('select fail()');

  it.each(['40001', '57P01', '57P02', '57P03', '08006'])('with %s once is sent once more', async (code) => {
    await other.unsafe(`update fault set code = '${code}', times = 1; alter sequence faults restart`);
    expect(await read()).toHaveLength(1);
    await other.unsafe(`update fault set times = 2; alter sequence faults restart`);
    await expect(read()).rejects.toMatchObject({ code });
  });
});

it('a statement with an effect that fails is not sent once more', async () => {
  await other.unsafe(`update fault set code = '57P01', times = 1; alter sequence faults restart`);
  const statement = `insert into cg_attempts (key, count, until) select 'once', 1, now() from (select fail()) f`;
  await expect(site.test.database.rows(statement)).rejects.toMatchObject({ code: '57P01' });
});

/** Ends the sessions that wait for a lock, as a restart of the database does. */
async function terminateWaiting(count: number): Promise<void> {
  const ended = async () =>
    (
      await site.test.rows(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
    ).length;
  let total = 0;
  await expect.poll(async () => (total += await ended())).toBeGreaterThanOrEqual(count);
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

  it.each(['cg_tokens', 'cg_sessions'])('inside the look-up of a caller in %s is no error, either', async (table) => {
    const isToken = table === 'cg_tokens';
    const token = isToken ? 'unknown-token' : (await register(site, 'reader')).token;
    await other.unsafe(`begin; lock table ${table} in access exclusive mode`);
    const reply = site.request('GET', '/api/tags', { token });
    await terminateWaiting(1);
    await other.unsafe('rollback');
    expect((await reply).status).toBe(isToken ? 401 : 200);
  });

  it.each([
    ['/api/users/me', 'cg_roles'],
    ['/api/users/me', 'users'],
    ['/api/users', 'users'],
    ['/api/users/1', 'users'],
    ['/api/users/count', 'users'],
    ['/api/users-permissions/roles', 'cg_roles'],
    ['/api/users-permissions/roles/1', 'cg_roles'],
    ['/api/upload/files', 'cg_files'],
    ['/api/upload/files/1', 'cg_files'],
    ['/uploads/none.txt', 'cg_files'],
    ['/api/homepage', 'homepage'],
    ['/api/articles/none', 'articles'],
  ])('inside GET %s, which reads %s, is no error, either', async (path, table) => {
    const token = path === '/api/users/me' ? await (me ??= register(site, 'myself')) : { token: FULL };
    const ask = () => site.request('GET', path, { token: token.token });
    const { status } = await ask();
    expect(status).toBeLessThan(500);
    await other.unsafe(`begin; lock table ${table} in access exclusive mode`);
    const reply = ask();
    await terminateWaiting(1);
    await other.unsafe('rollback');
    expect((await reply).status).toBe(status);
  });
  let me: ReturnType<typeof register> | undefined;

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

/** The tables of the site. */
const tables = async () =>
  (
    await site.test.rows<{ name: string }>(`select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename <> 'fault'`)
  ).map(({ name }) => name);

describe('every verb', () => {
  const data = { title: 'Changed' };
  const user = { username: 'someone', email: 'someone@example.com', password: 'a long password' };
  let article = '';
  let account = 0;
  beforeAll(async () => {
    const created = await site.request('POST', '/api/articles', { token: FULL, body: { data: { title: 'First' } } });
    article = created.body.data.documentId;
    const registered = await site.request('POST', '/api/auth/local/register', { body: user });
    account = registered.body.user.id;
    await site.request('PUT', `/api/articles/${article}?status=draft`, { token: FULL, body: { data } });
  });

  type Verb = readonly [method: string, path: () => string, body?: object];
  const verbs: readonly Verb[] = [
    ['POST', () => '/api/articles', { data }],
    ['POST', () => '/api/articles?status=draft', { data }],
    ['PUT', () => `/api/articles/${article}`, { data }],
    ['PUT', () => '/api/homepage', { data: { headline: 'Home' } }],
    ['DELETE', () => `/api/articles/${article}`],
    ['POST', () => `/api/articles/${article}/actions/publish`],
    ['POST', () => `/api/articles/${article}/actions/discard`],
    ['POST', () => `/api/articles/${article}/actions/unpublish`],
    ['POST', () => '/api/articles/actions/bulk', { action: 'create', data: [data] }],
    ['POST', () => '/api/auth/local/register', { ...user, username: 'other', email: 'other@example.com' }],
    ['PUT', () => `/api/users/${account}`, { username: 'renamed' }],
    ['DELETE', () => `/api/users/${account}`],
  ];
  const send = ([method, path, body]: Verb) => {
    const isPublic = path().startsWith('/api/auth/');
    return site.request(method, path(), { ...(isPublic ? {} : { token: FULL }), ...(body && { body }) });
  };

  it.each(['40001', '55P03', '25006', '57P01', '53300'])(
    'that meets %s is a 503 that says when to come again',
    async (code) => {
      await other.unsafe(`update fault set code = '${code}', times = 1000000; alter sequence faults restart`);
      for (const name of await tables()) {
        await other.unsafe(`create trigger any_write before insert or update or delete on ${name}
          for each statement execute function fail_statement()`);
      }
      const replies = await Promise.all(verbs.map(send));
      for (const name of await tables()) await other.unsafe(`drop trigger any_write on ${name}`);
      const seen = replies.map(({ status, headers }, n) => [verbs[n]?.[1](), status, headers.get('retry-after')]);
      expect(seen).toEqual(verbs.map(([, path]) => [path(), 503, '1']));
    },
  );
});

describe('every read', () => {
  const paths = [
    '/api/articles',
    '/api/articles?populate=*&filters[categories][name][$contains]=a&sort=title',
    '/api/articles/none',
    '/api/homepage',
    '/api/users',
    '/api/upload/files',
  ];

  it('that gets no lock in time is a 503 that says when to come again', async () => {
    await other.unsafe(`do $$ begin
      execute format('alter database %I set lock_timeout = ''20ms''', current_database()); end $$`);
    const database = openPatient({ url: site.test.url, connections: 4 });
    const { app } = createApp(conformance, database);
    await other.unsafe(`begin; lock table ${(await tables()).join()} in access exclusive mode`);
    const replies = await Promise.all(paths.map((path) => requestTo(app, 'GET', path, { token: FULL })));
    await other.unsafe('rollback');
    await other.unsafe(
      `do $$ begin execute format('alter database %I reset lock_timeout', current_database()); end $$`,
    );
    const seen = replies.map(({ status, headers }, n) => [paths[n], status, headers.get('retry-after')]);
    expect(seen).toEqual(paths.map((path) => [path, 503, '1']));
    await database.close();
  });
});

describe('code that runs before its migration', () => {
  it('says so in reads and writes of the type, and serves the others', async () => {
    await other.unsafe('alter table tags rename column name to label');
    const message = 'The database has another schema than this version of the application. Apply its migrations';
    for (const reply of [await site.request('GET', '/api/tags'), await write('early')]) {
      expect([reply.status, reply.headers.get('retry-after'), reply.body.error.message]).toEqual([503, '1', message]);
    }
    expect((await site.request('GET', '/api/categories')).status).toBe(200);
    await other.unsafe('alter table tags rename column label to name');
    expect((await write('in time')).status).toBe(201);
    expect((await site.request('GET', '/api/tags')).status).toBe(200);
  });
});
