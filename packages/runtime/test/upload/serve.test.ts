import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { pdf, picture } from './samples.js';
import { type Site, file, openSite } from './site.js';

let site: Site;
let text: string;
let svg: string;
beforeAll(async () => {
  site = await openSite();
  const { body } = await site.upload([
    file('digits.txt', 'text/plain', '0123456789'),
    file(
      's.svg',
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>1</script></svg>',
    ),
  ]);
  [text, svg] = [body[0].url, body[1].url];
});
afterAll(() => site.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  site.request(path, { headers, method });

describe('GET /uploads/:key', () => {
  it('shows files that a browser cannot run, and sends others as a download', async () => {
    const { body } = await site.upload([
      file('a.png', 'image/png', await picture(9, 9)),
      file('a.pdf', 'application/pdf', pdf),
      file('a.csv', 'text/csv', 'a,b'),
    ]);
    const urls = [...body, { url: text }, { url: svg }].map((record) => record.url);
    const shown = await Promise.all(urls.map(async (url) => (await get(url)).headers));
    expect(shown.map((headers) => [headers.get('content-type'), headers.get('content-disposition')])).toEqual([
      ['image/png', 'inline'],
      ['application/pdf', 'inline'],
      ['text/csv', 'attachment'],
      ['text/plain; charset=utf-8', 'inline'],
      ['image/svg+xml', 'attachment'],
    ]);
    for (const headers of shown) expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect((await get(svg)).headers.get('content-security-policy')).toContain('sandbox');
  });

  it('serves only files that a record names', async () => {
    const [record] = (await site.upload([file('r.png', 'image/png', await picture(600, 400))])).body;
    const { small } = record.formats;
    const others = ['page.html', 'a.txt', `${record.hash}.txt`, `${record.hash}`, `x_${record.hash}.png`];
    others.push(`small_${record.hash}_${'0'.repeat(16)}.png`, `small_small_${record.hash}.png`, `small.png`);
    for (const name of others) {
      await writeFile(join(site.folder, name), '<script>1</script>');
      expect([name, (await get(`/uploads/${name}`)).status]).toEqual([name, 404]);
    }
    expect((await get(small.url)).status).toBe(200);

    const replaced = await site.upload(
      [file('r.png', 'image/png', await picture(700, 500))],
      `/api/upload?id=${record.id}`,
    );
    expect((await get(replaced.body.formats.small.url)).status).toBe(200);
    await writeFile(join(site.folder, `${small.hash}.png`), 'old');
    expect((await get(small.url)).status).toBe(404);

    await site.database.rows(`update cg_files set provider = 's3' where id = $1`, [record.id]);
    expect((await get(record.url)).status).toBe(404);
  });

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=-50', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=5-2', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('answers %s with %i', async (range, status, content, shown) => {
    const reply = await get(text, { Range: range });
    expect([reply.status, reply.text, reply.headers.get('content-range')]).toEqual([status, content, shown]);
  });

  it('sends a range only for the version that the client has', async () => {
    const etag = (await get(text)).headers.get('etag')!;
    expect((await get(text, { Range: 'bytes=0-1', 'If-Range': etag })).status).toBe(206);
    expect((await get(text, { Range: 'bytes=0-1', 'If-Range': '"other"' })).status).toBe(200);
  });

  it('answers 304 when the file has not changed', async () => {
    const { headers } = await get(text);
    expect((await get(text, { 'If-None-Match': headers.get('etag')! })).status).toBe(304);
    expect((await get(text, { 'If-Modified-Since': headers.get('last-modified')! })).status).toBe(304);
    expect((await get(text, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('tells caches that pages of other origins get other headers', async () => {
    const origin = 'https://app.example.org';
    const [plain, foreign] = [await get(text), await get(text, { origin })];
    const { etag } = Object.fromEntries(plain.headers);
    const unchanged = await get(text, { origin, 'if-none-match': etag! });
    expect([plain, foreign, unchanged].map(({ headers }) => headers.get('vary'))).toEqual([
      'Origin',
      'Origin',
      'Origin',
    ]);
    const allowed = [plain, foreign, unchanged].map(({ headers }) => headers.get('access-control-allow-origin'));
    expect(allowed).toEqual([null, expect.any(String), expect.any(String)]);
  });

  it('answers HEAD like GET without the content', async () => {
    const head = await get(text, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '10', '']);
  });

  it.each([
    '/uploads/none.png',
    '/uploads/.incoming',
    '/uploads/..%2fpackage.json',
    '/uploads/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/uploads/..%252f..%252fetc%252fpasswd',
    '/uploads/a%00.png',
    '/uploads//etc/passwd',
    '/uploads/',
  ])('answers 404 for %s', async (path) => {
    const { body } = await get(path);
    expect(body).toEqual({
      data: null,
      error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
    });
  });
});
