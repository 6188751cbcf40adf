import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { TypeHooks } from '../../src/content/hooks.js';
import { ForbiddenError } from '../../src/errors/index.js';
import { openPermissions } from './app.js';
import { picture } from './samples.js';
import { type Site, file, openSite } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const article = 'a'.padEnd(24, 'x');
const item = 's'.padEnd(24, 'x');

beforeEach(async () => {
  await site.database.rows('delete from cg_documents');
  await site.database.rows(`insert into cg_documents (id, type) values ($1, 'article'), ($2, 'strict-item')`, [
    article,
    item,
  ]);
  await site.database.rows(
    `insert into articles (id, document_id, locale, cg_status, title) overriding system value
     values (1, $1, 'en', 'draft', 'one'), (2, $1, 'en', 'published', 'one'), (3, $1, 'fr', 'draft', 'un')`,
    [article],
  );
  await site.database.rows(
    `insert into strict_items (id, document_id, cg_status) overriding system value values (1, $1, 'draft')`,
    [item],
  );
});

function fields(ref: string, refId: string | number, field: string) {
  return Object.entries({ ref, refId, field }).map(([name, content]) => ({ name, content: String(content) }));
}

const text = (name: string) => file(name, 'text/plain', name);

async function versions() {
  return site.database.rows<{ cover: number | null; gallery: number[] | null; version: number }>(
    'select cover::integer, gallery::integer[], cg_version as version from articles order by id',
  );
}

describe('ref, refId and field', () => {
  it.each([
    ['a row id', 2],
    ['a document id', article],
  ])('put the file into every version that shares the attribute, by %s', async (_kind, refId) => {
    const png = await picture(20, 10);
    const parts = [file('c.png', 'image/png', png), ...fields('api::article.article', refId, 'cover')];
    const { status, body } = await site.upload(parts);
    expect(status).toBe(201);
    expect(await versions()).toEqual([1, 2, 3].map(() => ({ cover: body[0].id, gallery: null, version: 2 })));
    const shown = await site.request(`/api/articles/${article}?populate=cover&fields=title&status=draft`);
    const { isUrlSigned: _signed, ...record } = body[0] as (typeof body)[0] & { isUrlSigned: boolean };
    expect(shown.body.data.cover).toEqual(record);
  });

  it('append to a list in order, and a deleted file leaves it', async () => {
    const target = fields('api::article.article', article, 'gallery');
    const first = (await site.upload([text('1'), text('2'), ...target])).body;
    const second = (await site.upload([text('3'), ...target])).body;
    const ids = [...first, ...second].map(({ id }) => id);
    expect((await versions())[0]!.gallery).toEqual(ids);
    await site.request(`/api/upload/files/${ids[1]}`, { method: 'DELETE' });
    const shown = await site.request(`/api/articles/${article}?populate=gallery`);
    expect(shown.body.data.gallery.map(({ name }) => name)).toEqual(['1', '3']);
  });

  it('change the draft alone, by the row id of a draft', async () => {
    const { status, body } = await site.upload([text('1'), ...fields('api::article.article', 1, 'gallery')]);
    expect(status).toBe(201);
    const galleries = (await versions()).map(({ gallery }) => gallery);
    expect(galleries).toEqual([[body[0].id], null, [body[0].id]]);
  });

  it('publish no document that is not published', async () => {
    await site.database.rows(`delete from articles where cg_status = 'published'`);
    expect((await site.upload([text('1'), ...fields('api::article.article', article, 'gallery')])).status).toBe(201);
    expect((await site.request(`/api/articles/${article}`)).status).toBe(404);
  });

  it('refuse what a PUT refuses: a published version that breaks a rule, and another version than If-Match names', async () => {
    const before = [await site.stored(), await site.leftovers()];
    const target = fields('api::article.article', article, 'gallery');
    const other = await site.upload([text('1'), ...target], '/api/upload', { 'if-match': '"other"' });
    expect([other.status, other.body.error.name]).toEqual([412, 'PreconditionFailedError']);
    await site.database.rows(`update articles set title = null where cg_status = 'draft'`);
    const untitled = await site.upload([text('1'), ...target]);
    expect([untitled.status, untitled.body.error.message]).toEqual([400, expect.stringContaining('title')]);
    expect((await versions()).map(({ gallery, version }) => [gallery, version])).toEqual(
      [1, 2, 3].map(() => [null, 1]),
    );
    expect([await site.stored(), await site.leftovers()]).toEqual(before);
  });

  it('append each of several files that are sent at once', async () => {
    const target = fields('api::article.article', article, 'gallery');
    const replies = await Promise.all(['1', '2', '3', '4'].map((name) => site.upload([text(name), ...target])));
    const ids = replies.map(({ body }) => body[0].id);
    for (const { gallery } of await versions()) expect(gallery?.toSorted()).toEqual(ids.toSorted());
  });

  it('leave no trace of a deleted file', async () => {
    const parts = [file('c.png', 'image/png', await picture(9, 9)), ...fields('api::article.article', 1, 'cover')];
    const { body } = await site.upload(parts);
    await site.request(`/api/upload/files/${body[0].id}`, { method: 'DELETE' });
    expect((await site.request(`/api/articles/${article}?populate=cover`)).body.data.cover).toBeNull();
  });

  it.each([
    ['an unknown type', fields('api::nope.nope', 1, 'cover'), 'Invalid ref'],
    ['an unknown document', fields('api::article.article', 999, 'gallery'), 'Invalid refId'],
    ['an unknown document id', fields('api::article.article', 'z'.repeat(24), 'gallery'), 'Invalid refId'],
    ['a number that is none', fields('api::article.article', '99999999999', 'gallery'), 'Invalid refId'],
    ['an unknown attribute', fields('api::article.article', 1, 'nope'), 'Invalid field'],
    ['an attribute of another kind', fields('api::article.article', 1, 'title'), 'Invalid field'],
    ['something every object has', fields('api::article.article', 1, 'constructor'), 'Invalid field'],
    ['only a part', [{ name: 'ref', content: 'api::article.article' }], 'given together'],
    ['a file of another class', fields('api::strict-item.strict-item', 1, 'pic'), 'pic takes only images'],
  ])('refuse %s and store nothing', async (_what, target, message) => {
    const before = [await site.stored(), await site.leftovers()];
    const { body } = await site.upload([file('a.txt', 'text/plain', 'x'), ...target]);
    expect(body.error).toMatchObject({
      status: 400,
      name: 'ValidationError',
      message: expect.stringContaining(message),
    });
    expect([await site.stored(), await site.leftovers()]).toEqual(before);
  });
});

describe('hooks of the type', () => {
  const seen: unknown[] = [];
  let change: (data: Record<string, unknown>) => unknown = () => undefined;
  let hooked: Site;
  beforeAll(async () => {
    const hooks: TypeHooks<Record<string, unknown>> = {
      beforeUpdate: ({ data, documentId, locale }) => {
        seen.push(['beforeUpdate', documentId, locale, data]);
        return change(data) as Record<string, unknown> | undefined;
      },
      beforePublish: () => void seen.push('beforePublish'),
      afterUpdate: ({ data }) => void seen.push(['afterUpdate', data]),
      afterPublish: () => void seen.push('afterPublish'),
    };
    hooked = await openSite({ hooks: new Map([['article', hooks as TypeHooks]]) });
    await hooked.database.rows(`insert into cg_documents (id, type) values ($1, 'article')`, [article]);
  });
  afterAll(() => hooked.close());
  beforeEach(async () => {
    [seen.length, change] = [0, () => undefined];
    await hooked.database.rows('delete from articles');
    await hooked.database.rows(
      `insert into articles (id, document_id, locale, cg_status, title) overriding system value
       values (1, $1, 'en', 'draft', 'old'), (2, $1, 'en', 'published', 'old'), (3, $1, 'fr', 'draft', 'old')`,
      [article],
    );
  });

  const add = (name: string) =>
    hooked.upload([file(name, 'text/plain', name), ...fields('api::article.article', article, 'gallery')]);
  const galleries = async () =>
    (
      await hooked.database.rows<{ title: string; gallery: number[] | null }>(
        'select title, gallery::integer[] from articles order by id',
      )
    ).map(({ title, gallery }) => [title, gallery]);

  it('run as for an update of the attribute, and for the published version', async () => {
    const first = (await add('1')).body[0].id;
    seen.length = 0;
    const second = (await add('2')).body[0].id;
    const data = { gallery: [first, second] };
    expect(seen).toEqual([
      ['beforeUpdate', article, 'en', data],
      'beforePublish',
      ['afterUpdate', data],
      'afterPublish',
    ]);
    expect(await galleries()).toEqual([1, 2, 3].map(() => ['old', [first, second]]));
  });

  it('refuse the upload with their error', async () => {
    const before = [await hooked.stored(), await hooked.leftovers()];
    change = () => {
      throw new ForbiddenError('This article is kept as it is');
    };
    const { status, body } = await add('refused');
    expect([status, body.error.message]).toEqual([403, 'This article is kept as it is']);
    expect(await galleries()).toEqual([1, 2, 3].map(() => ['old', null]));
    expect([await hooked.stored(), await hooked.leftovers()]).toEqual(before);
  });

  it('add data of their own, as they do to a PUT, and may leave the file out', async () => {
    change = (data) => ({ ...data, title: 'new' });
    const { id } = (await add('1')).body[0];
    expect(await galleries()).toEqual([
      ['new', [id]],
      ['new', [id]],
      ['old', [id]],
    ]);
    change = () => ({ title: 'newer' });
    expect((await add('2')).status).toBe(201);
    expect(await galleries()).toEqual([
      ['newer', [id]],
      ['newer', [id]],
      ['old', [id]],
    ]);
  });
});

describe('permissions', () => {
  it('are per action, and attaching needs the right to update', async () => {
    const guarded = await openSite({
      permissions: { public: { ...(openPermissions['public'] as object), article: ['find'] } },
    });
    try {
      const target = fields('api::article.article', 1, 'cover');
      const { status } = await guarded.upload([file('a.txt', 'text/plain', 'x'), ...target]);
      expect(status).toBe(403);
      expect(await guarded.leftovers()).toEqual({ staged: 0, records: 0 });
    } finally {
      await guarded.close();
    }
  });

  it('are needed for every action', async () => {
    const closed = await openSite({ permissions: {} });
    try {
      const replies = [
        await closed.upload([file('a.txt', 'text/plain', 'x')]),
        await closed.request('/api/upload/files'),
        await closed.request('/api/upload/files/page'),
        await closed.request('/api/upload/files/1'),
        await closed.request('/api/upload/files/1', { method: 'DELETE' }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    } finally {
      await closed.close();
    }
  });
});
