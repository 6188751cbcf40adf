/** The generated API, with the server of production. Counts function calls between the messages `begin` and `end`. */
import { Session } from 'node:inspector/promises';

import { rootApp } from '@content-gen/runtime/hono';
import { serve } from '@content-gen/runtime/node';

const { contentDefinition, contentRoutes } = await import('../dist/content/index.js');
contentDefinition.settings.api.rest.maxRememberedBytes = 0;
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await serve(rootApp(contentDefinition, contentRoutes), { port: Number(process.env.PORT) });
process.send('ready');
process.on('message', async (order) => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  process.send(order === 'end' ? visitedFiles(result) : 'begun');
});

function visitedFiles(scripts) {
  const root = new URL('../../packages/runtime/dist/', import.meta.url).href;
  return scripts
    .filter(({ url, functions }) => url.startsWith(root) && functions.some(hasRun))
    .map(({ url }) => url.slice(root.length).replace(/js$/, 'ts'));
}

/** Whether a function ran since the counts were taken last. */
function hasRun({ ranges }) {
  return ranges.some(({ count }) => count > 0);
}
