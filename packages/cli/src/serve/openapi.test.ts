import type { Settings } from '@content-gen/runtime';
import { expect, test } from 'vitest';

import { contentType, modelOf, scalar, settings } from '../../test/sample-model.js';
import { withOpenapi } from './openapi.js';

const model = modelOf([contentType('note', [scalar('text', 'text')])]);
const app = { fetch: () => new Response(null, { status: 404 }) };

async function allowedFor(origins: Settings['api']['cors']['origins'], origin?: string): Promise<string | null> {
  const api = { ...settings.api, cors: { origins, credentials: false } };
  const headers = origin === undefined ? {} : { origin };
  const request = new Request(`http://localhost${settings.api.prefix}/openapi.json`, { headers });
  const answer = await withOpenapi(app, model, { ...settings, api }).fetch(request);
  expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'Origin']);
  return answer.headers.get('access-control-allow-origin');
}

test('serve shows the OpenAPI document only to pages that may read the API', async () => {
  expect(await allowedFor('*', 'https://any.example')).toBe('*');
  expect(await allowedFor('reflect', 'https://any.example')).toBe('https://any.example');
  expect(await allowedFor(['https://mine.example'], 'https://mine.example')).toBe('https://mine.example');
  expect(await allowedFor(['https://mine.example'], 'https://any.example')).toBe(null);
  expect(await allowedFor([])).toBe(null);
});

test('pages of other origins see a document without the names of private attributes', async () => {
  const secret = { ...scalar('salary', 'integer'), private: true };
  const secretive = withOpenapi(app, modelOf([contentType('note', [scalar('text', 'text'), secret])]), settings);
  const textFor = async (headers: Record<string, string>) => {
    const address = `http://localhost${settings.api.prefix}/openapi.json`;
    return (await secretive.fetch(new Request(address, { headers }))).text();
  };
  expect(await textFor({})).toContain('salary');
  const shown = await textFor({ origin: 'https://any.example' });
  expect(shown).not.toContain('salary');
  expect(JSON.parse(shown)).toMatchObject({ components: { schemas: { NoteInput: { properties: { text: {} } } } } });
});
