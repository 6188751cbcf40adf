import { createHash } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Caller } from '../../src/content/content.js';
import { studio } from '../../src/http/studio/app.js';
import { contentSecurityPolicy } from '../../src/http/studio/page.js';
import type { Settings } from '../../src/content/settings.js';
import { usesOf } from '../../src/upload/uses.js';
import { type App, createApp } from '../harness/app.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { desk } from '../harness/fixtures/desk.js';

const sha256 = (secret: string) => createHash('sha256').update(secret).digest('hex');
const settings: Partial<Settings> = {
  permissions: {
    reader: { article: ['find'], page: { actions: ['find'], readable: ['title', 'gallery'] } },
    author: { article: { actions: ['find', 'findDraft'], where: { rating: { $gte: 5 } } } },
    printer: {
      article: { actions: ['find', 'findDraft'], readable: ['title', 'gallery'] },
      page: { actions: ['find', 'findDraft'], readable: ['title', 'gallery'] },
    },
  },
  tokens: [
    { name: 'full', type: 'full-access', sha256: sha256('full') },
    { name: 'articles', type: 'custom', actions: ['article.find'], sha256: sha256('articles') },
  ],
};
const all = { start: 0, limit: 100 };

let database: TestDatabase;
let app: App;
let used: number;
let other: number;

beforeAll(async () => {
  database = await createTestDatabase(desk);
  app = createApp(desk, database.database, { settings });
  [used, other] = [await addFile('used_1a2b3c'), await addFile('other_4d5e6f')] as const;
});
afterAll(() => database.close());

async function addFile(hash: string): Promise<number> {
  const [row] = await database.rows<{ id: string }>(
    `insert into cg_files (document_id, name, hash, ext, mime, size, url, provider)
     values ($1, 'a.png', $2, '.png', 'image/png', 1, '/uploads/' || $2 || '.png', 'local') returning id::text`,
    [hash.padEnd(24, 'x'), hash],
  );
  return Number(row?.id);
}

async function write(method: string, path: string, data: object): Promise<string> {
  const headers = { authorization: 'Bearer full', 'content-type': 'application/json' };
  const answer = await app.app.request(`/api${path}`, { method, headers, body: JSON.stringify({ data }) });
  const body = (await answer.json()) as { data: { documentId: string }; error?: unknown };
  expect(body.error).toBeUndefined();
  return body.data.documentId;
}

async function usedBy(caller: Caller, page = all): Promise<Record<string, readonly string[]>> {
  const found = await usesOf({ content: app.content, caller, requestId: 'test' }, used, page);
  return Object.fromEntries(found.map(({ model, rows }) => [model.name, rows.map(({ documentId }) => documentId)]));
}

const everything: Caller = { kind: 'token', id: 'full', name: 'full', may: () => true };

describe('the documents that use a file', () => {
  const names = new Map<string, string>();
  beforeAll(async () => {
    const copy = {
      ...{ name: 'a.png', hash: 'used_1a2b3c', ext: '.png', mime: 'image/png', provider: 'local' },
      ...{ size: 1, width: 1, height: 1, url: '/uploads/small_used_1a2b3c.png' },
      ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
    };
    const image = { type: 'image', image: copy, children: [{ type: 'text', text: '' }] };
    const text = (value: string) => ({ type: 'paragraph', children: [{ type: 'text', text: value }] });
    const article = { title: 'A', rating: 1 };
    const articles: readonly (readonly [string, object])[] = [
      ['as its only file', { cover: used, rating: 9 }],
      ['in a list', { gallery: [other, used] }],
      ['by its address in Markdown', { body: 'See ![](/uploads/used_1a2b3c.png)' }],
      ['as an image in blocks', { blocks: [text('a'), image] }],
      ['in a component', { seo: { metaTitle: 'T', metaImage: used } }],
      ['in a dynamic zone', { content: [{ __component: 'blocks.slider', files: [other, used] }] }],
      [
        'in a component of a zone',
        { content: [{ __component: 'blocks.hero', title: 'T', seo: { metaTitle: 'T', metaImage: used } }] },
      ],
    ];
    for (const [name, data] of articles)
      names.set(name, await write('POST', '/articles?status=draft', { ...article, ...data }));
    const pointers = { inners: [{ image: other }, { images: [used] }] };
    names.set('two levels deep', await write('POST', '/pages?status=draft', { panels: [{}, pointers] }));

    await write('POST', '/articles?status=draft', {
      ...article,
      cover: other,
      extra: { cover: used, metaImage: used },
      blocks: [text('used_1a2b3c')],
      seo: { metaTitle: String(used), metaImage: other },
    });
  });
  const articles = () => [...names].filter(([name]) => name !== 'two levels deep').map(([, id]) => id);

  it('are found wherever they name it, and nowhere else', async () => {
    const found = await usedBy(everything);
    expect(found['article']?.toSorted()).toEqual(articles().toSorted());
    expect(found['page']).toEqual([names.get('two levels deep')]);
  });

  it('come in pages, the newest first, with their number', async () => {
    const scope = { content: app.content, caller: everything, requestId: 'test' };
    const newest = articles().toReversed();
    const pages = [];
    for (const start of [0, 3, 6]) {
      const [page] = await usesOf(scope, used, { type: 'article', start, limit: 3 });
      expect(page?.total).toBe(newest.length);
      pages.push(...(page?.rows ?? []).map(({ documentId }) => documentId));
    }
    expect(pages).toEqual(newest);
  });

  it('are those that the role may read: versions, rows and attributes', async () => {
    const role = (name: string): Caller => ({ kind: 'role', role: name, user: { id: 1, documentId: 'u'.repeat(24) } });
    expect(await usedBy(role('reader'))).toEqual({});
    expect(await usedBy(role('author'))).toEqual({ article: [names.get('as its only file')] });
    expect(await usedBy(role('printer'))).toEqual({ article: [names.get('in a list')] });
    expect(await usedBy(role('nobody'))).toEqual({});
  });

  it('include a use that only the published version has', async () => {
    const id = await write('POST', '/articles?status=published', { title: 'P', cover: used });
    await write('PUT', `/articles/${id}?status=draft`, { cover: null });
    expect((await usedBy(everything))['article']).toContain(id);
    expect((await usedBy({ kind: 'role', role: 'reader' }))['article']).toEqual([id]);
  });
});

describe('GET /studio/uses/:file', () => {
  const get = (path: string, secret?: string) =>
    studio(app.definition).request(
      path,
      secret === undefined ? {} : { headers: { authorization: `Bearer ${secret}` } },
    );

  it('answers callers who may see files', async () => {
    const answer = await get(`/uses/${used}?type=page`, 'full');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ data: [{ type: 'page', total: 1, documents: [{ locale: null }] }] });
    expect(await (await get('/uses/999999', 'full')).json()).toEqual({ data: [] });
  });

  it('refuses everyone else', async () => {
    expect((await get(`/uses/${used}`)).status).toBe(401);
    expect((await get(`/uses/${used}`, 'articles')).status).toBe(403);
    expect((await get('/uses/1%20or%201', 'full')).status).toBe(404);
    expect((await get(`/uses/${used}?start=-1`, 'full')).status).toBe(404);
  });
});

describe('related of a file', () => {
  let file: number;
  const visitors: App[] = [];
  beforeAll(async () => {
    file = await addFile('third_7a8b9c');
    const names: readonly (readonly [string, object])[] = [
      ['cover', { cover: file, rating: 9 }],
      ['gallery', { gallery: [other, file], rating: 9 }],
      ['seo', { seo: { metaTitle: 'T', metaImage: file }, rating: 1, secret: 'hidden' }],
      ['zone', { content: [{ __component: 'blocks.slider', files: [file] }], rating: 9 }],
    ];
    for (const [title, data] of names) await write('POST', '/articles', { title, ...data });
    await write('POST', '/articles', { title: 'text', body: '![](/uploads/third_7a8b9c.png)', cover: other });
    await write('POST', '/articles?status=draft', { title: 'draft', cover: file, rating: 9 });
    await write('POST', '/articles?locale=fr', { title: 'autre', cover: file, rating: 9 });
    await write('POST', '/pages', { title: 'page', gallery: [file] });
    const upload = ['findOne', 'find', 'findPage'];
    const open = (article: object) =>
      visitors.push(
        createApp(desk, database.database, {
          settings: { ...settings, permissions: { public: { upload, article } } } as Partial<Settings>,
        }),
      );
    open({ actions: ['find'], readable: ['title', 'cover'], where: { rating: { $gte: 5 } } });
    open(['create']);
  });

  const ask = async (query: string, of: App = app, path = `/upload/files/${file}`) => {
    const headers = of === app ? { authorization: 'Bearer full' } : {};
    const answer = await of.app.request(`/api${path}?${query}`, { headers });
    return { status: answer.status, body: (await answer.json()) as Record<string, any> };
  };
  const titles = async (query: string, of?: App) => {
    const { status, body } = await ask(query, of);
    expect([status, body['error']], query).toEqual([200, undefined]);
    return (body['related'] as { title: string }[]).map(({ title }) => title);
  };

  it('is the documents whose media attributes hold it, at any depth, with their type', async () => {
    const all = ['cover', 'gallery', 'seo', 'zone', 'autre', 'page'];
    for (const query of ['populate=related', 'populate[0]=related', 'populate[related]=true', 'populate=*'])
      expect(await titles(query)).toEqual(all);
    const { body } = await ask('populate=related');
    expect(body['related'].map(({ __type }: { __type: string }) => __type)).toEqual([
      ...all.slice(1).map(() => 'api::article.article'),
      'api::page.page',
    ]);
    const { related: _, ...record } = body;
    expect(record).toEqual((await ask('')).body);
    expect(body['related'][2]).not.toHaveProperty('secret');
    expect(body['related'][2]).not.toHaveProperty('pass');
    expect(await titles('populate=related&status=draft')).toEqual([...all.slice(0, 4), 'draft', ...all.slice(4)]);
  });

  it('is what the caller may read: types, attributes, rows and versions', async () => {
    const [reader, writer] = visitors;
    expect(await titles('populate=related', reader)).toEqual(['cover', 'autre']);
    expect((await ask('populate=related', reader)).body['related'][0]).not.toHaveProperty('rating');
    expect(await titles('populate=related&status=draft', reader)).toEqual([]);
    expect(await titles('populate=related', writer)).toEqual([]);
    expect((await ask('populate=related', reader, `/upload/files/999999`)).status).toBe(404);
  });

  it('takes the options of a polymorphic relation', async () => {
    expect(await titles('populate[related][on][api::page.page]=true')).toEqual(['page']);
    const on = 'populate[related][on][api::article.article]';
    const { body } = await ask(`${on}[fields]=title&${on}[filters][title]=seo&${on}[populate][cover]=true`);
    expect(body['related']).toMatchObject([{ title: 'seo', cover: null, __type: 'api::article.article' }]);
    expect((await ask('populate[related][count]=true')).body['related']).toEqual({ count: 6 });
    const [cover] = (await ask('populate[related][populate]=*')).body['related'];
    expect(cover.cover).toMatchObject({ id: file });
    expect(cover.cover).not.toHaveProperty('related');
    for (const query of ['[populate]=cover', '[fields]=title', '[on][api::nope.nope]=true', `=abc`])
      expect((await ask(`populate[related]${query}`)).status, query).toBe(400);
    expect((await ask(`${on}[populate][cover][populate]=related`)).body['error'].message).toBe(
      'Invalid key related at related.cover.related',
    );
  });

  it('is shown for one file alone, because documents are searched for it', async () => {
    for (const path of ['/upload/files', '/upload/files/page']) {
      expect((await ask('populate=related', app, path)).body['error']).toMatchObject({
        message: 'Invalid key related',
      });
      expect((await ask('populate=*', app, path)).status).toBe(200);
    }
    expect((await ask('populate[cover][populate]=related', app, '/articles')).status).toBe(400);
    expect((await ask('populate[cover][populate]=*', app, '/articles')).status).toBe(200);
  });
});

describe('the Content-Security-Policy of the studio', () => {
  const imagesWith = (upload: Settings['upload']) => {
    const policy = contentSecurityPolicy('n', { ...app.content.settings, ...(upload === undefined ? {} : { upload }) });
    return /img-src ([^;]*)/.exec(policy)?.[1];
  };

  it('allows images of this server, and of the bucket that the settings name', () => {
    const own = "'self' data: blob:";
    const bucket = { provider: 's3', bucket: 'media', region: 'eu-central-1' } as const;
    expect(imagesWith(undefined)).toBe(own);
    expect(imagesWith({ storage: bucket })).toBe(`${own} https://media.s3.eu-central-1.amazonaws.com`);
    expect(imagesWith({ storage: { ...bucket, endpoint: 'http://minio:9000/' } })).toBe(`${own} http://minio:9000`);
    expect(imagesWith({ storage: { ...bucket, baseUrl: 'https://cdn.example.org/files' } })).toBe(
      `${own} https://media.s3.eu-central-1.amazonaws.com https://cdn.example.org`,
    );
  });
});
