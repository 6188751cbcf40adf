/** `serve` with workers, as real processes. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

import { hashSecret } from '../../src/access/index.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { freePort } from '../harness/free-port.js';
import { cases, inDeepSuite } from '../harness/suite.js';
import { type Answer, type ServerProcess, startServer } from './server-process.js';

/** On a busy machine, a worker that loads its program does not answer, either, but not for so long. */
const BLOCKED_MS = 15_000;
/** Longer than any test: a second signal ends it, and so does the last connection of a worker that is replaced. */
const DRAIN_MS = 600_000;
const KILLED = `A worker did not answer for ${BLOCKED_MS} ms, so it is killed`;

let test: TestDatabase;
let server: ServerProcess;
let folder: string;
beforeAll(async () => {
  test = await createTestDatabase(conformance);
  folder = await mkdtemp(join(tmpdir(), 'content-gen-workers-'));
  server = await startServer(
    test.url,
    { workers: 2, drainMs: DRAIN_MS, patienceMs: DRAIN_MS, blockedMs: BLOCKED_MS },
    { BROKEN: join(folder, 'broken'), BLOCKED: join(folder, 'blocked') },
  );
});
afterAll(async () => {
  if (server?.child.exitCode === null) {
    const exited = once(server.child, 'exit');
    server.child.kill('SIGINT');
    await exited;
  }
  await test.close();
  await rm(folder, { recursive: true });
});

const patient = { timeout: 120_000, interval: 100 };

/** The two workers that answer now; waits until there are two. */
async function twoWorkers(): Promise<readonly number[]> {
  await expect.poll(async () => (await server.pids()).size, patient).toBe(2);
  return [...(await server.pids())];
}

/** A persistent connection to each worker, to the end of the test. */
async function connections(): Promise<ReadonlyMap<number, Agent>> {
  const found = new Map<number, Agent>();
  onTestFinished(() => found.forEach((agent) => agent.destroy()));
  while (found.size < 2) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { body } = await server.ask('/pid', { agent });
    if (found.has(Number(body))) agent.destroy();
    else found.set(Number(body), agent);
  }
  return found;
}

it('two workers answer at one address, and the program goes on in one process only', async () => {
  await twoWorkers();
  expect(server.printed.out.trim().split('\n')).toEqual([`Listening at ${server.url}`]);
  expect((await server.ask('/_health')).status).toBe(204);
  await expect.poll(readiness, patient).toBe(200);
});

/** A check does not wait for long, and the machine may be busy. */
const readiness = async () => (await server.ask('/_ready')).status;

it('the metrics are those of all workers, whichever answers', async () => {
  const count = 30;
  await Promise.all(Array.from({ length: count }, () => server.ask('/api/tags')));
  for (let n = 0; n < 4; n++) {
    // A worker that is asked for its metrics may be too busy to answer in time.
    const metrics = async () => (await server.ask('/_metrics')).body.split('\n');
    await expect.poll(metrics, patient).toContain('content_gen_processes 2');
    await expect.poll(metrics, patient).toEqual(
      expect.arrayContaining([
        `content_gen_requests_total{method="GET",route="/api/tags",status="200"} ${count}`,
        `content_gen_request_seconds_count{method="GET",route="/api/tags"} ${count}`,
        // The workers share the connections of one server.
        'content_gen_pool_connections{pool="statements",state="limit"} 10',
      ]),
    );
  }
});

/** The requests to a route that are counted. */
const counted = async () => {
  const { body } = await server.ask('/_metrics');
  return Number(
    /^content_gen_requests_total\{method="GET",route="\/api\/articles",status="200"\} (\d+)$/m.exec(body)?.[1],
  );
};

it('what workers have counted stays when they crash and when they are replaced', async () => {
  const lost = async () =>
    Number(/^content_gen_workers_lost_total (\d+)$/m.exec((await server.ask('/_metrics')).body)?.[1]);
  const [before, lostBefore] = [(await counted()) || 0, await lost()];
  const [[, one], [, two]] = [...(await connections())] as [[number, Agent], [number, Agent]];
  for (const agent of [one, two, one]) expect((await server.ask('/api/articles', { agent })).status).toBe(200);
  // The crash takes what the worker has counted since its last report, and each scrape is one.
  await expect.poll(counted, patient).toBe(before + 3);
  expect(await server.ask('/crash', { agent: one })).toMatchObject({ status: 0 });
  await expect.poll(lost, patient).toBe(lostBefore + 1);
  await twoWorkers();
  await expect.poll(counted, patient).toBe(before + 3);
  expect((await server.ask('/api/articles')).status).toBe(200);
  two.destroy();
  const from = server.printed.err.length;
  server.child.kill('SIGHUP');
  await expect.poll(() => server.printed.err.slice(from), patient).toContain('All 2 workers were restarted');
  await expect.poll(counted, patient).toBe(before + 4);
});

const docs = (name: string) => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');

it('has each metric that the docs, the alerts and the dashboard name, and the docs have each of its metrics', async () => {
  const { body } = await server.ask('/_metrics');
  // Only a database with standbys has the first one, and only a project with `events` has the others.
  const others = [
    'content_gen_replication_lag_seconds',
    'content_gen_changes',
    'content_gen_changes_age_seconds',
    'content_gen_changes_lag_seconds',
  ];
  const families = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => ({ name, type }));
  const samples = families.flatMap(({ name, type }) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
  );
  const namesIn = (text: string) => [...new Set(text.match(/\b(content_gen|process)_\w+/g))].toSorted();
  for (const file of ['operation/alerts.yaml', 'operation/dashboard.json']) {
    expect(namesIn(docs(file)).length).toBeGreaterThan(10);
    expect(namesIn(docs(file)).filter((name) => !samples.includes(name) && !others.includes(name))).toEqual([]);
  }
  const table = docs('operation.md')
    .split('\n')
    .filter((line) => /^\| `(content_gen|process)_/.test(line));
  const described = namesIn(table.map((line) => line.split('|')[1]).join());
  expect(described).toEqual([...families.map(({ name }) => name), ...others].toSorted());
});

it('a rate limit counts the requests to all workers', async () => {
  const body = JSON.stringify({ identifier: 'nobody', password: 'wrong password' });
  const headers = { 'content-type': 'application/json' };
  const answers: Answer[] = [];
  for (let n = 0; n < 9; n++)
    answers.push(await server.ask('/api/auth/local', { method: 'POST', headers, body, agent: new Agent() }));
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429, 429, 429, 429]);
});

it('a revoked token is refused by all workers', async () => {
  const [secret, name] = ['cgt_to_be_revoked', 'revoked'];
  await test.rows(`insert into cg_tokens (name, type, actions, sha256) values ($1, 'full-access', '[]', $2)`, [
    name,
    hashSecret(secret),
  ]);
  const headers = { authorization: `Bearer ${secret}` };
  const statuses = async () => {
    const open = [...(await connections()).values()];
    const answers = await Promise.all(open.map((agent) => server.ask('/api/tags', { headers, agent })));
    for (const agent of open) agent.destroy();
    return answers.map(({ status }) => status);
  };
  expect(await statuses()).toEqual([200, 200]);
  await test.rows('delete from cg_tokens where name = $1', [name]);
  await expect.poll(statuses, patient).toEqual([401, 401]);
});

it('a worker that crashes costs its own requests only, and is replaced', async () => {
  const [[crashing, one], [other, two]] = [...(await connections())] as [[number, Agent], [number, Agent]];
  const file = join(folder, 'after the crash');
  const held = server.ask(`/hold?file=${encodeURIComponent(file)}`, { agent: two });
  expect(await server.ask('/crash', { agent: one })).toMatchObject({ status: 0, body: 'ECONNRESET' });
  await writeFile(file, '');
  expect(await held).toMatchObject({ status: 200, body: String(other) });
  const now = await twoWorkers();
  expect(now).toContain(other);
  expect(now).not.toContain(crashing);
  expect(server.printed.err).toContain(`A worker ended with the code 1; another one starts in`);
});

it('a worker whose event loop is blocked is killed and replaced, and the other one serves meanwhile', async () => {
  const [[blocking, one], [other, two]] = [...(await connections())] as [[number, Agent], [number, Agent]];
  const lost = server.ask('/block', { agent: one });
  expect((await server.ask('/api/tags', { agent: two })).status).toBe(200);
  // One of them is given to the blocked worker. Its client learns that, and does not wait for ever.
  const others = await Promise.all(Array.from({ length: 6 }, () => server.ask('/pid')));
  expect(others.map(({ body }) => body).toSorted()).toEqual([...Array(5).fill(String(other)), 'ECONNRESET']);
  expect(await lost).toMatchObject({ status: 0, body: 'ECONNRESET' });
  expect((await server.ask('/pid', { agent: two })).body).toBe(String(other));
  const now = await twoWorkers();
  expect(now).toContain(other);
  expect(now).not.toContain(blocking);
  expect(server.printed.err).toContain(`"message":${JSON.stringify(KILLED)},"pid":${blocking}}`);
  expect(server.printed.err.split(KILLED)).toHaveLength(2);
});

/** Clients with persistent connections that send one request after the other, until they are told to stop. */
function load(clients: number): { stop(): Promise<readonly number[]> } {
  let isOver = false;
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const statuses: number[] = [];
    while (!isOver) statuses.push((await server.ask('/api/tags', { agent })).status);
    agent.destroy();
    return statuses;
  };
  const all = Array.from({ length: clients }, client);
  return {
    stop: async () => {
      isOver = true;
      return (await Promise.all(all)).flat();
    },
  };
}

it('SIGHUP replaces every worker without a failed request', async () => {
  const before = await twoWorkers();
  const clients = load(4);
  const from = server.printed.err.length;
  server.child.kill('SIGHUP');
  await expect.poll(() => server.printed.err.slice(from), patient).toContain('All 2 workers were restarted');
  const statuses = await clients.stop();
  expect(new Set(statuses)).toEqual(new Set([200]));
  const after = await twoWorkers();
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
});

it('SIGTERM to one worker replaces it without a failed request', async () => {
  const [leaving, staying] = await twoWorkers();
  const clients = load(4);
  process.kill(leaving!, 'SIGTERM');
  await expect.poll(async () => (await server.pids()).has(leaving!), patient).toBe(false);
  expect(new Set(await clients.stop())).toEqual(new Set([200]));
  const now = await twoWorkers();
  expect(now).toContain(staying);
  await expect.poll(readiness, patient).toBe(200);
});

const failures = [
  ['end at their start', 'broken'],
  ['block before they listen', 'blocked'],
] as const;

it.each(cases(failures, 1))(
  'workers whose successors %s stay, and are replaced when they do not',
  async (_problem, file) => {
    const before = await twoWorkers();
    await writeFile(join(folder, file), '');
    const from = server.printed.err.length;
    const log = () => server.printed.err.slice(from);
    server.child.kill('SIGHUP');
    await expect.poll(log, patient).toContain('A new worker ended before it listened');
    expect(log().includes(KILLED)).toBe(file === 'blocked');
    expect(new Set(await twoWorkers())).toEqual(new Set(before));
    await rm(join(folder, file));
    server.child.kill('SIGHUP');
    await expect.poll(log, patient).toContain('All 2 workers were restarted');
  },
);

inDeepSuite(() => {
  it('a server whose first worker blocks before it listens ends', async () => {
    const file = join(folder, 'first');
    await writeFile(file, '');
    const failed = startServer(test.url, { workers: 2, port: 0, blockedMs: 1_000 }, { BLOCKED: file });
    await expect(failed).rejects.toThrow('A worker did not answer for 1000 ms, so it is killed');
  });
});

it('a server whose first worker cannot listen says so once, and ends', async () => {
  const { port } = new URL(server.url);
  const failed = startServer(test.url, { workers: 2, port: Number(port) });
  await expect(failed).rejects.toThrow(new Error(`The server ended: Port ${port} is in use. PORT names another.\n`));
});

const contracts = [
  [1, 'Run "npx content-gen generate" and build the project again.'],
  [3, 'Install the @content-gen/runtime that has the version of content-gen.'],
] as const;

it.each(cases(contracts, 1))(
  'a server whose generated code has contract %i says what to do, and ends',
  async (contract, way) => {
    const failed = startServer(test.url, { workers: 2 }, { CONTRACT: String(contract) });
    const reason = `The generated code has contract ${contract}, but this version of @content-gen/runtime needs contract 2.`;
    await expect(failed).rejects.toThrow(new Error(`The server ended: ${reason} ${way}\n`));
  },
);

inDeepSuite(() => {
  it('a server that still starts its workers survives SIGHUP, and SIGTERM ends it as later', async () => {
    const port = await freePort();
    const pid = () => fetch(`http://127.0.0.1:${port}/pid`).then(({ status }) => status);
    const answers = () => pid().catch(() => 0);
    const file = join(folder, 'second');
    let starting: ChildProcess | undefined;
    const started = startServer(test.url, { workers: 2, port, drainMs: 0 }, { LATE: file }, (child) => {
      starting = child;
    });
    await expect.poll(answers, patient).toBe(200);
    // The second worker does not listen yet.
    starting?.kill('SIGHUP');
    await writeFile(file, '');
    const { child, url } = await started;
    expect(url).toBe(`http://127.0.0.1:${port}`);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
});

it('SIGTERM lets all workers say that they are not ready, answer what is under way, and end', async () => {
  const file = join(folder, 'after SIGTERM');
  const path = `/hold?file=${encodeURIComponent(file)}`;
  const held = [...(await connections()).values()].map((agent) => server.ask(path, { agent }));
  const exited = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  await expect.poll(async () => (await server.ask('/_ready')).body, patient).toContain('The server stops');
  expect((await server.ask('/api/tags')).status).toBe(200);
  // The second signal ends the time in which it still serves.
  server.child.kill('SIGTERM');
  await expect.poll(async () => (await server.ask('/_health')).body, patient).toBe('ECONNREFUSED');
  await writeFile(file, '');
  for (const answer of await Promise.all(held)) expect(answer).toMatchObject({ status: 200 });
  expect(await exited).toEqual([0, null]);
  expect((await server.ask('/_health')).body).toBe('ECONNREFUSED');
});
