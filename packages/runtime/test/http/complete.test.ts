import { Hono } from 'hono';
import { Hono as TinyHono } from 'hono/tiny';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { contentDefinition, contentRoutes } from '../../../../fixtures/conformance/src/content/index.js';
import { closeContent } from '../../src/content/content.js';
import { createContent } from '../../src/documents/create-content.js';
import { type App, completeApp } from '../../src/http/complete.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { conformance } from '../harness/fixtures/conformance.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(conformance);
  createContent(contentDefinition, { database: test.database });
});
afterAll(async () => {
  await closeContent(contentDefinition);
  await test.close();
});

const JSON_404 = '{"data":null,"error":{"status":404,"name":"NotFoundError","message":"Not Found","details":{}}}';

async function ask(app: App, path: string, method = 'GET'): Promise<readonly [status: number, body: string]> {
  const response = await completeApp(contentDefinition, app).fetch(new Request(`http://localhost${path}`, { method }));
  return [response.status, await response.text()];
}

function ownApp(): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('x-own', 'yes');
  });
  app.get('/own', (c) => c.text('own'));
  app.get('/missing', (c) => c.text('404 Not Found', 404));
  app.route('/api', contentRoutes);
  return app;
}

describe('an app without a not-found handler', () => {
  it('answers its own routes', async () => {
    expect(await ask(ownApp(), '/own')).toEqual([200, 'own']);
    expect((await ask(ownApp(), '/api/tags'))[0]).toBe(200);
  });

  it('keeps a 404 that it answers itself, even in the words of Hono', async () => {
    expect(await ask(ownApp(), '/missing')).toEqual([404, '404 Not Found']);
    expect(await ask(ownApp(), '/missing', 'HEAD')).toEqual([404, '']);
  });

  it('gets health, uploads, and JSON for unknown paths', async () => {
    expect(await ask(ownApp(), '/_health')).toEqual([204, '']);
    expect((await ask(ownApp(), '/_health', 'POST'))[0]).toBe(405);
    expect(await ask(ownApp(), '/uploads/none.png')).toEqual([404, JSON_404]);
    for (const path of ['/', '/elsewhere', '/api', '/API/tags']) expect((await ask(ownApp(), path))[1]).toBe(JSON_404);
    expect(await ask(ownApp(), '/elsewhere', 'HEAD')).toEqual([404, '']);
    expect(await ask(new Hono(), '/elsewhere')).toEqual([404, JSON_404]);
  });

  it('is not changed', async () => {
    const app = ownApp();
    await ask(app, '/_health');
    expect(await (await app.request('/_health')).text()).toBe('404 Not Found');
  });

  it('may have a base path', async () => {
    const app = new Hono().basePath('/base');
    app.get('/own', (c) => c.text('own'));
    expect(await ask(app, '/base/own')).toEqual([200, 'own']);
    expect(await ask(app, '/_health')).toEqual([204, '']);
    expect(await ask(app, '/own')).toEqual([404, JSON_404]);
  });

  it('may be of a preset', async () => {
    const app = new TinyHono();
    app.get('/own', (c) => c.text('own'));
    expect(await ask(app, '/own')).toEqual([200, 'own']);
    expect(await ask(app, '/_health')).toEqual([204, '']);
    expect(await ask(app, '/elsewhere')).toEqual([404, JSON_404]);
  });

  it('handles its own errors', async () => {
    const app = ownApp();
    app.get('/fails', () => Promise.reject(new Error('on purpose')));
    app.onError((error, c) => c.text(error.message, 500));
    expect(await ask(app, '/fails')).toEqual([500, 'on purpose']);
  });
});

describe('an app with a not-found handler', () => {
  const app = ownApp().notFound((c) => c.text(`no ${c.req.path}`, 404));

  it('keeps its answer', async () => {
    expect(await ask(app, '/elsewhere')).toEqual([404, 'no /elsewhere']);
    expect(await ask(app, '/missing')).toEqual([404, '404 Not Found']);
  });

  it('gets health and uploads', async () => {
    expect(await ask(app, '/_health')).toEqual([204, '']);
    expect(await ask(app, '/uploads/none.png')).toEqual([404, JSON_404]);
  });
});

describe('an app of another kind', () => {
  const app: App = { fetch: (request) => new Response('mine', { status: request.url.endsWith('/own') ? 200 : 404 }) };

  it('keeps its answers, and gets health and uploads', async () => {
    expect(await ask(app, '/own')).toEqual([200, 'mine']);
    expect(await ask(app, '/elsewhere')).toEqual([404, 'mine']);
    expect(await ask(app, '/_health')).toEqual([204, '']);
    expect(await ask(app, '/uploads/none.png')).toEqual([404, JSON_404]);
  });
});
