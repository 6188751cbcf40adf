/** One instance: the generated API of bench/site, served as in production. */
import { rootApp } from '@content-gen/runtime/hono';
import { serve } from '@content-gen/runtime/node';

const { contentDefinition, contentRoutes } = await import('../dist/content/index.js');
const workers = Number(process.env.CHAOS_WORKERS);
// A machine that restarts PostgreSQL is busy, and the timeout of the role `public` is not what is tested.
contentDefinition.settings.api.rest.publicTimeoutMs = 10_000;
await serve(rootApp(contentDefinition, contentRoutes), {
  content: contentDefinition,
  hostname: '127.0.0.1',
  drainMs: 500,
  ...(workers > 0 ? { workers } : {}),
});
