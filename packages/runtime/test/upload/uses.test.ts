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
