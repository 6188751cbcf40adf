/** A server of its own, for tests that kill it or look at its memory: `DATABASE_URL`, `UPLOAD` (settings as JSON). */
import type { AddressInfo } from 'node:net';

import { createAdaptorServer } from '@hono/node-server';

import { appFor } from './app.js';

const { DATABASE_URL = '', UPLOAD = '{}' } = process.env;
const app = appFor(DATABASE_URL, JSON.parse(UPLOAD));
const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', () => process.send?.({ rss: process.memoryUsage.rss() }));
process.on('disconnect', () => process.exit());
