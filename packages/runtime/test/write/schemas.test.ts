import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { realSchemas } from '../harness/fixtures/real-schemas.js';
import { type Site, openSite } from '../harness/site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite(realSchemas);
});
afterAll(() => site.close());
beforeEach(() => site.test.rows('truncate cg_documents, tickets, people restart identity cascade'));

async function send(method: string, path: string, data?: unknown) {
  const { status, body } = await site.request(method, `/api${path}`, data === undefined ? {} : { body: { data } });
  return { status, data: body.data, error: body.error };
}

async function titles(query: string): Promise<string[]> {
  const { status, data } = await send('GET', `/tickets?${query}`);
  expect(status, query).toBe(200);
  return data.map((one: { title: string }) => one.title);
}

const offer = { kind: 'offer', price: 5 };

describe('names that the runtime uses itself', () => {
  it('are attributes in bodies, answers, filters, sort and fields', async () => {
    const own = { status: 'open', version: 7, diverged: true, meta: { a: 1 }, reporterRank: 3, cgColor: '#fff' };
    const made = await send('POST', '/tickets', { title: 'one', ...offer, ...own });
    expect(made).toMatchObject({ status: 201, data: { title: 'one', ...own } });
    await send('POST', '/tickets', { title: 'two', ...offer, status: 'closed', version: 2 });

    expect(await titles('filters[status]=open')).toEqual(['one']);
    expect(await titles('sort=status')).toEqual(['two', 'one']);
    expect(await titles('sort=version')).toEqual(['two', 'one']);
    expect(await titles('filters[diverged]=true&filters[reporterRank]=3')).toEqual(['one']);
    const { data } = await send('GET', '/tickets?fields=status,version&sort=title&pagination[limit]=1');
    expect(data).toEqual([{ id: expect.any(Number), documentId: made.data.documentId, status: 'open', version: 7 }]);
    await send('PUT', `/tickets/${made.data.documentId}`, { status: 'closed' });
    expect(await titles('filters[status]=closed&sort=title')).toEqual(['one', 'two']);
  });

  it('leave the query parameter status its meaning', async () => {
    const { data } = await send('POST', '/tickets?status=draft', { title: 'draft', ...offer, status: 'closed' });
    expect(await titles('filters[status]=closed')).toEqual([]);
    expect(await titles('status=draft&filters[status]=closed')).toEqual(['draft']);
    expect((await send('GET', `/tickets/${data.documentId}?status=published`)).status).toBe(404);
    expect((await send('PUT', `/tickets/${data.documentId}`, { title: 'live' })).data).toMatchObject({
      title: 'live',
      status: 'closed',
      publishedAt: expect.any(String),
    });
  });

  it('are attributes of types without drafts, and of components', async () => {
    const audit = {
      createdBy: 'ann',
      createdAt: '2020-01-01T00:00:00.000Z',
      updatedAt: '2021-01-01T00:00:00.000Z',
      publishedAt: '2022-01-01',
      status: 'ok',
      locale: 'Berlin',
      meta: 'none',
    };
    await send('POST', '/people', { name: 'ann', status: 'busy' });
    expect((await send('GET', '/people?filters[status]=busy')).data).toMatchObject([{ name: 'ann', status: 'busy' }]);
    const made = await send('POST', '/tickets?populate=audit', { title: 'audited', ...offer, audit });
    expect(made).toMatchObject({ status: 201, data: { audit } });
    expect(await titles('filters[audit][createdBy]=ann&filters[audit][status]=ok')).toEqual(['audited']);
    expect(await titles('filters[audit][locale]=Paris')).toEqual([]);
  });
});

it('names that differ in case or have other characters are attributes of their own', async () => {
  const names = { title: 'a', Title: 'b', TITLE: 'c', 'meta-title': 'd', _order: 4 };
  expect((await send('POST', '/tickets', { ...names, ...offer })).data).toMatchObject(names);
  await send('POST', '/tickets', { title: 'x', Title: 'y', TITLE: 'z', ...offer });
  expect(await titles('filters[Title]=b')).toEqual(['a']);
  expect(await titles('sort=TITLE:desc')).toEqual(['x', 'a']);
  expect(await titles('filters[meta-title]=d&filters[_order]=4')).toEqual(['a']);
  const twice = await send('POST', '/tickets', { title: 'b', Title: 'y', ...offer });
  expect(twice).toMatchObject({ status: 400, error: { message: 'This attribute must be unique' } });
});

describe('a condition that hides an attribute', () => {
  it('turns its rules off on create, update and publish', async () => {
    const missing = await send('POST', '/tickets', { title: 'o', kind: 'offer' });
    expect(missing).toMatchObject({ status: 400, error: { details: { errors: [{ path: ['price'] }] } } });

    const person = await send('POST', '/people', { name: 'ann' });
    const steps = [{ text: 'a' }, { text: 'b' }];
    const reporter = person.data.documentId;
    const bug = await send('POST', '/tickets', { title: 'bug', kind: 'bug', steps, reporter });
    expect(bug).toMatchObject({ status: 201, data: { price: null } });
    expect(await send('POST', '/tickets', { title: 'cheap', kind: 'bug', steps, reporter, price: -1 })).toMatchObject({
      status: 201,
      data: { price: -1 },
    });
    const shown = await send('PUT', `/tickets/${bug.data.documentId}`, { kind: 'offer' });
    expect(shown).toMatchObject({ status: 400, error: { details: { errors: [{ path: ['price'] }] } } });
    const priced = await send('PUT', `/tickets/${bug.data.documentId}`, { kind: 'offer', steps: [], price: 2 });
    expect(priced.status).toBe(200);

    const draft = await send('POST', '/tickets?status=draft', { title: 'late', kind: 'bug' });
    const path = `/tickets/${draft.data.documentId}`;
    expect((await send('POST', `${path}/actions/publish`)).status).toBe(400);
    await send('PUT', `${path}?status=draft`, { kind: 'offer', price: 3 });
    expect((await send('POST', `${path}/actions/publish`)).status).toBe(200);
  });

  it('turns them off for lists, for relations and inside components', async () => {
    const few = await send('POST', '/tickets', { title: 'few', kind: 'bug', steps: [{ text: 'a' }] });
    expect(few.status).toBe(400);
    expect(few.error.details.errors.map(({ path }: { path: string[] }) => path.join('.'))).toEqual([
      'steps',
      'reporter',
    ]);
    expect((await send('POST', '/tickets', { title: 'few', ...offer, steps: [{ text: 'a' }] })).status).toBe(201);

    const audit = (value: object) => send('POST', '/tickets', { title: 'audit', ...offer, audit: value });
    expect((await audit({ approved: false })).status).toBe(201);
    expect((await audit({ approved: false, approver: 'x' })).status).toBe(201);
    expect((await audit({ approved: true })).error.details.errors).toMatchObject([{ path: ['audit', 'approver'] }]);
    expect((await audit({ approved: true, approver: 'x' })).status).toBe(400);
    expect((await audit({ approved: true, approver: 'ann' })).status).toBe(201);
  });

  it('does not turn off the type, because another value cannot be stored', async () => {
    expect((await send('POST', '/tickets', { title: 'x', kind: 'bug', price: 'much' })).status).toBe(400);
  });
});

it('two sides are paired only if the owner names the other one, as in Strapi', async () => {
  const ann = (await send('POST', '/people', { name: 'ann' })).data.documentId;
  const roles = { assignee: ann, reviewer: ann, watchers: [ann] };
  await send('POST', '/tickets', { title: 'paired', ...offer, ...roles });
  const { status, data } = await send('GET', `/people/${ann}?populate=*`);
  expect(status).toBe(200);
  expect(data).toMatchObject({ assigned: [{ title: 'paired' }], watching: [], lost: [] });
});

it('a relation that is not visible keeps its documents when its type is published again', async () => {
  const made = await send('POST', '/tickets', { title: 'kept', ...offer });
  const { documentId } = made.data;
  const ann = (await send('POST', '/people', { name: 'ann', favourite: documentId })).data.documentId;
  const favourite = async () => (await send('GET', `/people/${ann}?populate=favourite`)).data.favourite?.title;
  expect(await favourite()).toBe('kept');
  await send('PUT', `/tickets/${documentId}`, { title: 'again' });
  expect(await favourite()).toBe('again');
  await send('PUT', `/tickets/${documentId}?status=draft`, { title: 'draft' });
  expect(await favourite()).toBe('again');
  await send('PUT', `/tickets/${documentId}`, {});
  expect(await favourite()).toBe('draft');
  expect((await send('GET', '/tickets?populate=fan')).status).toBe(400);
});

it('a database without the columns of this version answers 503 in words', async () => {
  await site.test.rows('alter table people rename column cg_status to status_of_before');
  try {
    for (const [method, path, data] of [
      ['GET', '/people'],
      ['POST', '/people', { name: 'x' }],
      ['GET', '/tickets?populate=assignee'],
    ] as const) {
      const { status, error } = await send(method, path, data);
      expect([status, error.name], path).toEqual([503, 'ServiceUnavailableError']);
      expect(error.message).toContain('Apply its migrations');
    }
  } finally {
    await site.test.rows('alter table people rename column status_of_before to cg_status');
  }
});
