/** Answers and errors of writes show only what the caller may read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Permissions } from '../../src/content/settings.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { desk } from '../harness/fixtures/desk.js';
import type { Reply } from '../harness/request.js';
import { type Site, openSite } from '../harness/site.js';

let test: TestDatabase;
let owner: Site;
beforeAll(async () => {
  test = await createTestDatabase(desk);
  const types = ['article', 'author', 'category', 'strict-item', 'tag'];
  owner = await siteFor(Object.fromEntries(types.map((type) => [type, everything])));
});
afterAll(() => test.close());

const everything = ['find', 'findOne', 'create', 'update', 'delete', 'publish', 'findDraft'];

function siteFor(types: Permissions[string]): Promise<Site> {
  return openSite(desk, { settings: { permissions: { public: types } }, test });
}

async function made(plural: string, data: object, query = ''): Promise<string> {
  const { status, body } = await owner.request('POST', `/api/${plural}${query}`, { body: { data } });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.documentId;
}

const text = ({ body }: Reply): string => JSON.stringify(body);

describe('an error of a write', () => {
  const stored = { name: 'q7', uniq: 'taken elsewhere', mail: 'x@y.zz', pw: 'secret pass' };
  let draft: string;
  beforeAll(async () => {
    const lists = { parts: [{ heading: 'one' }], zone: [{ __component: 'blocks.quote', text: 'one' }] };
    await made('strict-items', { name: 'other', uniq: stored.uniq, ...lists });
    draft = await made('strict-items', stored, '?status=draft');
  });

  it.each<[string, 'POST' | 'PUT', string, object | undefined]>([
    ['a publish', 'POST', '/actions/publish', undefined],
    ['a change of another attribute', 'PUT', '', { flag: false }],
  ])('does not repeat stored values in the answer to %s', async (_, method, path, data) => {
    const rules = [
      { actions: everything, readable: ['flag'] },
      everything.filter((action) => action !== 'findDraft'),
      everything.filter((action) => action !== 'find'),
      { actions: everything, whereTo: { find: { name: { $startsWith: 'mine' } } } },
    ];
    for (const rule of rules) {
      const site = await siteFor({ 'strict-item': rule });
      const reply = await site.request(method, `/api/strict-items/${draft}${path}`, data && { body: { data } });
      expect(reply.status).toBe(400);
      expect(reply.body.error.details.errors.map((error: { path: string[] }) => error.path.join())).toEqual(
        expect.arrayContaining(['name', 'uniq']),
      );
      for (const value of [stored.name, stored.uniq]) expect(text(reply)).not.toContain(value);
    }
  });

  it('repeats values that the request sent, to a caller who may read them', async () => {
    const body = { data: { name: 'zz', uniq: stored.uniq } };
    const reader = await siteFor({ 'strict-item': everything });
    const shown = await reader.request('PUT', `/api/strict-items/${draft}`, { body });
    const values = Object.fromEntries(
      shown.body.error.details.errors.map((error: { path: string[]; value: unknown }) => [error.path[0], error.value]),
    );
    expect(values).toMatchObject({ name: 'zz', uniq: stored.uniq });

    const writer = await siteFor({ 'strict-item': { actions: everything, readable: ['flag'] } });
    const hidden = await writer.request('PUT', `/api/strict-items/${draft}`, { body });
    expect(hidden.status).toBe(400);
    for (const value of ['"zz"', stored.uniq]) expect(text(hidden)).not.toContain(value);
  });

  it('does not print an unreadable value in the message of its type', async () => {
    const writer = await siteFor({ 'strict-item': { actions: everything, readable: ['flag'] } });
    const values: object[] = [
      { name: 4711 },
      { qty: '4711 pieces' },
      { dec: '4711,00' },
      { flt: ['4711'] },
      { big: '4711n' },
      { level: '4711' },
      { mail: '4711' },
      { handle: '4711 4711' },
      { txt: { a: 4711 } },
      { day: '4711' },
      { at: '4711' },
      { clock: '4711' },
      { data: '{4711' },
      { blk: [{ type: '4711' }] },
      { parts: ['4711'] },
      { zone: [{ __component: '4711' }] },
      { seo: '4711' },
    ];
    for (const data of values) {
      const reply = await writer.request('PUT', `/api/strict-items/${draft}`, { body: { data } });
      expect([data, reply.status]).toEqual([data, 400]);
      expect(text(reply)).not.toContain('4711');
    }
  });
});

it('a wrong name of a component is answered with those of attributes that the caller may use', async () => {
  const choices = async (rule: Permissions[string], name: string) => {
    const site = await siteFor(rule);
    const zone = [{ __component: name }];
    const { status, body } = await site.request('POST', '/api/strict-items', { body: { data: { zone } } });
    const messages = body.error.details.errors.map((error: { message: string }) => error.message);
    const [, names] = /^zone\[0\].__component must be one of the following values: (.*)$/.exec(
      messages.find((message: string) => message.startsWith('zone[0].__component')),
    )!;
    return [status, names];
  };
  const own = 'shared.seo, shared.section, shared.meta-social, shared.code, blocks.quote, blocks.hero';
  const all = 'shared.seo, shared.section, shared.meta-social, shared.code, blocks.slider, blocks.quote, blocks.hero';
  expect(await choices({ 'strict-item': everything, article: ['find'] }, 'nope.nope')).toEqual([400, all]);
  const one = { 'strict-item': everything, article: ['delete'] };
  expect(await choices(one, 'nope.nope')).toEqual([400, own]);
  // A component that exists elsewhere is as unknown as one that does not exist.
  expect(await choices(one, 'blocks.slider')).toEqual(await choices(one, 'nope.nope'));
  const limited = { actions: everything, readable: ['name'], writable: ['zone'] };
  expect(await choices({ 'strict-item': limited }, 'nope.nope')).toEqual([
    400,
    'shared.seo, shared.meta-social, blocks.quote, blocks.hero',
  ]);
});

describe('the answer of a write', () => {
  it.each(['unpublish', 'discard'])(
    'of %s shows no drafts of types whose drafts the caller may not read',
    async (action) => {
      const category = await made('categories', { name: `published for ${action}` });
      const article = await made('articles', { title: action, categories: [category] });
      const unfinished = { data: { name: `unfinished ${action}` } };
      await owner.request('PUT', `/api/categories/${category}?status=draft`, { body: unfinished });
      const limited = await siteFor({ article: everything, category: ['find', 'findOne'] });
      for (const populate of ['populate=categories', 'populate=*', 'populate[categories][populate]=*']) {
        const path = `/api/articles/${article}/actions/${action}?${populate}`;
        const reply = await limited.request('POST', path);
        expect([reply.status, text(reply).includes('unfinished')]).toEqual([200, false]);
        await owner.request('POST', `/api/articles/${article}/actions/publish`);
        const full = await owner.request('POST', path);
        expect([full.status, text(full).includes('unfinished')]).toEqual([200, true]);
        await owner.request('POST', `/api/articles/${article}/actions/publish`);
      }
    },
  );
});

describe('filters of a DELETE', () => {
  const remove = async (types: Permissions[string], path: string): Promise<boolean> => {
    const site = await siteFor(types);
    const { status } = await site.request('DELETE', path);
    expect([204, 403]).toContain(status);
    const [id] = path.split('/')[3]?.split('?') ?? [];
    return (await test.rows('select 1 from cg_documents where id = $1', [id])).length === 0;
  };

  it('do not look at drafts without the right to read them', async () => {
    const types = { article: ['find', 'findOne', 'delete'] };
    const article = await made('articles', { title: 'public title' });
    await owner.request('PUT', `/api/articles/${article}?status=draft`, { body: { data: { title: 'draft title' } } });
    expect(await remove(types, `/api/articles/${article}?filters[title][$eq]=draft title`)).toBe(false);
    expect(await remove({ article: everything }, `/api/articles/${article}?filters[title][$eq]=public title`)).toBe(
      false,
    );
    expect(await remove({ article: everything }, `/api/articles/${article}?filters[title][$eq]=draft title`)).toBe(
      true,
    );
    const other = await made('articles', { title: 'public title' });
    expect(await remove(types, `/api/articles/${other}?filters[title][$eq]=public title`)).toBe(true);
  });

  it.each([
    ['publicationFilter=never-published', false],
    ['hasPublishedVersion=false', false],
    ['publicationFilter=modified', false],
    ['publicationFilter=unmodified', true],
    ['hasPublishedVersion=true', true],
  ])('are also those of the publication: %s', async (query, isRemoved) => {
    const article = await made('articles', { title: 'published' });
    expect(await remove({ article: ['delete'] }, `/api/articles/${article}?${query}`)).toBe(false);
    expect(await remove({ article: everything }, `/api/articles/${article}?${query}`)).toBe(isRemoved);
  });

  it('see only related rows within the row rules, and none without the right to find', async () => {
    const hidden = await made('authors', { name: 'hidden author' });
    const article = await made('articles', { title: 'ruled', author: hidden });
    const filter = `filters[author][name][$eq]=hidden author`;
    const author = { actions: ['find', 'findDraft'], where: { name: { $startsWith: 'seen' } } };
    expect(await remove({ article: everything, author }, `/api/articles/${article}?${filter}`)).toBe(false);
    const absent = 'filters[author][name][$null]=true';
    expect(await remove({ article: everything, author: [] }, `/api/tags/${article}?${absent}`)).toBe(false);
    expect(await remove({ article: ['delete'] }, `/api/articles/${article}?filters[title][$eq]=ruled`)).toBe(false);
    const rule = { actions: everything, where: { title: { $startsWith: 'mine' } } };
    expect(await remove({ article: rule }, `/api/articles/${article}?filters[title][$eq]=ruled`)).toBe(false);
    expect(await remove({ article: ['delete'] }, `/api/articles/${article}`)).toBe(true);
  });
});
