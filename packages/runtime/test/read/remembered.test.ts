import { hash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';

import fc from 'fast-check';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type Settings, defaultRest } from '../../src/content/settings.js';
import { type Database, SNAPSHOT } from '../../src/database/index.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { type Site as AnySite, openSite as openAny } from '../harness/site.js';
import { untilSeen } from '../harness/property.js';
import { times } from '../harness/suite.js';
import { type TestServer, startServer } from '../harness/server.js';
import { type Site, id, openSite, seedSite } from './site.js';

/** Other tests would commit on a server that they share. */
let server: TestServer;
let site: Site;
let client: postgres.Sql;
beforeAll(async () => {
  server = await startServer();
  site = await openSite({ server: server.url });
  await seedSite(site.database);
  client = postgres(site.url, { max: 1, onnotice: () => undefined });
  await client`select setval(pg_get_serial_sequence('tags', 'id'), 1000)`;
}, 300_000);
afterAll(async () => {
  await client.end();
  await site.close();
  await server.stop();
});
beforeEach(() => void site.statements());

const ASKED = `select ${SNAPSHOT}`;

/** Another server of the same database. */
const serverWith = (settings: Partial<Settings>): Promise<AnySite> =>
  openAny(conformance, { test: site.test, settings });
const remembering = (maxRememberedBytes: number) => {
  const { api } = conformance.definition.settings;
  return serverWith({ api: { ...api, rest: { ...defaultRest, maxRememberedBytes } } });
};

describe('an answer', () => {
  it('is read twice, and then given again after one question', async () => {
    const path = '/api/articles?populate=*&sort=title';
    const replies = [await site.get(path), await site.get(path)];
    expect(site.statements().filter((text) => text === ASKED)).toEqual([]);
    replies.push(await site.get(path), await site.get(path));
    expect(site.statements()).toEqual([ASKED, ASKED]);
    for (const { body, headers } of replies) {
      expect(body).toEqual(replies[0]!.body);
      expect(headers.get('etag')).toBe(replies[0]!.headers.get('etag'));
    }
  });

  it('has an ETag that the client can ask for', async () => {
    const path = `/api/tags/${id('t1')}`;
    const [{ headers }] = [await site.get(path), await site.get(path)];
    const etag = headers.get('etag')!;
    expect(await site.get(path, { 'if-none-match': etag })).toMatchObject({ status: 304 });
    await client`update tags set name = name || '!', cg_version = cg_version + 1 where document_id = ${id('t1')}`;
    expect(await site.get(path, { 'if-none-match': etag })).toMatchObject({ status: 200 });
  });

  it('is shared by requests that come together', async () => {
    const path = '/api/tags?sort=name:desc';
    for (let n = 0; n < 2; n++) await site.get(path);
    site.statements();
    const replies = await Promise.all(Array.from({ length: 50 }, () => site.get(path)));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const asked = site.statements();
    expect(new Set(asked)).toEqual(new Set([ASKED]));
    expect(asked.length).toBeLessThan(10);
  });

  it('is read by one of the requests that come together after a commit', async () => {
    const [path, other] = ['/api/articles?populate=*&sort=id', '/api/tags?sort=id'];
    for (let n = 0; n < 3; n++) await Promise.all([site.get(path), site.get(other)]);
    await client`update articles set title = title || '+'`;
    site.statements();
    // The question for the first one is under way, so all others share the next.
    const [, ...replies] = await Promise.all([site.get(other), ...Array.from({ length: 30 }, () => site.get(path))]);
    expect(new Set(replies.map(({ body }) => body.data[0].title.endsWith('+')))).toEqual(new Set([true]));
    expect(site.statements().filter((text) => text !== ASKED)).toHaveLength(2);
  });

  it('is of one format', async () => {
    const { api } = conformance.definition.settings;
    const strapi = await serverWith({ api: { ...api, responses: 'strapi' } });
    const path = '/api/tags?sort=name';
    for (let n = 0; n < 3; n++) {
      expect((await strapi.request('GET', path)).body.data[0]).toHaveProperty('name');
      const v4 = await strapi.request('GET', path, { headers: { 'strapi-response-format': 'v4' } });
      expect(v4.body.data[0]).toHaveProperty('attributes.name');
    }
  });

  it('is of one set of rights', async () => {
    const { permissions } = conformance.definition.settings;
    const other = await serverWith({
      permissions: { ...permissions, public: { tag: { actions: ['find', 'findOne'], readable: ['label'] } } },
      tokens: [{ name: 'all', type: 'full-access', sha256: hash('sha256', 'all') }],
    });
    const path = '/api/tags?filters[id][$gt]=0';
    for (let n = 0; n < 3; n++) {
      const all = await other.request('GET', path, { headers: { authorization: 'Bearer all' } });
      expect(all.body.data[0]).toHaveProperty('name');
      expect((await other.request('GET', path)).body.data[0]).not.toHaveProperty('name');
    }
  });
});

type Change = {
  readonly of: number;
  readonly by: 'update' | 'insert' | 'delete' | 'link' | 'rename' | 'rollback' | 'elsewhere';
};
const change: fc.Arbitrary<Change> = fc.record({
  of: fc.nat(2),
  by: fc.constantFrom('update', 'insert', 'delete', 'link', 'rename', 'rollback', 'elsewhere'),
});
const PATHS = [
  '/api/tags?sort=name',
  '/api/tags?filters[name][$contains]=a&pagination[withCount]=false',
  '/api/articles?populate=*',
  '/api/articles?populate[categories][sort]=name&filters[categories][name][$notNull]=true',
  `/api/articles/${id('a1')}?populate=*`,
  '/api/categories?populate[articles][count]=true',
];

it(
  'a repeated answer is the one that the database would give, whatever is committed in between',
  async () => {
    const plain = await remembering(0);
    const property = () =>
      fc.assert(
        fc.asyncProperty(fc.array(fc.option(change, { freq: 2 }), { maxLength: 12 }), async (changes) => {
          for (const change of changes) {
            if (change !== null) await make(change);
            for (const path of PATHS) {
              const [own, other] = [await site.get(path), await plain.request('GET', path)];
              expect(own.body).toEqual(other.body);
              expect(own.headers.get('etag')).toBe(other.headers.get('etag'));
            }
          }
        }),
        { numRuns: times(5) },
      );
    const hits = () => site.content.answers?.usage.hits ?? 0;
    const before = hits();
    await untilSeen(property, () => hits() > before + 50);
    expect(plain.statements()).not.toContain(ASKED);
  },
  times(300_000),
);

/** By a client of the database that knows nothing of the API. */
async function make({ of, by }: Change): Promise<unknown> {
  const name = ['a', 'ba', 'c'][of]!;
  if (by === 'update') return client`update tags set name = ${name} where document_id = ${id('t1')}`;
  if (by === 'delete') return client`delete from tags where name = ${name} and document_id like 'new%'`;
  if (by === 'elsewhere') return client`create table if not exists elsewhere (n int)`;
  if (by === 'rollback')
    return client
      .begin(async (sql) => {
        await sql`update tags set name = 'never'`;
        await site.get(PATHS[0]!);
        throw new Error('on purpose');
      })
      .catch(() => undefined);
  if (by === 'link') return client`delete from articles_categories where target_id = ${id(`c${of + 1}`)}`;
  if (by === 'rename') return client`update categories set name = name || '.' where document_id = ${id(`c${of + 1}`)}`;
  return client`
    with d as (insert into cg_documents (id, type) values ('new' || gen_random_uuid(), 'tag') returning id)
    insert into tags (document_id, cg_status, name) select id, 'published', ${name} from d`;
}

it('every reader sees every acknowledged write, while others write and read the same', async () => {
  const servers = [site, await serverWith({}), await serverWith({})];
  const made = await Promise.all(
    servers.map(() => site.request('POST', '/api/tags', { body: { data: { name: '0' } } })),
  );
  const ids = made.map(({ body }) => body.data.documentId as string);
  await Promise.all(
    servers.map(async (server, own) => {
      for (let n = 1; n <= 40; n++) {
        const path = `/api/tags/${ids[own]}`;
        await server.request('PUT', path, { body: { data: { name: String(n) } } });
        for (const reader of [...servers, ...servers]) {
          expect((await reader.request('GET', path)).body.data.name).toBe(String(n));
        }
      }
    }),
  );
}, 300_000);

it('answers take no more memory than they may', async () => {
  const small = await remembering(200_000);
  for (let n = 0; n < 400; n++) {
    for (let times = 0; times < 2; times++)
      await small.request('GET', `/api/articles?populate=*&filters[id][$ne]=${n}000`);
  }
  const { entries } = small.content.answers!.usage;
  expect(entries).toBeGreaterThan(10);
  const { length } = JSON.stringify((await small.request('GET', '/api/articles?populate=*')).body);
  expect(entries * length).toBeLessThan(200_000);
});

/** A server that gives the database's answers to the question in its own way. */
function serverThatAsks(ask: (answer: () => ReturnType<Database['raw']>) => ReturnType<Database['raw']>) {
  const { database } = site.test;
  const raw: Database['raw'] = (text, ...rest) => {
    const answer = () => database.raw(text, ...rest);
    return text === ASKED ? ask(answer) : answer();
  };
  return openAny(conformance, { test: { ...site.test, database: { ...database, raw } } });
}

it('a request that comes after a commit does not trust a question that was asked before', async () => {
  const steps = new EventEmitter();
  const slow = await serverThatAsks(async (answer) => {
    const [rows, released] = [await answer(), once(steps, 'released')];
    steps.emit('asked');
    await released;
    return rows;
  });
  const path = `/api/tags/${id('t2')}`;
  for (let n = 0; n < 2; n++) await slow.request('GET', path);
  const asked = once(steps, 'asked');
  const before = slow.request('GET', path);
  await asked;
  await client`update tags set name = 'later' where document_id = ${id('t2')}`;
  const after = slow.request('GET', path);
  steps.on('asked', () => steps.emit('released'));
  steps.emit('released');
  expect((await after).body.data.name).toBe('later');
  expect((await before).body.data.name).not.toBe('later');
});

it('an answer is read again if the database does not tell its snapshot', async () => {
  const broken = await serverThatAsks(() => Promise.reject(new Error('on purpose')));
  const replies = [];
  for (let n = 0; n < 4; n++) replies.push(await broken.request('GET', '/api/tags?sort=id'));
  for (const { status, body } of replies) expect([status, body]).toEqual([200, replies[0]!.body]);
  expect(broken.statements().filter((text) => text !== ASKED)).toHaveLength(4);
});
