/** The generated API, served as in production. `REMEMBERED_BYTES=0` makes it read every answer from the database. */
import { serve } from '@hono/node-server';
import { rootApp } from '@content-gen/runtime/hono';

const { contentDefinition, contentRoutes } = await import('../dist/content/index.js');
const { REMEMBERED_BYTES, PORT } = process.env;
if (REMEMBERED_BYTES !== undefined) contentDefinition.settings.api.rest.maxRememberedBytes = Number(REMEMBERED_BYTES);
const app = rootApp(contentDefinition, contentRoutes);
serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' }, () => process.send?.('ready'));
process.on('SIGINT', () => process.exit());
process.on('message', (message) => message === 'memory' && process.send?.({ rss: process.memoryUsage().rss }));
