import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { desk } from '../harness/fixtures/desk.js';
import { type Person, register } from '../harness/people.js';
import { openSite as openFixture } from '../harness/site.js';
import { FULL, type Site, openSite } from './site.js';

const all = '*';
const auth = ['register', 'callback'];

let site: Site;
let ann: Person;
let bob: Person;
const ids: Record<string, string> = {};

beforeAll(async () => {
  site = await openSite({
    permissions: {
      public: {
        auth,
        author: { actions: ['find', 'findOne'], readable: ['name', 'articles'], filterable: ['name'] },
        article: ['find'],
        restaurant: { actions: ['find'], where: { stars: { $gte: 3 } } },
        badge: ['find'],
        category: { actions: ['find'], where: { name: { $startsWith: 'open' } } },
      },
      authenticated: {
        author: { actions: all, writable: ['name'] },
        restaurant: { actions: all, where: { owner: '$caller' } },
        category: { actions: all, whereTo: { update: { name: { $startsWith: 'open' } }, delete: { name: 'nothing' } } },
        badge: all,
        user: { actions: ['find', 'count', 'destroy'], whereTo: { destroy: { documentId: '$caller' } } },
      },
    },
  });
  [ann, bob] = [await register(site, 'ann'), await register(site, 'bob')];
  const make = async (path: string, name: string, data: object) => {
    const { status, body } = await site.request('POST', `/api/${path}`, { token: FULL, body: { data } });
    expect([status, body.error]).toEqual([201, undefined]);
    ids[name] = body.data.documentId;
  };
  await make('authors', 'author', { name: 'Alice', email: 'alice@x.io', bio: 'long' });
  await make('articles', 'article', { title: 'One', author: ids.author });
  await make('restaurants', 'hers', { name: 'Hers', stars: 5, owner: ann.documentId });
  await make('restaurants', 'his', { name: 'His', stars: 1, owner: bob.documentId });
  await make('badges', 'badge', {
    name: 'B',
    items: [
      { documentId: ids.hers, __type: 'api::restaurant.restaurant' },
      { documentId: ids.his, __type: 'api::restaurant.restaurant' },
    ],
  });
  await make('categories', 'open', { name: 'open 1' });
  await make('categories', 'closed', { name: 'closed 1' });
  await make('articles', 'both', { title: 'Two', categories: [ids.closed, ids.open] });
  await make('articles', 'shut', { title: 'Three', categories: [ids.closed] });
});
afterAll(() => site.close());

const names = (reply: { body: any }) => reply.body.data.map((one: any) => one.name ?? one.title);

describe('attributes', () => {
  it('that are not readable cannot be shown, named or populated', async () => {
    const list = await site.request('GET', '/api/authors?populate=*');
    expect(Object.keys(list.body.data[0])).toEqual([
      'id',
      'documentId',
      'name',
      'createdAt',
      'updatedAt',
      'publishedAt',
      'articles',
      'meta',
    ]);
    for (const query of ['fields=email', 'populate=profile', 'populate[profile]=true', 'populate[0]=comments']) {
      const { status, body } = await site.request('GET', `/api/authors?${query}`);
      expect([status, body.error?.message], query).toEqual([400, expect.stringMatching(/^Invalid key/)]);
    }
    const below = await site.request('GET', '/api/articles?populate=author');
    expect(below.body.data[0].author).toMatchObject({ name: 'Alice' });
    expect(below.body.data[0].author).not.toHaveProperty('email');
  });

  it('that are not filterable are refused in filters and sort, and are not searched', async () => {
    for (const query of [
      'filters[email]=alice@x.io',
      'filters[$not][email]=x',
      'filters[articles][title]=One',
      'sort=email',
      'sort=articles.title',
    ]) {
      const { status, body } = await site.request('GET', `/api/authors?${query}`);
      expect([status, body.error?.name], query).toEqual([400, 'ValidationError']);
    }
    const through = await site.request('GET', '/api/articles?filters[author][email]=alice@x.io');
    expect(through.body.error.message).toBe('Invalid key email at author.email');
    expect(names(await site.request('GET', '/api/authors?filters[name]=Alice'))).toEqual(['Alice']);
    expect(names(await site.request('GET', '/api/authors?_q=Ali'))).toEqual(['Alice']);
    expect(names(await site.request('GET', '/api/authors?_q=alice@'))).toEqual([]);
  });

  it('that are not writable are refused in bodies', async () => {
    const { token } = ann;
    for (const [method, path] of [
      ['POST', '/api/authors'],
      ['PUT', `/api/authors/${ids.author}`],
    ] as const) {
      const { status, body } = await site.request(method, path, { token, body: { data: { email: 'x@x.io' } } });
      expect([status, body.error.message]).toEqual([400, 'Invalid key email']);
    }
    const written = await site.request('POST', '/api/authors', { token, body: { data: { name: 'Carol' } } });
    expect(written.status).toBe(201);
    await site.request('DELETE', `/api/authors/${written.body.data.documentId}`, { token: FULL });
  });
});

describe('rows', () => {
  it('outside the rule do not exist in lists, counts, filters, sort, populate and by id', async () => {
    const { token } = ann;
    const list = await site.request('GET', '/api/restaurants', { token });
    expect([names(list), list.body.meta.pagination.total]).toEqual([['Hers'], 1]);
    expect((await site.request('GET', `/api/restaurants/${ids.hers}`, { token })).status).toBe(200);
    expect((await site.request('GET', `/api/restaurants/${ids.his}`, { token })).status).toBe(404);
    expect(names(await site.request('GET', '/api/restaurants?filters[name]=His', { token }))).toEqual([]);
    expect(names(await site.request('GET', '/api/restaurants?status=draft', { token }))).toEqual(['Hers']);

    const badges = await site.request('GET', '/api/badges?populate=*', { token });
    expect(badges.body.data[0].items.map((item: any) => item.name)).toEqual(['Hers']);
    const counted = await site.request('GET', '/api/badges?populate[items][count]=true', { token });
    expect(counted.body.data[0].items).toEqual({ count: 1 });
    expect(names(await site.request('GET', '/api/restaurants'))).toEqual(['Hers']);
  });

  it('outside the rule are not counted by their links from the other side', async () => {
    const book = { actions: all, where: { name: { $startsWith: 'open' } } } as const;
    const library = await openFixture(desk, { settings: { permissions: { public: { reader: all, book } } } });
    try {
      const send = (path: string, data: object) => library.request('POST', `/api/${path}`, { body: { data } });
      const { documentId } = (await send('readers', { name: 'Reader' })).body.data;
      for (const name of ['open 1', 'open 2']) await send('books', { name, readers: [documentId] });
      const count = async () => (await library.request('GET', '/api/readers?populate[books][count]=true')).body.data;
      expect(await count()).toMatchObject([{ books: { count: 2 } }]);
      await library.test.rows(`update books set name = 'closed' where name = 'open 2'`);
      expect(await count()).toMatchObject([{ books: { count: 1 } }]);
    } finally {
      await library.close();
    }
  });

  it('outside the rule cannot be reached from other types by any parameter', async () => {
    const ask = async (query: string) => (await site.request('GET', `/api/articles?${query}`)).body;
    const populated = await ask('populate=categories&sort=title');
    expect(populated.data.map((one: any) => one.categories.map(({ name }: any) => name))).toEqual([[], [], ['open 1']]);
    const counted = await ask('populate[categories][count]=true&sort=title');
    expect(counted.data.map((one: any) => one.categories.count)).toEqual([0, 0, 1]);

    const found = async (query: string) => names({ body: await ask(`${query}&sort[9]=title`) });
    expect(await found('filters[categories][name]=closed 1')).toEqual([]);
    expect(await found(`filters[categories]=${ids.closed}`)).toEqual([]);
    expect(await found('filters[categories][name][$ne]=open 1')).toEqual([]);
    expect(await found('filters[categories][$notNull]=true')).toEqual(['Two']);
    expect(await found('filters[categories][id][$null]=true')).toEqual(['One', 'Three']);
    expect(await found('filters[categories][articles][title]=Three')).toEqual([]);
    // For the public, the three differ in one category only: every other sort key is hidden.
    expect(await found('sort[0]=categories.name:asc')).toEqual(['Two', 'One', 'Three']);
    const deeper = await ask('populate[categories][populate]=articles&filters[title]=Two');
    expect(deeper.data[0].categories[0].articles.map(({ title }: any) => title)).toEqual(['Two']);
  });

  it('differ by caller, also when the same request is cached', async () => {
    for (const [person, own] of [[ann, 'Hers'] as const, [bob, 'His'] as const, [ann, 'Hers'] as const]) {
      expect(names(await site.request('GET', '/api/restaurants?sort=name', { token: person.token }))).toEqual([own]);
    }
    // A request for a document whose id is the caller's must not get into the cache.
    const { token, documentId } = ann;
    expect((await site.request('GET', `/api/restaurants/${documentId}?fields=name`, { token })).status).toBe(404);
    expect((await site.request('GET', `/api/restaurants/${ids.hers}?fields=name`, { token })).status).toBe(200);
    expect((await site.request('GET', `/api/restaurants/${ids.his}?fields=name`, { token })).status).toBe(404);
  });

  it('outside the rule cannot be written, and no write moves a row out of the rule', async () => {
    const { token } = ann;
    const body = { data: { stars: 2 } };
    expect((await site.request('PUT', `/api/restaurants/${ids.his}`, { token, body })).status).toBe(404);
    expect((await site.request('DELETE', `/api/restaurants/${ids.his}`, { token })).status).toBe(204);
    expect((await site.request('GET', `/api/restaurants/${ids.his}`, { token: FULL })).body.data.stars).toBe(1);

    const foreign = { data: { name: 'Gift', owner: bob.documentId } };
    expect((await site.request('POST', '/api/restaurants', { token, body: foreign })).status).toBe(403);
    expect((await site.request('PUT', `/api/restaurants/${ids.hers}`, { token, body: foreign })).status).toBe(403);
    expect((await site.request('GET', `/api/restaurants/${ids.hers}`, { token: FULL })).body.data.name).toBe('Hers');

    const own = { data: { name: 'Second', owner: ann.documentId } };
    const made = await site.request('POST', '/api/restaurants', { token, body: own });
    expect(made.status).toBe(201);
    const removed = await site.request('DELETE', `/api/restaurants/${made.body.data.documentId}`, { token });
    expect(removed.status).toBe(204);
    expect(names(await site.request('GET', '/api/restaurants', { token }))).toEqual(['Hers']);
  });

  it('outside the rule cannot be the target of a relation', async () => {
    const { token } = ann;
    const item = (documentId: string | undefined) => ({
      data: { items: [{ documentId, __type: 'api::restaurant.restaurant' }] },
    });
    const foreign = await site.request('POST', '/api/badges', { token, body: item(ids.his) });
    const nowhere = await site.request('POST', '/api/badges', { token, body: item('a'.repeat(24)) });
    expect([foreign.status, foreign.body.error.message.replace(ids.his!, 'X')]).toEqual([
      nowhere.status,
      nowhere.body.error.message.replace('a'.repeat(24), 'X'),
    ]);
    expect((await site.request('POST', '/api/badges', { token, body: item(ids.hers) })).status).toBe(201);
  });

  it('outside the rule are not revealed by the other errors of a body', async () => {
    const refusal = async (method: string, path: string, data: object) => {
      const { body } = await site.request(method, path, { token: ann.token, body: { data } });
      return { ...body.error, message: body.error.message.replace(/"[a-z0-9]+", locale/, '…') };
    };
    const put = (id: string) => refusal('PUT', `/api/restaurants/${id}`, { name: 5 });
    expect(await put(ids.his!)).toEqual(await put('zzzz'));
    expect(await put(ids.his!)).toMatchObject({ status: 404 });
    const item = (id: string) => ({ name: 5, items: [{ __type: 'api::restaurant.restaurant', documentId: id }] });
    expect(await refusal('POST', '/api/badges', item(ids.his!))).toEqual(
      await refusal('POST', '/api/badges', item('zzzz')),
    );
    expect((await refusal('POST', '/api/badges', item(ids.hers!))).message).toMatch(/^name must be a `string` type/);
  });

  it('can have a rule per action', async () => {
    const { token } = ann;
    expect((await site.request('GET', '/api/categories', { token })).body.data).toHaveLength(2);
    const body = { data: { description: 'new' } };
    expect((await site.request('PUT', `/api/categories/${ids.closed}`, { token, body })).status).toBe(404);
    expect((await site.request('PUT', `/api/categories/${ids.open}`, { token, body })).status).toBe(200);
    const away = { data: { name: 'closed 2' } };
    expect((await site.request('PUT', `/api/categories/${ids.open}`, { token, body: away })).status).toBe(403);
    await site.request('DELETE', `/api/categories/${ids.open}`, { token });
    expect((await site.request('GET', `/api/categories/${ids.open}`, { token })).status).toBe(200);
  });
});

describe('users', () => {
  it('can have rules for their own actions', async () => {
    const cy = await register(site, 'cyd');
    const { token } = cy;
    expect((await site.request('DELETE', `/api/users/${ann.id}`, { token })).status).toBe(204);
    expect((await site.request('GET', '/api/users/count', { token })).body).toBe(3);
    expect((await site.request('DELETE', `/api/users/${cy.id}`, { token })).status).toBe(200);
    expect((await site.request('GET', '/api/users/count', { token: ann.token })).body).toBe(2);
  });
});

describe('drafts', () => {
  it('need a permission of their own, also on related types', async () => {
    expect((await site.request('GET', '/api/articles?status=draft')).status).toBe(403);
    const through = await site.request('GET', '/api/authors?status=draft&populate=articles');
    expect([through.status, through.body.data[0].articles]).toEqual([200, undefined]);
  });

  it('are not revealed by published versions without that permission', async () => {
    const edit = async (documentId: string, title: string) => {
      const change = { token: FULL, body: { data: { title } } };
      expect((await site.request('PUT', `/api/articles/${documentId}?status=draft`, change)).status).toBe(200);
    };
    await edit(ids.both!, 'open, edited');
    await edit(ids.shut!, 'closed, edited');
    const filters = ['modified', 'unmodified', 'published-with-draft', 'published-without-draft'];
    for (const filter of filters) {
      const { status } = await site.request('GET', `/api/articles?publicationFilter=${filter}`);
      expect(status, filter).toBe(403);
    }
    for (const filter of ['has-published-version', 'never-published'])
      expect((await site.request('GET', `/api/articles?publicationFilter=${filter}`)).status).toBe(200);

    // A caller who may see some drafts sees these.
    const open = { title: { $startsWith: 'open' } };
    const rules = { actions: ['find', 'findDraft'], whereTo: { findDraft: open } };
    const some = await openSite({ permissions: { public: { article: rules } } }, site.test);
    const told = async (filter: string) =>
      names(await some.request('GET', `/api/articles?sort=id&publicationFilter=${filter}`));
    expect(await told('modified')).toEqual(['Two']);
    expect(await told('unmodified')).toEqual(['One', 'Three']);
    expect(await told('published-with-draft')).toEqual(['Two']);
    expect(await told('published-without-draft')).toEqual(['One', 'Three']);
  });
});
