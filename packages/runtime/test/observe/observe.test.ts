import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { observeStatements } from '../../src/database/index.js';
import { currentTracing } from '../../src/http/observe/tracing.js';
import { type Site, FULL, openSite } from '../access/site.js';
import { createApp } from '../harness/app.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { openPatient } from '../harness/patient-database.js';
import { collectLog } from '../harness/log.js';
import { requestTo } from '../harness/request.js';

let test: TestDatabase;
let plain: Site;
beforeAll(async () => {
  test = await createTestDatabase(conformance);
  plain = await openSite({}, test);
});
afterAll(() => test.close());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const local = { address: '127.0.0.1' };

/** The lines that the server logs while it answers. */
async function logged(work: () => Promise<unknown>): Promise<readonly Record<string, unknown>[]> {
  const { entries, stop } = collectLog();
  await work();
  stop();
  return entries;
}

describe('the metrics', () => {
  const observed = (more: object = {}) =>
    createApp(conformance, test.database, { settings: { observe: { metrics: true, ...more } } }).app;
  const operator = { token: FULL };

  it('are an unknown path unless the settings ask for them', async () => {
    expect((await plain.request('GET', '/_metrics', operator)).status).toBe(404);
  });

  it('are for holders of a token, and for the machine itself if the settings trust it', async () => {
    const plainly = observed();
    const trusting = observed({ trustLocal: true });
    const statusFrom = async (options: object, app = trusting) =>
      (await requestTo(app, 'GET', '/_metrics', options)).status;
    // A proxy on this machine may add no header.
    expect(await statusFrom(local, plainly)).toBe(404);
    expect(await statusFrom({ ...local, token: FULL }, plainly)).toBe(200);
    expect(await statusFrom(local)).toBe(200);
    expect(await statusFrom({ ...local, headers: { 'x-forwarded-for': '203.0.113.7' } })).toBe(404);
    expect(await statusFrom({ address: '203.0.113.7' })).toBe(404);
    expect(await statusFrom({ address: '203.0.113.7', token: 'wrong' })).toBe(404);
    expect(await statusFrom({ address: '203.0.113.7', token: FULL })).toBe(200);
  });

  it('are an unknown path for all other methods, too, if they are one for the caller', async () => {
    const app = observed();
    const unknown = await requestTo(app, 'POST', '/_nothing', local);
    for (const method of ['HEAD', 'OPTIONS', 'POST', 'DELETE']) {
      const { status, headers, body } = await requestTo(app, method, '/_metrics', local);
      expect([status, headers.get('allow'), body]).toEqual([404, null, method === 'HEAD' ? '' : unknown.body]);
    }
    expect((await requestTo(app, 'OPTIONS', '/_metrics', operator)).headers.get('allow')).toBe('HEAD, GET');
    expect((await requestTo(app, 'POST', '/_metrics', operator)).status).toBe(405);
  });

  it('count requests by their routes, with the status that the client gets', async () => {
    const app = observed();
    const paths = ['/api/tags', '/api/tags/', '/api/TAGS', '/api/tags/none', '/api/tags/other', '/api/nothing'];
    for (const path of paths) await requestTo(app, 'GET', path);
    await requestTo(app, 'GET', '/api/tags', { token: 'wrong' });
    const { body } = await requestTo(app, 'GET', '/_metrics', operator);
    const counts = (body as string).split('\n').filter((line) => line.startsWith('content_gen_requests_total{'));
    expect(counts.map((line) => line.slice('content_gen_requests_total'.length)).toSorted()).toEqual([
      '{method="GET",route="/api/tags",status="200"} 3',
      '{method="GET",route="/api/tags",status="401"} 1',
      '{method="GET",route="/api/tags/:documentId",status="404"} 2',
      '{method="GET",route="none",status="404"} 1',
    ]);
    expect(body).toContain('content_gen_requests_under_way 0\n');
  });

  it('tell of statements, connections, caches and the database', async () => {
    const app = observed();
    await requestTo(app, 'GET', '/api/tags');
    await requestTo(app, 'GET', '/api/tags');
    const { body, headers } = await requestTo(app, 'GET', '/_metrics', operator);
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    for (const line of [
      'content_gen_statements_total{result="ok"} 2',
      'content_gen_statement_seconds_count 2',
      'content_gen_pool_connections{pool="statements",state="limit"} 10',
      'content_gen_pool_waiting{pool="transactions"} 0',
      'content_gen_pool_refused_total{pool="statements"} 0',
      'content_gen_pool_repeated_total{pool="transactions"} 0',
      'content_gen_disk_full_total 0',
      'content_gen_cache_lookups_total{cache="statements",result="hit"} 1',
      'content_gen_cache_lookups_total{cache="statements",result="miss"} 1',
      'content_gen_cache_entries{cache="statements"} 1',
      'content_gen_database_up 1',
      'content_gen_processes 1',
    ])
      expect(body).toContain(`${line}\n`);
  });

  it('tell of the event loop, of garbage collections and of the heap', async () => {
    const app = observed();
    const value = async (sample: string) => {
      const { text } = await requestTo(app, 'GET', '/_metrics', operator);
      const line = text.split('\n').find((one) => one.startsWith(`${sample} `));
      return Number(line?.slice(sample.length));
    };
    await expect.poll(() => value('content_gen_event_loop_delay_seconds_count')).toBeGreaterThan(0);
    for (const state of ['active', 'idle'])
      expect(await value(`content_gen_event_loop_seconds_total{state="${state}"}`)).toBeGreaterThan(0);
    const before = await value('content_gen_gc_seconds_count{kind="minor"}');
    const fill = () => Array.from({ length: 100_000 }, (_, n) => ({ n })).length;
    await expect
      .poll(async () => fill() && (await value('content_gen_gc_seconds_count{kind="minor"}')))
      .toBeGreaterThan(before);
    const heap = (state: string) => value(`content_gen_heap_bytes{state="${state}"}`);
    expect(await heap('used')).toBeLessThan(await heap('limit'));
  });

  it('count the attempts after the first', async () => {
    const database = openPatient({ url: test.url, connections: 2 });
    const { app } = createApp(conformance, database, { settings: { observe: { metrics: true } } });
    await test.rows('create sequence conflicts');
    await test.rows(`create function conflict() returns trigger language plpgsql as
      'begin if nextval(''conflicts'') < 4 then raise serialization_failure; end if; return null; end'`);
    await test.rows(`create trigger conflict before insert on tags execute function conflict()`);
    const { status } = await requestTo(app, 'POST', '/api/tags', { token: FULL, body: { data: { name: 'Again' } } });
    await test.rows('drop function conflict cascade');
    expect(status).toBe(201);
    const { text } = await requestTo(app, 'GET', '/_metrics', operator);
    expect(text).toContain('content_gen_pool_repeated_total{pool="transactions"} 3\n');
    await database.close();
  });

  it('say that the database does not answer', async () => {
    const fails = () => Promise.reject(new Error('on purpose'));
    const database = { ...test.database, rows: fails, raw: fails };
    const { app } = createApp(conformance, database, { settings: { observe: { metrics: true } } });
    const { status, body } = await requestTo(app, 'GET', '/_metrics', operator);
    expect([status, body]).toEqual([200, expect.stringContaining('content_gen_database_up 0\n')]);
  });
});

describe('a slow statement', () => {
  const query = 'filters[name][$eq]=secretary';
  const headers = { 'x-request-id': 'request-1' };

  it('is logged with its request and without values', async () => {
    const settings = { observe: { slowStatementMs: 0.001 } };
    const { app } = createApp(conformance, test.database, { settings });
    const [entry, ...others] = await logged(() => requestTo(app, 'GET', `/api/tags?${query}`, { headers }));
    expect(others).toEqual([]);
    expect(entry).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      message: 'A statement was slow',
      requestId: 'request-1',
      method: 'GET',
      path: '/api/tags',
      query,
      ms: expect.any(Number),
      failed: false,
      statement: expect.stringContaining('from "tags"'),
    });
    expect(entry?.['statement']).not.toContain('secretary');
  });

  it('of a route for signing in is logged without the query, which may have a code in it', async () => {
    const settings = { observe: { slowStatementMs: 0.001 } };
    const { app } = createApp(conformance, test.database, { settings });
    const path = '/api/auth/email-confirmation?confirmation=code';
    const entries = await logged(() => requestTo(app, 'GET', path));
    expect(entries.length).toBeGreaterThan(0);
    expect(JSON.stringify(entries)).not.toContain('=code');
  });

  it('is not logged where it is faster than the settings say, or where they say nothing', async () => {
    const { app } = createApp(conformance, test.database, { settings: { observe: { slowStatementMs: 60_000 } } });
    expect(await logged(() => requestTo(app, 'GET', '/api/tags'))).toEqual([]);
    expect(await logged(() => plain.request('GET', '/api/tags'))).toEqual([]);
  });
});

describe('Server-Timing', () => {
  it('says in development how long the statements took', async () => {
    vi.stubEnv('CONTENT_GEN_MODE', 'development');
    const { app } = createApp(conformance, test.database);
    const timing = async (path: string) => (await requestTo(app, 'GET', path)).headers.get('server-timing');
    expect(await timing('/api/tags')).toMatch(/^db;dur=\d+\.\d;desc="1 statement", total;dur=\d+\.\d$/);
    expect(await timing('/api/nothing')).toMatch(/^db;dur=0\.0;desc="0 statements", total;dur=\d+\.\d$/);
  });

  it('is not in the answers of production', async () => {
    expect((await plain.request('GET', '/api/tags')).headers.has('server-timing')).toBe(false);
  });
});

it('an observer of a part of some work does not hide its statements from that of the whole', async () => {
  const seen: string[] = [];
  const note = (name: string) => () => void seen.push(name);
  await observeStatements(note('whole'), () => observeStatements(note('part'), () => test.database.rows('select 1')));
  expect(seen).toEqual(['part', 'whole']);
});

describe('OpenTelemetry', () => {
  const exporter = new InMemorySpanExporter();
  afterEach(() => {
    for (const api of [trace, context, propagation]) api.disable();
    exporter.reset();
  });

  it('is not asked for anything without a provider', () => {
    expect(currentTracing()).toBeUndefined();
  });

  it('gets a span of the request, in the trace of the client, and one of each statement', async () => {
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const { app } = createApp(conformance, test.database);
    expect((await requestTo(app, 'GET', '/api/tags', { headers: { traceparent } })).status).toBe(200);

    const [statement, request, ...others] = exporter.getFinishedSpans();
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      name: 'GET /api/tags',
      attributes: { 'http.route': '/api/tags', 'http.response.status_code': 200, 'url.path': '/api/tags' },
      parentSpanContext: { spanId: 'b7ad6b7169203331' },
    });
    expect(statement).toMatchObject({
      name: expect.stringMatching(/^(SELECT|WITH)$/),
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': expect.stringContaining('tags') },
      parentSpanContext: { spanId: request?.spanContext().spanId },
    });
    expect(statement?.spanContext().traceId).toBe('0af7651916cd43dd8448eb211c80319c');
  });

  it('gets an error for a request that the server could not answer', async () => {
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    const fails = () => Promise.reject(Object.assign(new Error('on purpose'), { code: 'ECONNREFUSED' }));
    const { app } = createApp(conformance, { ...test.database, rows: fails, raw: fails });
    await logged(async () => expect((await requestTo(app, 'GET', '/api/tags')).status).toBe(503));
    expect(exporter.getFinishedSpans()).toMatchObject([
      { name: 'GET /api/tags', status: { code: 2 }, attributes: { 'http.response.status_code': 503 } },
    ]);
  });
});
