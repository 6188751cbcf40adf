import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Desk, openDesk } from './desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

describe('text', () => {
  it.each(['null', 'undefined', 'NULL', 'true', '{}', '{null}'])('keeps %j as it is', async (text) => {
    const { documentId } = await desk.post('article', { title: text, body: text, secret: text, slug: null });
    const stored = { title: text, body: text, slug: null };
    expect(await desk.get('article', documentId)).toMatchObject(stored);
    expect(await desk.put('article', documentId, { title: 'other', body: null })).toMatchObject({ body: null });
    expect(await desk.put('article', documentId, { title: text, body: text }, 'status=draft')).toMatchObject(stored);
  });
});
