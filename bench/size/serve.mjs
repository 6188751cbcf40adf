/** The generated API of this project, served as in production. */
import { serve } from '@hono/node-server';
import { rootApp } from '@content-gen/runtime/hono';

const { contentDefinition, contentRoutes } = await import('../dist/size/content/index.js');
const { REMEMBERED_BYTES } = process.env;
if (REMEMBERED_BYTES !== undefined) contentDefinition.settings.api.rest.maxRememberedBytes = Number(REMEMBERED_BYTES);
const app = rootApp(contentDefinition, contentRoutes);
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' }, () => process.send?.('ready'));
process.on('SIGINT', () => process.exit());
