import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { picture } from './samples.js';
import { type Site, file, openSite } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('POST /upload', () => {
  it('takes the extension of a blob from fileInfo', async () => {
    const info = { name: 'fileInfo', content: JSON.stringify({ name: 'photo.png' }) };
    const { status, body } = await site.upload([file('blob', 'image/png', await picture(20, 10)), info]);
    expect(status).toBe(201);
    expect(body[0]).toMatchObject({ name: 'photo.png', ext: '.png', url: expect.stringMatching(/\/photo_\w+\.png$/) });
    const twice = [file('own.jpg', 'image/jpeg', await picture(20, 10, 'jpeg')), info];
    expect((await site.upload(twice)).body[0]).toMatchObject({ name: 'photo.png', ext: '.jpg' });
  });

  it('gives a replaced file the name of the new one, unless fileInfo has a name', async () => {
    const [{ id }] = (await site.upload([file('before.png', 'image/png', await picture(20, 10))])).body;
    const replacement = file('after.png', 'image/png', await picture(30, 10));
    expect((await site.upload([replacement], `/api/upload?id=${id}`)).body).toMatchObject({
      name: 'after.png',
      width: 30,
    });
    const info = { name: 'fileInfo', content: JSON.stringify({ name: 'chosen.png' }) };
    expect((await site.upload([replacement, info], `/api/upload?id=${id}`)).body.name).toBe('chosen.png');
  });

  it('stores an image with its formats', async () => {
    const { status, body } = await site.upload([file('red.png', 'image/png', await picture(600, 400))]);
    expect(status).toBe(201);
    const [red] = body;
    expect(red).toEqual({
      id: expect.any(Number),
      documentId: expect.stringMatching(/^[a-z][a-z0-9]{23}$/),
      name: 'red.png',
      alternativeText: null,
      caption: null,
      focalPoint: null,
      width: 600,
      height: 400,
      formats: { small: expect.anything(), thumbnail: expect.anything() },
      hash: expect.stringMatching(/^red_[0-9a-f]{16}$/),
      ext: '.png',
      mime: 'image/png',
      size: expect.any(Number),
      url: `/uploads/${red.hash}.png`,
      previewUrl: null,
      provider: 'local',
      provider_metadata: null,
      createdAt: timestamp,
      updatedAt: timestamp,
      publishedAt: timestamp,
      isUrlSigned: false,
    });
    const { thumbnail, small } = red.formats;
    expect(thumbnail).toEqual({
      name: 'thumbnail_red.png',
      hash: `thumbnail_${red.hash}`,
      ext: '.png',
      mime: 'image/png',
      path: null,
      width: 234,
      height: 156,
      size: Math.round(thumbnail.sizeInBytes / 10) / 100,
      sizeInBytes: expect.any(Number),
      url: `/uploads/thumbnail_${red.hash}.png`,
    });
    expect(small).toMatchObject({ width: 500, height: 333 });
    const served = await fetch(site.url + small.url);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect((await served.arrayBuffer()).byteLength).toBe(small.sizeInBytes);
  });

  it('rotates a photo by its EXIF orientation', async () => {
    const sideways = await (
      await import('sharp')
    )
      .default(await picture(400, 200, 'jpeg'))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { body } = await site.upload([file('p.jpg', 'image/jpeg', new Uint8Array(sideways))]);
    expect(body[0]).toMatchObject({ width: 200, height: 400, formats: { thumbnail: { width: 78, height: 156 } } });
  });

  it('takes several files, each with its fileInfo', async () => {
    const { status, body } = await site.upload([
      file('a.txt', 'text/plain', 'one'),
      file('b.csv', 'text/csv', 'a,b\n1,2\n'),
      {
        name: 'fileInfo',
        content: JSON.stringify({ name: 'first.txt', alternativeText: 'one', caption: 'the first' }),
      },
      { name: 'fileInfo', content: JSON.stringify({ focalPoint: { x: 10, y: 20 } }) },
    ]);
    expect(status).toBe(201);
    expect(body).toMatchObject([
      {
        name: 'first.txt',
        alternativeText: 'one',
        caption: 'the first',
        mime: 'text/plain',
        ext: '.txt',
        formats: null,
      },
      { name: 'b.csv', alternativeText: null, mime: 'text/csv', focalPoint: { x: 10, y: 20 }, width: null },
    ]);
  });

  it('keeps names in any script and stores files under a plain one', async () => {
    const { body } = await site.upload([file('é 日本.txt', 'text/plain', 'x')]);
    expect(body[0]).toMatchObject({ name: 'é 日本.txt', hash: expect.stringMatching(/^e_[0-9a-f]{16}$/), size: 0 });
  });

  it('accepts other spellings of the path', async () => {
    expect((await site.upload([file('a.txt', 'text/plain', 'x')], '/api/Upload/')).status).toBe(201);
  });

  it('takes type and extension from the content', async () => {
    const { body } = await site.upload([file('photo.png', 'image/png', await picture(20, 10, 'jpeg'))]);
    expect(body[0]).toMatchObject({ name: 'photo.png', mime: 'image/jpeg', ext: '.jpg', width: 20, formats: null });
  });

  it.each([
    ['no file', [{ name: 'foo', content: 'x' }]],
    ['a file in another field', [{ name: 'file', filename: 'a.txt', type: 'text/plain', content: 'x' }]],
    ['a form where no file was chosen', [{ name: 'files', filename: '', content: '' }]],
    ['a file without content', [file('a.txt', 'text/plain', '')]],
  ])('refuses %s', async (_what, parts) => {
    const { status, body } = await site.upload(parts);
    expect(status).toBe(400);
    expect(body.error).toEqual({ status: 400, name: 'ValidationError', message: 'Files are empty', details: {} });
  });

  it('refuses parameters that it would have to ignore', async () => {
    const parts = [file('a.txt', 'text/plain', 'x'), { name: 'folder', content: '1' }];
    expect((await site.upload(parts)).body.error.message).toBe('Invalid key folder');
    const info = [file('a.txt', 'text/plain', 'x'), { name: 'fileInfo', content: '{"size":1}' }];
    expect((await site.upload(info)).body.error.message).toBe('Invalid key size at fileInfo.size');
  });

  it('ignores unknown query parameters, as the profile strapi does', async () => {
    expect((await site.upload([file('a.txt', 'text/plain', 'x')], '/api/upload?foo=1')).status).toBe(201);
  });
});

describe('POST /upload?id=', () => {
  it('changes the fileInfo of a file, by form and by JSON', async () => {
    const [{ id, documentId }] = (await site.upload([file('a.txt', 'text/plain', 'one')])).body;
    const named = await site.upload([{ name: 'fileInfo', content: '{"name":"b.txt"}' }], `/api/upload?id=${id}`);
    expect(named).toMatchObject({ status: 200, body: { id, documentId, name: 'b.txt', caption: null } });
    const captioned = await site.request(`/api/upload?id=${documentId}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ fileInfo: { caption: 'c' } }),
    });
    expect(captioned).toMatchObject({ status: 200, body: { id, name: 'b.txt', caption: 'c' } });
  });

  it('refuses keys that it would have to ignore, in a form and in JSON', async () => {
    const [{ id }] = (await site.upload([file('a.txt', 'text/plain', 'one')])).body;
    const path = `/api/upload?id=${id}`;
    const caption = { name: 'caption', content: 'c' };
    const ref = { name: 'ref', content: 'api::article.article' };
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"caption":"c"}' };
    for (const [reply, key] of [
      [await site.request(path, init), 'caption'],
      [await site.upload([caption], path), 'caption'],
      [await site.upload([ref], path), 'ref'],
      [await site.upload([file('b.txt', 'text/plain', 'two'), ref], path), 'ref'],
    ] as const) {
      expect(reply).toMatchObject({ status: 400, body: { error: { message: `Invalid key ${key}` } } });
    }
    expect((await site.request(`/api/upload/files/${id}`)).body).toMatchObject({ name: 'a.txt', caption: null });
  });

  it('replaces the content under the same link and removes the old files', async () => {
    const [old] = (await site.upload([file('r.png', 'image/png', await picture(600, 400))])).body;
    const small = await site.upload(
      [file('new.png', 'image/png', await picture(300, 300))],
      `/api/upload?id=${old.id}`,
    );
    expect(small).toMatchObject({ status: 200, body: { id: old.id, url: old.url, width: 300, height: 300 } });
    expect(Object.keys(small.body.formats)).toEqual(['thumbnail']);
    const stored = (await site.stored()).filter((name) => name.includes(old.hash));
    expect(stored).toEqual([`${old.hash}.png`, `${small.body.formats.thumbnail.hash}.png`].sort());
    const { width } = await sharp(Buffer.from(await (await fetch(site.url + old.url)).arrayBuffer())).metadata();
    expect(width).toBe(300);
  });

  it('runs eight replacements one after the other, so that the record matches the content', async () => {
    const [old] = (await site.upload([file('r.png', 'image/png', await picture(600, 400))])).body;
    const contents = await Promise.all(
      [300, 310, 320, 330].flatMap((width) => [
        picture(width, 200).then((content) => file(`${width}.png`, 'image/png', content)),
        file(`${width}.txt`, 'text/plain', 'x'.repeat(width)),
      ]),
    );
    const answers = await Promise.all(contents.map((content) => site.upload([content], `/api/upload?id=${old.id}`)));
    expect(answers.map(({ status }) => status)).toEqual(contents.map(() => 200));
    const { body: record } = await site.request(`/api/upload/files/${old.id}`);
    const content = Buffer.from(await (await fetch(site.url + record.url)).arrayBuffer());
    expect(Math.round(content.length / 10) / 100).toBe(record.size);
    if (record.ext === '.png') expect((await sharp(content).metadata()).width).toBe(record.width);
    const formats = Object.values(record.formats ?? {}).map(({ hash, ext }) => `${hash}${ext}`);
    const stored = (await site.stored()).filter((name) => name.includes(old.hash));
    expect(stored).toEqual([`${old.hash}${record.ext}`, ...formats].sort());
  });

  it('answers 404 for a file that does not exist', async () => {
    const missing = await site.upload([file('a.txt', 'text/plain', 'x')], '/api/upload?id=99999');
    expect(missing.body.error).toMatchObject({ status: 404, name: 'NotFoundError', message: 'Entity not found' });
    const [{ id }] = (await site.upload([file('a.txt', 'text/plain', 'one')])).body;
    const two = [file('a.txt', 'text/plain', 'x'), file('b.txt', 'text/plain', 'y')];
    expect((await site.upload(two, `/api/upload?id=${id}`)).status).toBe(400);
  });
});

describe('the file API', () => {
  it('lists, pages, sorts and shows files', async () => {
    const list = (await site.request('/api/upload/files?sort=id:desc&fields=name')).body;
    expect(list.length).toBeGreaterThan(4);
    expect(Object.keys(list[0]).sort()).toEqual(['documentId', 'id', 'isUrlSigned', 'name']);
    expect(list[0].id).toBeGreaterThan(list[1].id);
    expect((await site.request('/api/upload/files?pagination[limit]=2')).body).toHaveLength(2);
    const filtered = await site.request('/api/upload/files?filters[mime][$startsWith]=image/&filters[width][$gt]=500');
    expect(filtered.body.map((record: { name: string }) => record.name)).toEqual(['red.png']);

    const page = (await site.request('/api/upload/files/page?pagination[page]=2&pagination[pageSize]=2')).body;
    expect(page.data).toHaveLength(2);
    expect(page.meta.pagination).toEqual({
      page: 2,
      pageSize: 2,
      pageCount: Math.ceil(list.length / 2),
      total: list.length,
    });
    const mixed = await site.request('/api/upload/files/page?pagination[page]=1&pagination[limit]=2');
    expect(mixed.body.error).toMatchObject({ status: 400, name: 'PaginationError' });

    const byId = await site.request(`/api/upload/files/${list[0].id}`);
    expect(byId.body).toMatchObject({ ...list[0] });
    expect((await site.request(`/api/upload/files/${list[0].documentId}`)).body).toEqual(byId.body);
  });

  it.each(['99999', 'abc', '99999999999999999999'])('answers 404 for file %s', async (id) => {
    const { body } = await site.request(`/api/upload/files/${id}`);
    expect(body.error).toEqual({ status: 404, name: 'NotFoundError', message: 'file.notFound', details: {} });
  });

  it('deletes the record with all its files', async () => {
    const [record] = (await site.upload([file('d.png', 'image/png', await picture(600, 400))])).body;
    const before = await site.stored();
    const deleted = await site.request(`/api/upload/files/${record.id}`, { method: 'DELETE' });
    expect(deleted).toMatchObject({ status: 200, body: record });
    expect((await site.stored()).length).toBe(before.length - 3);
    expect((await site.request(record.url)).status).toBe(404);
    const again = await site.request(`/api/upload/files/${record.id}`, { method: 'DELETE' });
    expect(again.body.error).toMatchObject({ status: 404, message: 'file.notFound' });
    expect((await site.leftovers()).staged).toBe(0);
  });
});
