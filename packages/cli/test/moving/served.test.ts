/** A moved project answers requests: generated routes, stubs, guards and the default populate. */
import { rmSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { inProcess } from '../in-process.js';
import { type ServeProcess, makePatient, startServe } from '../serve/project.js';
import { strapiProject } from './strapi.js';

let serving: ServeProcess;
let address = '';
let token = '';
let root = '';

beforeAll(async () => {
  root = strapiProject({}, { database: true });
  expect(await inProcess(root, ['move'])).toMatchObject({ code: 0 });
  makePatient(root);
  serving = startServe(root, { args: ['--no-watch'] });
  const ready = await serving.event('ready');
  address = `${ready.url}/content`;
  token = ready.token;
});
afterAll(async () => {
  await serving?.end('SIGTERM');
  rmSync(root, { recursive: true, force: true, maxRetries: 10 });
});

async function send(
  method: string,
  path: string,
  data?: object,
  secret = '',
): Promise<{ status: number; body: unknown }> {
  const headers = {
    'content-type': 'application/json',
    ...(secret === '' ? {} : { authorization: `Bearer ${secret}` }),
  };
  const response = await fetch(address + path, {
    method,
    headers,
    ...(data ? { body: JSON.stringify({ data }) } : {}),
  });
  return { status: response.status, body: await response.json().catch(() => null) };
}

test('lists populate what the old middleware populated, unless the request says otherwise', async () => {
  const author = await send('POST', '/authors', { name: 'Ines' }, token);
  expect(author.status).toBe(201);
  const { documentId } = (author.body as { data: { documentId: string } }).data;
  const created = await send(
    'POST',
    '/articles',
    { title: 'Night boats', author: documentId, seo: { title: 'Boats' } },
    token,
  );
  expect(created.status).toBe(201);

  // The public may read authors, so that populate shows them.
  const list = await send('GET', '/articles');
  expect(list).toMatchObject({
    status: 200,
    body: {
      data: [{ title: 'Night boats', author: { name: 'Ines' }, seo: { title: 'Boats' } }],
      meta: { pagination: { pageSize: 10 } },
    },
  });
  const plain = await send('GET', '/articles?populate[seo]=true');
  expect((plain.body as { data: object[] }).data[0]).not.toHaveProperty('author');
  const wrong = await send('GET', '/articles?populate[nothing]=true');
  expect(wrong.status).toBe(400);
});

test('a stub answers 501 with the name of its handler', async () => {
  expect(await send('GET', '/articles/slug/night-boats')).toMatchObject({
    status: 501,
    body: { data: null, error: { name: 'NotImplementedError', message: 'article.bySlug is not ported yet' } },
  });
  expect((await send('GET', '/articles/year/2024')).status).toBe(501);
});

test('a policy that is not ported refuses, and a translated one asks for a user', async () => {
  const { body } = await send('GET', '/articles');
  const [article] = (body as { data: { documentId: string }[] }).data;
  expect(await send('PUT', `/articles/${article?.documentId}`, { title: 'Other' }, token)).toMatchObject({
    status: 403,
    body: { error: { message: 'The policy api::article.is-author is not ported yet' } },
  });
  expect((await send('POST', '/subscriptions/join', {})).status).toBe(403);
});

test('permissions are closed except for routes that were public', async () => {
  expect((await send('GET', '/authors')).status).toBe(200);
  expect((await send('GET', '/subscriptions')).status).toBe(403);
  expect((await send('POST', '/articles', { title: 'x' })).status).toBe(403);
});
