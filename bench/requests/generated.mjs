/** The generated API, served as in production. */
import { serve } from '@hono/node-server';
import { rootApp } from '@content-gen/runtime/hono';

const { contentDefinition, contentRoutes } = await import('../dist/content/index.js');
const app = rootApp(contentDefinition, contentRoutes);
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' }, () => process.send?.('ready'));
process.on('SIGINT', () => process.exit());
process.on('message', (message) => message === 'memory' && process.send?.({ rss: process.memoryUsage().rss }));
