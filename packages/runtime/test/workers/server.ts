/**
 * A server of its own with workers: `DATABASE_URL`, `SERVE` (options as JSON), `BROKEN` (a file: while it is there, no
 * worker starts), `BLOCKED` (a file: while it is there, a worker blocks before it loads the rest of the program), `LATE`
 * (a file: the second worker waits until it is there), `CONTRACT` (that of the generated code). `/hold?file=…` answers when the file is there.
 */
import { block } from './blocked-start.js';

import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { Hono } from 'hono';

import { serve } from '../../src/node.js';
import { createApp } from '../harness/app.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { openPatient } from '../harness/patient-database.js';

const { DATABASE_URL = '', SERVE = '{}', BROKEN = '', LATE = '', CONTRACT } = process.env;
if (cluster.isWorker && existsSync(BROKEN)) process.exit(3);
if (cluster.worker?.id === 2 && LATE !== '') await isThere(LATE);

const settings = { observe: { metrics: true, trustLocal: true }, users: { rateLimit: { requests: 5, seconds: 600 } } };
const { app, definition } = createApp(conformance, openPatient({ url: DATABASE_URL }), { settings });
// Code of another contract has a number that its type does not allow.
const content = CONTRACT === undefined ? definition : { ...definition, contract: Number(CONTRACT) as 2 };
const own = new Hono();
own.get('/pid', (c) => c.text(String(process.pid)));
own.get('/hold', async (c) => {
  await isThere(c.req.query('file') ?? '');
  return c.text(String(process.pid));
});
own.get('/block', () => block());
own.get('/crash', () => {
  setImmediate(() => {
    throw new Error('on purpose');
  });
  return new Promise<Response>(() => undefined);
});
own.route('/', app);
const { url } = await serve(own, { content, port: 0, hostname: '127.0.0.1', ...JSON.parse(SERVE) });
console.log(`Listening at ${url}`);

async function isThere(file: string): Promise<void> {
  while (!existsSync(file)) await sleep(20);
}
