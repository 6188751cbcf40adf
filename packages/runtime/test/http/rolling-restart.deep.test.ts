/** Two servers behind load balancers, one of them with workers, restarted one after the other while clients read and write. */
import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { hashSecret } from '../../src/access/index.js';
import { type Balancer, openBalancer } from '../harness/balancer.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { freePort } from '../harness/free-port.js';
import { hasHaproxy, startHaproxy } from '../harness/haproxy.js';
import { type AskOptions, type ServerProcess, askAt, startServer } from '../workers/server-process.js';

const TOKEN = 'cgt_of_the_clients';
/** How often each server is restarted. */
const ROUNDS = 3;
/** Longer than the balancers and the clients need to leave a server. A second signal ends it when they have. */
const DRAIN_MS = 600_000;

let test: TestDatabase;
let balancers: readonly Balancer[] = [];
const servers = new Map<string, ServerProcess>();
let withWorkers: string | undefined;
/** How often a server was started. */
let starts = 0;
const loads = new Map<string, Load>();

beforeAll(async () => {
  test = await createTestDatabase(conformance);
  await test.rows(`insert into cg_tokens (name, type, actions, sha256) values ('clients', 'full-access', '[]', $1)`, [
    hashSecret(TOKEN),
  ]);
  const urls = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
  withWorkers = urls[1];
  await Promise.all(urls.map(start));
  balancers = [await openBalancer(urls), ...(hasHaproxy ? [await startHaproxy(urls)] : [])];
  for (const url of urls) await seenUp(url);
  for (const balancer of balancers) loads.set(balancer.name, loadOf(balancer));
  const first = servers.get(urls[0] ?? '')?.child.pid;
  for (const load of loads.values()) await waitFor(() => expect(load.pids).toContain(first));
  for (let round = 0; round < ROUNDS; round++) {
    for (const url of urls) {
      await stop(url);
      // Until then, all requests reach the other server, those for its process id included.
      await moreAnswers(ROUND, ['client 0']);
      await start(url);
      await seenUp(url);
    }
  }
  for (const { stop: stopLoad } of loads.values()) await stopLoad();
}, 600_000);
afterAll(async () => {
  for (const balancer of balancers) await balancer.close();
  for (const { child } of servers.values()) child.kill('SIGKILL');
  await test.close();
});

async function start(url: string): Promise<void> {
  const options = {
    port: Number(new URL(url).port),
    drainMs: DRAIN_MS,
    patienceMs: DRAIN_MS,
    ...(url === withWorkers ? { workers: 2 } : {}),
  };
  const server = await startServer(test.url, options);
  servers.set(url, server);
  starts++;
}

async function stop(url: string): Promise<void> {
  const server = servers.get(url);
  if (server === undefined) throw new Error(`No server is at ${url}`);
  const exited = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  for (const balancer of balancers) await waitFor(async () => expect(await balancer.isUp(url)).toBe(false));
  // Each client has had an answer that tells it to close its connection, unless it has another one by now.
  await moreAnswers(2);
  server.child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
}

/** The requests of a client, one of each kind. */
const ROUND = 4;

/** Waits until each client, or those with these names, has sent so many more requests. */
async function moreAnswers(count: number, names?: readonly string[]): Promise<void> {
  const clients = [...loads.values()].flatMap(({ sent }) =>
    (names ?? [...sent.keys()]).map((name) => ({ sent, name })),
  );
  const wanted = clients.map(({ sent, name }) => (sent.get(name) ?? 0) + count);
  for (const [index, { sent, name }] of clients.entries())
    await waitFor(() => expect(sent.get(name)).toBeGreaterThanOrEqual(wanted[index] ?? 0));
}

/** A deployment waits for the balancers before it stops the next server. */
async function seenUp(url: string): Promise<void> {
  for (const balancer of balancers) await waitFor(async () => expect(await balancer.isUp(url)).toBe(true));
}

const waitFor = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 120_000, interval: 20 });

interface Load {
  /** One line for each request without the answer that it should have. */
  readonly failures: string[];
  /** The processes that answered. */
  readonly pids: Set<number>;
  /** The requests of each client that have ended. */
  readonly sent: Map<string, number>;
  stop(): Promise<void>;
}

/** The pauses of each client between its requests. The last one is idle most of the time. */
const PAUSES = [20, 20, 20, 300];

/** Clients with persistent connections that send one request after the other, and repeat none. */
function loadOf(balancer: Balancer): Load {
  const end = new AbortController();
  const load: Load = {
    failures: [],
    pids: new Set(),
    sent: new Map(PAUSES.map((_, n) => [`client ${n}`, 0])),
    stop: async () => {
      end.abort();
      await Promise.all(clients);
    },
  };
  const clients = PAUSES.map((pauseMs, n) => client(balancer, load, { pauseMs, name: `client ${n}`, end: end.signal }));
  return load;
}

interface ClientOptions {
  readonly name: string;
  readonly pauseMs: number;
  readonly end: AbortSignal;
}

async function client({ url }: Balancer, load: Load, { name, pauseMs, end }: ClientOptions): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const ask = async (method: string, path: string, status: number, data?: object) => {
    const asked: AskOptions = { method, headers, agent, ...(data && { body: JSON.stringify({ data }) }) };
    const answer = await askAt(url, path, asked);
    load.sent.set(name, (load.sent.get(name) ?? 0) + 1);
    if (answer.status !== status) load.failures.push(`${name}: ${method} ${path}: ${answer.status} ${answer.body}`);
    await sleep(pauseMs);
    return answer.body;
  };
  for (let n = 0; !end.aborted; n++) {
    const created = await ask('POST', '/api/tags', 201, { name: `${name} ${n}` });
    const { documentId = '' } = asDocument(created);
    await ask('GET', '/api/tags?sort=name&pagination[pageSize]=5', 200);
    await ask('PUT', `/api/tags/${documentId}`, 200, { name: `${name} ${n} again` });
    load.pids.add(Number(await ask('GET', '/pid', 200)));
  }
  agent.destroy();
}

/** The answer of a write, which may be none. */
function asDocument(body: string): { readonly documentId?: string } {
  try {
    return (JSON.parse(body) as { data?: { documentId: string } }).data ?? {};
  } catch {
    return {};
  }
}

function expectNoFailure(name: string): void {
  const load = loads.get(name);
  expect(load?.failures).toEqual([]);
  // Those of the server that was restarted last may not have been asked.
  expect(load?.pids.size).toBeGreaterThanOrEqual(starts - 1);
}

it('a rolling restart behind a balancer of connections fails no request', () =>
  expectNoFailure('a balancer of connections'));

it.skipIf(!hasHaproxy)('a rolling restart behind HAProxy fails no request', () => expectNoFailure('HAProxy'));
