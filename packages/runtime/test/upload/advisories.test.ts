import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { picture } from './samples.js';
import { type Site, file, openSite } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite({});
});
afterAll(() => site.close());

const page = '<!doctype html><script>alert(1)</script>';

/** Every way in: a new file, a replaced one, and a file among others; without and with credentials. */
const callers = { anonymous: {}, authenticated: { authorization: 'Bearer upload-token' } };

describe.each(Object.entries(callers))('%s', (_who, headers) => {
  it('CVE-2026-22707: one rule about types holds on every path that takes a file', async () => {
    const picked = await site.upload([file('ok.png', 'image/png', await picture(8, 8))], '/api/upload', headers);
    expect(picked.status).toBe(201);
    for (const path of ['/api/upload', `/api/upload?id=${picked.body[0].id}`]) {
      const { status, body } = await site.upload([file('x.png', 'image/png', page)], path, headers);
      expect(status).toBe(400);
      expect(body.error.name).toBe('ValidationError');
    }
    const among = await site.upload(
      [file('ok.png', 'image/png', await picture(8, 8)), file('x.txt', 'text/plain', page)],
      '/api/upload',
      headers,
    );
    expect(among.status).toBe(400);
  });

  it.each([
    ['x.html', 'text/html', page],
    ['x.php', 'application/x-httpd-php', '<?php system($_GET[0]);'],
    ['x.exe', 'application/x-msdownload', 'MZ'],
  ])('CVE-2022-27263: %s is not stored', async (name, type, content) => {
    expect((await site.upload([file(name, type, content)], '/api/upload', headers)).status).toBe(400);
  });

  it('CVE-2024-31217: an upload that fails does not end the process', async () => {
    const broken = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0]);
    for (let time = 0; time < 3; time++) {
      expect((await site.upload([file('x.png', 'image/png', broken)], '/api/upload', headers)).status).toBeLessThan(
        500,
      );
    }
    expect((await site.upload([file('ok.png', 'image/png', await picture(8, 8))], '/api/upload', headers)).status).toBe(
      201,
    );
  });
});
