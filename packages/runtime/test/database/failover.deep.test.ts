import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { primaryUrl } from '../../../cli/src/database/primary.js';
import { readAddress } from '../../src/database/address.js';
import { FULL } from '../access/site.js';
import { createApp } from '../harness/app.js';
import { stopClock } from '../harness/clock.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { gateOf } from '../harness/gate.js';
import { PATIENT_MS, openPatient } from '../harness/patient-database.js';
import { type Proxy, openProxy } from '../harness/proxy.js';
import { type Reply, requestTo } from '../harness/request.js';
import { type TestServer, startServer } from '../harness/server.js';
import { type Standby, startStandby } from '../harness/standby.js';

let primary: TestServer;
let standby: Standby;
let test: TestDatabase;
let way: Proxy;
let path: string;
beforeAll(async () => {
  primary = await startServer();
  test = await createTestDatabase(conformance, { server: primary.url });
  standby = await startStandby(primary);
  await standby.caughtUp();
  path = new URL(test.url).pathname;
  way = await openProxy(at(primary.url));
});
afterAll(async () => {
  await way.close();
  await standby.stop();
  await test.close().catch(() => undefined);
  await primary.stop();
});

/** The database of the tests on another server. */
function at(server: string): string {
  const url = new URL(server);
  url.pathname = path;
  return url.href;
}

/** An address with several hosts. */
function several(hosts: readonly string[], parameters = ''): string {
  const { username, password } = new URL(test.url);
  return `postgres://${username}:${password}@${hosts.map((host) => new URL(host).host).join(',')}${path}${parameters}`;
}

/** A site at an address, closed when `work` ends. */
async function served<T>(url: string, work: (request: Request) => Promise<T>): Promise<T> {
  const database = openPatient({ url, connections: 4 });
  const { app } = createApp(conformance, database);
  try {
    return await work((method, to, body) => requestTo(app, method, to, { token: FULL, ...(body && { body }) }));
  } finally {
    await database.close();
  }
}
type Request = (method: string, path: string, body?: object) => Promise<Reply>;

const write = (request: Request) => request('POST', '/api/tags', { data: { name: 'written' } });
const read = (request: Request) => request('GET', '/api/tags');
const statusOf = async (reply: Promise<Reply>) => (await reply).status;

it('the metrics have the lag of a standby, asked for at both servers', async () => {
  for (const server of [primary.url, standby.url]) {
    const database = openPatient({ url: at(server), connections: 1 });
    const { app } = createApp(conformance, database, { settings: { observe: { metrics: true } } });
    const { body } = await requestTo(app, 'GET', '/_metrics', { token: FULL });
    expect(body).toMatch(/^content_gen_replication_lag_seconds \d/m);
    await database.close();
  }
});

it('a write whose answer is lost is not sent to the next host, because it may have had its effect', async () => {
  way.swallowAnswers();
  const clock = stopClock();
  const database = openPatient({ url: several([way.url, primary.url]), connections: 2 });
  const written = () => test.rows("select 1 from cg_documents where type = 'sent-once'");
  const insert = database.rows("insert into cg_documents (id, type) values (gen_random_uuid(), 'sent-once')");
  insert.catch(() => undefined);
  await expect.poll(written).toHaveLength(1);
  clock.pass(3 * PATIENT_MS);
  await expect(insert).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' });
  await database.close();
  way.mend();
  expect(await written()).toHaveLength(1);
  await test.rows("delete from cg_documents where type = 'sent-once'");
});

/** The answer to a check of readiness that may know everything. */
async function readiness(url: string) {
  const database = openPatient({ url, connections: 2 });
  const { app } = createApp(conformance, database);
  const ask = async () => {
    const { status, body } = await requestTo(app, 'GET', '/_ready', { token: FULL });
    const { database: state, reasons = [] } = body.data ?? body.error.details;
    return { status, reasons, state };
  };
  let answer = await ask();
  // A check does not wait for long, and the machine may be busy.
  while (answer.state.reachable === false) answer = await ask();
  await database.close();
  return answer;
}

describe('a server that should write', () => {
  it('is ready at the primary, and says at a standby why it is not', async () => {
    const lagSeconds = expect.any(Number);
    const state = { reachable: true, role: 'primary', writable: true, lagSeconds, missingColumns: 0 };
    expect(await readiness(at(primary.url))).toEqual({ status: 200, reasons: [], state });
    expect(await readiness(at(standby.url))).toEqual({
      status: 503,
      reasons: [expect.stringMatching(/^The database is a standby, which refuses writes; it is \d+ seconds behind$/)],
      state: { ...state, role: 'standby', writable: false },
    });
  });
});

describe('a server that asks for a standby', () => {
  it('is ready at one, because it is there to read', async () => {
    for (const target of ['standby', 'read-only', 'prefer-standby']) {
      const { status, state } = await readiness(`${at(standby.url)}?target_session_attrs=${target}`);
      expect([status, state.role, state.writable]).toEqual([200, 'standby', false]);
    }
  });
});

describe('a server whose address leads to a standby', () => {
  it('reads, answers writes with a 503 that says when to come again, and writes after the address has changed', async () => {
    way.lead(at(standby.url));
    await served(way.url, async (request) => {
      // Several connections of both pools lead to the standby.
      const statuses = await Promise.all(Array.from({ length: 8 }, () => statusOf(read(request))));
      expect(statuses).toEqual(statuses.map(() => 200));
      const refused = await Promise.all(Array.from({ length: 8 }, () => write(request)));
      for (const { status, headers, body } of refused) {
        expect([status, headers.get('retry-after')]).toEqual([503, '1']);
        expect(body.error).toEqual({
          status: 503,
          name: 'ServiceUnavailableError',
          message: 'The database takes no writes at the moment',
        });
      }
      way.lead(at(primary.url));
      // The very first write follows, because each of its attempts has a new connection.
      expect(await statusOf(write(request))).toBe(201);
    });
  });

  it('reads from the new address within seconds, too', async () => {
    way.lead(at(standby.url));
    const clock = stopClock();
    const database = openPatient({ url: way.url, connections: 2 });
    const isStandby = async () => (await database.raw('select pg_is_in_recovery()'))[0]?.[0]?.toString();
    expect(await isStandby()).toBe('t');
    way.lead(at(primary.url));
    expect(await isStandby()).toBe('t');
    clock.pass(3_001);
    await expect.poll(isStandby).toBe('f');
    await database.close();
  });
});

describe('several hosts', () => {
  it('are tried until one takes writes, in any order', async () => {
    for (const hosts of [
      [primary.url, standby.url],
      [standby.url, primary.url],
      ['postgres://127.0.0.1:9', standby.url, primary.url],
    ]) {
      await served(several(hosts), async (request) => {
        expect(await statusOf(read(request))).toBe(200);
        expect(await statusOf(write(request))).toBe(201);
      });
    }
  });

  it('are chosen by target_session_attrs', async () => {
    const places = async (parameters: string) => {
      const database = openPatient({ url: several([standby.url, primary.url], parameters), connections: 2 });
      const seen = await Promise.all(
        [1, 2, 3].map(() =>
          database.raw('select pg_is_in_recovery(), pg_sleep(0.05)').then((rows) => String(rows[0]?.[0])),
        ),
      );
      await database.close();
      return new Set(seen);
    };
    expect(await places('?target_session_attrs=primary')).toEqual(new Set(['f']));
    expect(await places('?target_session_attrs=read-write')).toEqual(new Set(['f']));
    expect(await places('?target_session_attrs=standby')).toEqual(new Set(['t']));
    expect(await places('?target_session_attrs=prefer-standby')).toEqual(new Set(['t']));
    expect(await places('?target_session_attrs=any')).toEqual(new Set(['t']));
  });

  it('of which none fits are a 503, and the request ends', async () => {
    await served(several([standby.url, standby.url], '?target_session_attrs=primary'), async (request) => {
      expect([await statusOf(read(request)), await statusOf(write(request))]).toEqual([503, 503]);
    });
    await served(several(['postgres://127.0.0.1:9', 'postgres://127.0.0.1:19']), async (request) => {
      expect([await statusOf(read(request)), await statusOf(write(request))]).toEqual([503, 503]);
    });
  });
});

describe('the commands', () => {
  const urlFor = async (hosts: readonly string[]) => {
    const address = readAddress(several(hosts));
    if ('problem' in address) throw new Error(address.problem);
    return new URL(await primaryUrl(address)).host;
  };
  const closed = 'postgres://127.0.0.1:9';

  it('use the host that takes writes, and say of each host why there is none', async () => {
    const { host } = new URL(primary.url);
    expect(await urlFor([closed, standby.url, primary.url])).toBe(host);
    await expect(urlFor([closed, standby.url])).rejects.toThrow(
      new RegExp(`^No host of DATABASE_URL takes writes:\n  127.0.0.1:9: .+\n  ${new URL(standby.url).host}: standby$`),
    );
  });
});

describe('a promotion', () => {
  it('is followed within seconds, and no answer until then is a 500', async () => {
    await standby.caughtUp();
    await served(several([primary.url, standby.url]), async (request) => {
      expect(await statusOf(write(request))).toBe(201);
      let underWay: Promise<Reply> | undefined;
      const holder = openPatient({ url: test.url, connections: 2 });
      const held = holder.transaction(async (transaction) => {
        await transaction.rows('lock table tags in exclusive mode');
        underWay = write(request);
        await expect.poll(gateOf(test).waiting).toBe(1);
        await primary.stop();
      });
      await expect(held).rejects.toThrow();
      await holder.close();
      expect((await underWay)?.status).toBe(503);
      const seen = new Set<number>();
      const reads = await Promise.all(Array.from({ length: 8 }, () => statusOf(read(request))));
      for (let time = 0; time < 5; time++) seen.add(await statusOf(write(request)));
      expect(reads).toEqual(reads.map(() => 200));
      expect([...seen]).toEqual([503]);
      await standby.promote();
      await expect.poll(() => statusOf(write(request)), { interval: 50 }).toBe(201);
      expect(await statusOf(read(request))).toBe(200);
    });
  });
});
