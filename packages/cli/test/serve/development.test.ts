/** `serve` is for development, and only for the machine that it runs on. */
import { get } from 'node:http';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type ServeProcess, createProject, patience } from './project.js';

const files = {
  'content-gen.config.ts': `import { defineConfig } from 'content-gen';

export default defineConfig({
  api: { rest: { ${patience} } },
  permissions: { public: '*' },
  serve: { hosts: ['site.test'] },
});
`,
  'content/user.ts': `import { defineContentType } from 'content-gen';

export default defineContentType({ attributes: { bio: { type: 'text' } } });
`,
};

let project: Awaited<ReturnType<typeof createProject>>;
let server: ServeProcess;
let url: string;
beforeAll(async () => {
  project = await createProject(files, { database: true });
  server = project.serve([], { NODE_ENV: '' });
  ({ url } = await server.event('ready'));
});
afterAll(() => project.remove());

const post = (path: string, body: object) =>
  fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

test('the refresh cookie of serve works without HTTPS', async () => {
  await post('/api/auth/local/register', { username: 'joe', email: 'joe@example.org', password: 'secret1' });
  const login = await post('/api/auth/local', { identifier: 'joe', password: 'secret1' });
  expect(login.status).toBe(200);
  expect(login.headers.get('set-cookie')).toMatch(/HttpOnly/);
  expect(login.headers.get('set-cookie')).not.toMatch(/Secure/);
});

test('mails are no lines between the events of serve --json', async () => {
  await post('/api/auth/local/register', { username: 'ann', email: 'ann@example.org', password: 'secret1' });
  expect((await post('/api/auth/forgot-password', { email: 'ann@example.org' })).status).toBe(200);
  // A line of the output that is no event would be an error of the harness.
  await expect.poll(() => server.errors(), { timeout: 30_000 }).toContain('Mail to ann@example.org: Reset password');
});

test.each([
  ['evil.example', 403],
  ['evil.example:1337', 403],
  ['localhost', 200],
  ['127.0.0.1:9', 200],
  ['site.test:1337', 200],
])('a request for the host %s is a %i', async (host, expected) => {
  const status = await new Promise((resolve, reject) => {
    get(`${url}/api/users`, { headers: { host } }, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
  });
  expect(status).toBe(expected);
});

test('serve describes the API with the routes of the app, which has the last word', async () => {
  const answer = await fetch(`${url}/api/openapi.json`, { headers: { origin: 'https://docs.example.org' } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(await answer.json()).toMatchObject({
    openapi: '3.1.0',
    paths: { '/api/users/me': {}, '/api/auth/local': {} },
  });
  expect((await fetch(`${url}/api/openapi.json`, { method: 'POST' })).status).toBe(404);

  await project.write(
    'src/app.ts',
    `import { valid } from '@content-gen/runtime/hono';
import { Hono } from 'hono';

import { contentContext, contentRoutes } from './content/index.js';
import { userInput } from './content/user/validators.js';

const app = new Hono().basePath('/api');
app.post('/invite', contentContext, valid({ summary: 'Invite', body: userInput.update }), (c) =>
  c.json(c.req.valid('json')),
);
app.route('/', contentRoutes);

export default app;
`,
  );
  const described = async () => {
    const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as { paths: Record<string, unknown> };
    return document.paths['/api/invite'];
  };
  const schema = { $ref: '#/components/schemas/UserInput' };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const operation = { operationId: 'own_post_api_invite', summary: 'Invite', requestBody };
  await expect.poll(described, { timeout: 30_000 }).toMatchObject({ post: operation });
  expect((await post('/api/invite', { bio: 7 })).status).toBe(400);
  expect(await (await post('/api/invite', { bio: 'x' })).json()).toEqual({ bio: 'x' });

  await project.write(
    'src/app.ts',
    `import { Hono } from 'hono';

const app = new Hono();
app.get('/api/openapi.json', (c) => c.json({ own: true }));

export default app;
`,
  );
  await expect.poll(async () => (await fetch(`${url}/api/openapi.json`)).json()).toEqual({ own: true });
});
