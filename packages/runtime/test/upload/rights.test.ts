import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type Reply, type Site, file, openSite } from './site.js';

const text = (name: string, content: string) => file(name, 'text/plain', content);

describe('upload.replace', () => {
  let site: Site;
  let id: number;
  let documentId: string;
  let url: string;

  async function open(actions: readonly string[]): Promise<void> {
    site = await openSite({ permissions: { public: { upload: actions } } });
    const owner = { authorization: 'Bearer upload-token' };
    const { body } = await site.upload([text('a.txt', 'old')], '/api/upload', owner);
    ({ id, documentId, url } = body[0]);
  }

  const asJson = (path: string, fileInfo: object, headers: Record<string, string> = {}) =>
    site.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ fileInfo }),
    });

  describe('a caller with upload alone', () => {
    beforeAll(() => open(['upload', 'find', 'findOne', 'findPage', 'destroy']));
    afterAll(() => site.close());

    it('may not overwrite or describe a file, by either id', async () => {
      const info = [{ name: 'fileInfo', content: '{"name":"mine.txt"}' }];
      const replies: Reply[] = [];
      for (const key of [id, documentId]) {
        const path = `/api/upload?id=${key}`;
        replies.push(await site.upload([text('a.txt', 'new')], path));
        replies.push(await site.upload([text('a.txt', 'new'), ...info], path));
        replies.push(await site.upload(info, path));
        replies.push(await asJson(path, { caption: 'mine' }));
      }
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 403));
      expect((await site.request(url)).text).toBe('old');
      expect((await site.request(`/api/upload/files/${id}`)).body).toMatchObject({ name: 'a.txt', caption: null });
    });

    it('learns nothing about the existence of a file', async () => {
      const path = (key: string | number) => `/api/upload?id=${key}`;
      const existing = await site.upload([text('a.txt', 'new')], path(id));
      for (const key of ['99999', 'z'.repeat(24), '']) {
        expect((await site.upload([text('a.txt', 'new')], path(key))).body).toEqual(existing.body);
      }
    });

    it.each(['id[]=1', 'id[$eq]=1', 'id=1&id=2', '%69d=1', 'id[0]=1'])(
      'finds no other spelling of the parameter: %s',
      async (query) => {
        const { status } = await site.upload(
          [text('a.txt', 'new')],
          `/api/upload?${query.replaceAll('1', String(id))}`,
        );
        expect([400, 403]).toContain(status);
        expect((await site.request(url)).text).toBe('old');
      },
    );

    it('may upload new files', async () => {
      expect((await site.upload([text('b.txt', 'b')])).status).toBe(201);
    });

    it('stands beside a token with full access, which may replace', async () => {
      const headers = { authorization: 'Bearer upload-token' };
      const path = `/api/upload?id=${id}`;
      expect((await asJson(path, { caption: 'c' }, headers)).status).toBe(200);
      expect((await site.upload([text('a.txt', 'old')], path, headers)).status).toBe(200);
    });
  });

  describe('a caller with replace alone', () => {
    beforeAll(() => open(['replace']));
    afterAll(() => site.close());

    it('overwrites and describes files, and uploads no new ones', async () => {
      expect((await site.upload([text('a.txt', 'new')], `/api/upload?id=${id}`)).status).toBe(200);
      expect((await asJson(`/api/upload?id=${documentId}`, { caption: 'c' })).status).toBe(200);
      expect((await site.request(url)).text).toBe('new');
      expect((await site.upload([text('b.txt', 'b')])).status).toBe(403);
    });
  });
});

describe('refId of a caller that writes drafts alone', () => {
  let site: Site;
  const id = 'd'.padEnd(24, 'x');

  beforeAll(async () => {
    const actions = ['find', 'findOne', 'findDraft', 'updateDraft'];
    site = await openSite({ permissions: { public: { upload: '*', article: actions } } });
    await site.database.rows(`insert into cg_documents (id, type) values ($1, 'article')`, [id]);
    await site.database.rows(
      `insert into articles (id, document_id, locale, cg_status, title) overriding system value
       values (201, $1, 'en', 'draft', 'a'), (202, $1, 'en', 'published', 'a')`,
      [id],
    );
  });
  afterAll(() => site.close());

  const attach = (refId: string) =>
    site.upload([
      text('a.txt', 'x'),
      ...Object.entries({ ref: 'api::article.article', refId, field: 'gallery' }).map(([name, content]) => ({
        name,
        content,
      })),
    ]);
  const galleries = () =>
    site.database.rows('select cg_status, cardinality(gallery) as files from articles order by cg_status');

  it('is the draft, by document id and by the row id of the draft', async () => {
    for (const refId of [id, '201']) expect((await attach(refId)).status).toBe(201);
    expect(await galleries()).toEqual([
      { cg_status: 'draft', files: 2 },
      { cg_status: 'published', files: null },
    ]);
  });

  it('is a 403 if it names the published version, and stores nothing', async () => {
    const before = [await site.stored(), await site.leftovers()];
    expect((await attach('202')).status).toBe(403);
    expect([await site.stored(), await site.leftovers()]).toEqual(before);
  });
});

describe('refId', () => {
  let site: Site;
  const visible = 'v'.padEnd(24, 'x');
  const hidden = 'h'.padEnd(24, 'x');
  const missing = 'm'.padEnd(24, 'x');
  const [visibleRow, hiddenRow, missingRow] = ['101', '102', '103'];

  beforeAll(async () => {
    const where = { title: { $ne: 'hidden' } };
    const actions = ['find', 'findOne', 'findDraft', 'update'];
    const writable = ['title', 'gallery'];
    site = await openSite({ permissions: { public: { upload: '*', article: { actions, where, writable } } } });
  });
  afterAll(() => site.close());

  beforeEach(async () => {
    await site.database.rows('delete from cg_documents');
    await site.database.rows(`insert into cg_documents (id, type) values ($1, 'article'), ($2, 'article')`, [
      visible,
      hidden,
    ]);
    await site.database.rows(
      `insert into articles (id, document_id, locale, cg_status, title) overriding system value
       values (101, $1, 'en', 'draft', 'visible'), (102, $2, 'en', 'draft', 'hidden')`,
      [visible, hidden],
    );
  });

  const attach = (refId: string, field = 'gallery') =>
    site.upload([
      text('a.txt', 'x'),
      ...Object.entries({ ref: 'api::article.article', refId, field }).map(([name, content]) => ({
        name,
        content,
      })),
    ]);

  it('gives one answer for a hidden and a missing document', async () => {
    const before = [await site.stored(), await site.leftovers()];
    for (const [concealed, absent] of [
      [hidden, missing],
      [hiddenRow, missingRow],
    ]) {
      const replies = [await attach(concealed!), await attach(absent!)];
      const said = replies.map(({ text: answer }, index) => answer.replaceAll([concealed!, absent!][index]!, 'REF'));
      expect(said[0]).toBe(said[1]);
      expect(replies.map(({ status }) => status)).toEqual([400, 400]);
      expect(replies[0]!.body.error).toMatchObject({ name: 'ValidationError' });
      const headers = replies.map(({ headers: all }) => [...all.keys()].sort());
      expect(headers[0]).toEqual(headers[1]);
    }
    expect([await site.stored(), await site.leftovers()]).toEqual(before);
  });

  it('gives one answer for an attribute that the caller may not write and for none', async () => {
    const before = [await site.stored(), await site.leftovers()];
    for (const field of ['cover', 'nope', 'title']) {
      const { status, body } = await attach(visible, field);
      const message = `Invalid field: api::article.article has no media ${field}`;
      expect([status, body.error.message]).toEqual([400, message]);
    }
    expect([await site.stored(), await site.leftovers()]).toEqual(before);
  });

  it('attaches to a document that the caller sees', async () => {
    for (const refId of [visible, visibleRow]) expect((await attach(refId!)).status).toBe(201);
  });

  it.each(['\0', `${hidden}\0`, '0', '-1', '1e2', ' 102', '2147483648', '9'.repeat(40), '{}', "'"])(
    'refuses %j with a 400',
    async (refId) => {
      const { status, body } = await attach(refId);
      expect([status, body.error.name]).toEqual([400, 'ValidationError']);
    },
  );
});
