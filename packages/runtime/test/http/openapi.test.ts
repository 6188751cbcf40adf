import { Hono } from 'hono';
import { expect, it } from 'vitest';

import { contentDefinition, contentRoutes } from '../../../../fixtures/conformance/src/content/index.js';
import { openapi } from '../../src/http/openapi.js';

const document = { openapi: '3.1.0', info: { title: 'Content API' } };
const app = new Hono();
app.get('/api/openapi.json', openapi(contentDefinition, document));
app.route('/api', contentRoutes);

it('an app answers with its document, and with the CORS headers of the API', async () => {
  const answer = await app.request('/api/openapi.json', { headers: { origin: 'https://site.test' } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://site.test');
  expect(await answer.json()).toEqual(document);
  const head = await app.request('/api/openapi.json', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

it('a client that has the document gets a 304', async () => {
  const etag = (await app.request('/api/openapi.json')).headers.get('etag');
  const again = await app.request('/api/openapi.json', { headers: { 'if-none-match': String(etag) } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

it('an app without the route has no document', async () => {
  const plain = new Hono().route('/api', contentRoutes);
  expect((await plain.request('/api/openapi.json', undefined, {})).status).not.toBe(200);
});
