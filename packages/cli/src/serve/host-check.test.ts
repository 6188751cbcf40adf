import { expect, test } from 'vitest';

import { checkHost } from './host-check.js';

const app = { fetch: () => new Response('served') };

async function answerTo(header: string | undefined, options: { host?: string; names?: readonly string[] } = {}) {
  const { host = '127.0.0.1', names = [] } = options;
  const request = new Request('http://localhost/api/articles');
  if (header !== undefined) request.headers.set('host', header);
  return checkHost(app, { host, names: () => names }).fetch(request);
}

test.each([
  'localhost',
  'localhost:1337',
  'LOCALHOST:1337',
  'localhost.',
  'admin.localhost:1337',
  '127.0.0.1:1337',
  '[::1]:1337',
])('serve answers a request for %s', async (header) => {
  expect((await answerTo(header)).status).toBe(200);
});

test.each([
  'evil.example',
  'evil.example:1337',
  'localhost.evil.example',
  'notlocalhost',
  '127.0.0.1.evil.example',
  '127.0.0.1@evil.example',
  'evil.example#localhost',
  '192.168.0.7',
  '[2001:db8::1]',
  'local host',
  '',
  undefined,
])('serve refuses a request for the host %s', async (header) => {
  const answer = await answerTo(header);
  expect(answer.status).toBe(403);
  const message = `The host name "${header ?? ''}" is not allowed. If it is yours, add it to serve.hosts in the config.`;
  expect(await answer.json()).toMatchObject({ data: null, error: { name: 'ForbiddenError', message } });
});

test('serve answers under the address of --host, and under the names of the config', async () => {
  expect((await answerTo('box.test:1337', { host: 'box.test' })).status).toBe(200);
  expect((await answerTo('[fd00::7]:1337', { host: 'fd00::7' })).status).toBe(200);
  expect((await answerTo('192.168.0.7', { host: '192.168.0.7' })).status).toBe(200);
  expect((await answerTo('API.test', { names: ['api.test'] })).status).toBe(200);
  expect((await answerTo('www.api.test', { names: ['api.test'] })).status).toBe(403);
});

test.each(['0.0.0.0', '::'])(
  'serve on all addresses (%s) answers under each address, but under no name',
  async (host) => {
    for (const header of ['192.168.0.7:1337', '[2001:db8::1]']) {
      expect((await answerTo(header, { host })).status).toBe(200);
    }
    expect((await answerTo('evil.example', { host })).status).toBe(403);
  },
);
