/**
 * The generated API of this project, served as in production, with the time of signed-in callers.
 * `REMEMBERED_BYTES=0` makes it read every answer from the database.
 */
import { serve } from '@hono/node-server';
import { rootApp } from '@content-gen/runtime/hono';

const { contentDefinition, contentRoutes } = await import('../dist/size/content/index.js');
const { rest } = contentDefinition.settings.api;
const { REMEMBERED_BYTES } = process.env;
if (REMEMBERED_BYTES !== undefined) rest.maxRememberedBytes = Number(REMEMBERED_BYTES);
rest.publicTimeoutMs = 10_000;
const app = rootApp(contentDefinition, contentRoutes);
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' }, () => process.send?.('ready'));
process.on('SIGINT', () => process.exit());
