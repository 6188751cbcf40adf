/** `serve` is for development, and only for the machine that it runs on. */
import { get } from 'node:http';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createProject, patience } from './project.js';

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
let url: string;
beforeAll(async () => {
  project = await createProject(files, { database: true });
  ({ url } = await project.serve([], { NODE_ENV: '' }).event('ready'));
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

test('serve describes the API, and an app that does so itself has the last word', async () => {
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
    `import { Hono } from 'hono';

const app = new Hono();
app.get('/api/openapi.json', (c) => c.json({ own: true }));

export default app;
`,
  );
  await expect.poll(async () => (await fetch(`${url}/api/openapi.json`)).json()).toEqual({ own: true });
});
