import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { joined, pdf, picture, zip } from './samples.js';
import { type Part, type Site, file, openSite } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite({ upload: { sizeLimit: 2_000_000, requestSizeLimit: 5_000_000 } });
});
afterAll(() => site.close());

/** Every refusal leaves nothing behind. */
async function expectNothing(): Promise<void> {
  await expect.poll(() => site.leftovers()).toEqual({ staged: 0, records: 0 });
  expect(await site.stored()).toEqual([]);
}

async function expectRefused(parts: readonly Part[], status: number, message: string | RegExp): Promise<void> {
  const { status: actual, body } = await site.upload(parts);
  expect(body.error).toMatchObject({ status, message: expect.stringMatching(message) });
  expect(actual).toBe(status);
  await expectNothing();
}

const script = '<script>alert(1)</script>';

describe('types that are not allowed', () => {
  it.each([
    ['a program', file('e.exe', 'application/x-msdownload', 'MZ'), 'application/x-msdownload'],
    ['a script', file('a.sh', 'application/x-sh', '#!/bin/sh'), 'application/x-sh'],
    ['a script that is called text', file('a.txt', 'text/plain', '#!/bin/sh\nrm -rf /'), 'application/x-sh'],
    ['a page', file('a.html', 'text/html', '<!doctype html><p>x'), 'text/html'],
    ['a page that is called text', file('a.txt', 'text/plain', `\ufeff <!-- x --> <html>${script}`), 'text/html'],
    ['a page in two bytes a character', file('a.txt', 'text/plain', wide(`<html>${script}`)), 'text/html'],
    ['a page in XML', file('a.xhtml', 'image/png', `<?xml version="1.0"?><html>${script}</html>`), 'text/html'],
    ['PHP', file('a.txt', 'text/plain', '<?php system($_GET[0]);'), 'application/x-httpd-php'],
    ['JavaScript', file('a.js', 'text/javascript', 'alert(1)'), 'text/javascript'],
    [
      'bytes without a meaning',
      file('a.png', 'image/png', new Uint8Array([1, 2, 3, 0, 255])),
      'application/octet-stream',
    ],
    ['an archive', file('a.zip', 'application/zip', zip), 'application/zip'],
  ])('are refused: %s', async (_what, part, type) => {
    await expectRefused([part], 400, `File type '${type}' is not allowed`);
  });
});

describe('files whose content is not what they claim', () => {
  it('are refused: a picture declared as text, and the other way round', async () => {
    await expectRefused([file('a', 'text/plain', await picture(9, 9))], 400, "'text/plain' does not match the content");
    await expectRefused([file('a', 'image/png', 'hello')], 400, "'image/png' does not match the content");
    await expectRefused([file('a', 'image/png', pdf)], 400, "'image/png' does not match the content");
    await expectRefused([file('a.svg', 'image/png', '<svg/>')], 400, "'image/png' does not match the content");
  });

  it('are refused: a picture with the name of a page', async () => {
    await expectRefused(
      [file('a.html', 'image/png', await picture(9, 9))],
      400,
      "'text/html' does not match the content",
    );
    await expectRefused([file('a.svg', '', await picture(9, 9))], 400, "'image/svg\\+xml' does not match the content");
  });

  it('are refused: pictures that are another format as well', async () => {
    const hidden = /contains a file of another type/;
    const png = await picture(9, 9);
    await expectRefused([file('a.png', 'image/png', joined(png, script))], 400, hidden);
    await expectRefused([file('a.png', 'image/png', joined(png, ' '.repeat(70_000), '<?php x'))], 400, hidden);
    await expectRefused([file('a.png', 'image/png', joined(png, zip))], 400, hidden);
    await expectRefused([file('a.png', 'image/png', joined(png, zip, 'and more'))], 400, hidden);
    await expectRefused([file('a.jpg', 'image/jpeg', joined(await picture(9, 9, 'jpeg'), zip))], 400, hidden);
    await expectRefused([file('a.pdf', 'application/pdf', pdf.replace('\n', `\n${script}\n`))], 400, hidden);
    await expectRefused([file('a.pdf', 'application/pdf', joined(pdf, zip))], 400, hidden);
  });

  it('are refused: pictures that cannot be read', async () => {
    const gif = `GIF89a/*${'\0'.repeat(20)}*/=alert(1)`;
    await expectRefused([file('a.gif', 'image/gif', gif)], 400, 'File is not a valid image');
    const cut = (await picture(300, 300)).subarray(0, 200);
    await expectRefused([file('a.png', 'image/png', cut)], 400, 'File is not a valid image');
  });

  it('keep the other files of the request from being stored', async () => {
    await expectRefused([file('a.txt', 'text/plain', 'x'), file('b.exe', '', 'MZ')], 400, 'not allowed');
  });
});

describe('CVE-2026-22707: a replacement', () => {
  it('is limited to the same types, and the old content stays when it is refused', async () => {
    const [{ id, url }] = (await site.upload([file('a.txt', 'text/plain', 'old')])).body;
    const page = file('a.txt', 'text/plain', '<html>');
    const replaced = await site.upload([page], `/api/upload?id=${id}`);
    expect(replaced.body.error).toMatchObject({ status: 400, message: "File type 'text/html' is not allowed" });
    expect((await site.request(url)).text).toBe('old');
    await site.request(`/api/upload/files/${id}`, { method: 'DELETE' });
    await expectNothing();
  });
});

describe('bad names', () => {
  const bad = [
    '../../x.txt',
    '/etc/passwd',
    'a\\b.txt',
    '..',
    'a\u0001.txt',
    'a\u202etxt.exe',
    'nul.txt',
    'x'.repeat(256),
  ];
  it.each(bad)('are refused: %j', async (name) => {
    await expectRefused([file(name, 'text/plain', 'x')], 400, 'File name contains invalid characters');
  });

  it('are refused in fileInfo', async () => {
    const parts = [file('a.txt', 'text/plain', 'x'), { name: 'fileInfo', content: '{"name":"../b"}' }];
    await expectRefused(parts, 400, 'File name contains invalid characters');
  });
});

describe('extensions', () => {
  const php =
    '.php .php3 .php8 .phtml .pht .phps .phar .pgif .inc .shtml .shtm .stm .asp .aspx .ashx .asa .cer .cshtml';
  const others =
    '.jsp .jspx .jhtml .cfm .cfc .cgi .fcgi .pl .rb .lua .htaccess .config .PHTML .pHtMl .swf .wasm .unknown';
  const every = `${php} ${others}`.split(' ').filter((extension) => extension !== '.php');
  const info = (name: string) => ({ name: 'fileInfo', content: JSON.stringify({ name }) });

  it.each(every)('%s is not part of a stored file, in its own name or in fileInfo', async (extension) => {
    const named = await site.upload([file(`x${extension}`, 'text/plain', 'hello')]);
    expect(named.body[0]).toMatchObject({ ext: '', mime: 'text/plain', name: `x${extension}` });
    const told = await site.upload([file('x.txt', 'text/plain', 'hello'), info(`x${extension}`)]);
    expect(told.body[0]).toMatchObject({ ext: '.txt' });
    const bare = await site.upload([file('x', 'text/plain', 'hello'), info(`x${extension}`)]);
    expect(bare.body[0]).toMatchObject({ ext: '' });

    const path = `/api/upload?id=${told.body[0].id}`;
    await site.upload([info(`y${extension}`)], path);
    const replaced = await site.upload([file(`y${extension}`, 'text/plain', 'new')], path);
    expect(replaced.body).toMatchObject({ ext: '', url: `/uploads/${told.body[0].hash}` });

    const names = await site.stored();
    expect(names.filter((name) => name.toLowerCase().includes(extension.toLowerCase()))).toEqual([]);
    for (const { body } of [named, bare]) await site.request(`/api/upload/files/${body[0].id}`, { method: 'DELETE' });
    await site.request(`/api/upload/files/${told.body[0].id}`, { method: 'DELETE' });
    await expectNothing();
  });

  it('stays away from pictures and their formats, which are still shown', async () => {
    const { body } = await site.upload([file('x.jpg.phtml', 'image/png', await picture(600, 400))]);
    expect(body[0]).toMatchObject({ ext: '', mime: 'image/png', formats: { small: { ext: '', mime: 'image/png' } } });
    for (const { url } of [body[0], body[0].formats.small]) {
      expect(url).not.toMatch(/phtml$/);
      const { headers } = await fetch(site.url + url);
      expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual(['image/png', 'inline']);
    }
    await site.request(`/api/upload/files/${body[0].id}`, { method: 'DELETE' });
    await expectNothing();
  });

  it('of programs are dropped where the config allows their types', async () => {
    const open = await openSite({ upload: { allowedTypes: ['text/*', 'application/*'], deniedTypes: [] } });
    try {
      const programs = {
        'a.php': 'echo 1;',
        'a.sh': '#!/bin/sh',
        'a.py': 'print(1)',
        'a.bat': 'echo',
        'a.ps1': 'ls',
      };
      for (const [name, content] of Object.entries(programs)) {
        const { status, body } = await open.upload([file(name, 'application/octet-stream', content)]);
        expect([name, status, body[0].ext, body[0].url]).toEqual([name, 201, '', `/uploads/${body[0].hash}`]);
      }
    } finally {
      await open.close();
    }
  });
});

describe('sizes', () => {
  it('are limited per file, and a file at the limit is stored', async () => {
    const limit = await site.upload([file('a.txt', 'text/plain', 'x'.repeat(2_000_000))]);
    expect(limit.status).toBe(201);
    await site.request(`/api/upload/files/${limit.body[0].id}`, { method: 'DELETE' });
    const over = 'x'.repeat(2_000_001);
    await expectRefused([file('a.txt', 'text/plain', 'x'), file('b.txt', 'text/plain', over)], 413, 'FileTooBig');
  });

  it('are limited per request, before it is read', async () => {
    const files = ['a', 'b', 'c'].map((name) => file(name, 'text/plain', 'x'.repeat(1_900_000)));
    await expectRefused(files, 413, 'request entity too large');
  });

  it('are limited for bodies of unknown length', async () => {
    for (const start of ['x', part('files', 'a.txt'), part('fileInfo'), part('other', 'a.txt')]) {
      expect(await endless(start)).toMatch(/ 413 /);
      await expectNothing();
    }
  });

  it('are limited by the number of parts', async () => {
    const many = Array.from({ length: 101 }, (_, index) => file(`${index}.txt`, 'text/plain', 'x'));
    await expectRefused(many, 413, 'too many parts');
  });
});

describe('bodies that are not forms', () => {
  it.each([
    ['that stop in the middle', part('files', 'a.txt') + 'hello'],
    ['without an end', '--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n'],
    ['of something else', 'hello'],
    ['of nothing', ''],
  ])('are refused: %s', async (_what, body) => {
    const { status } = await site.request('/api/upload', {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      body,
    });
    expect(status).toBe(400);
    await expectNothing();
  });

  it('are refused: without a boundary', async () => {
    const { status } = await site.request('/api/upload', {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data' },
      body: part('files', 'a.txt'),
    });
    expect(status).toBe(400);
  });

  it('are removed when the client hangs up', async () => {
    const body = part('files', 'a.txt') + 'x'.repeat(100_000);
    const request = httpRequest(`${site.url}/api/upload`, { method: 'POST', headers: headers(1_000_000) });
    request.on('error', () => undefined);
    request.write(body);
    await expect.poll(async () => (await site.leftovers()).staged).toBe(1);
    request.destroy();
    await expectNothing();
    expect((await site.request('/api/upload/files')).body).toEqual([]);
  });
});

function wide(text: string) {
  return joined(new Uint8Array([0xff, 0xfe]), Buffer.from(text, 'utf16le'));
}

function part(name: string, filename?: string): string {
  const disposition = `form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`;
  return `--b\r\nContent-Disposition: ${disposition}\r\nContent-Type: text/plain\r\n\r\n`;
}

function headers(length: number) {
  return { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': length };
}

/** Sends and sends until an answer comes. */
function endless(start: string): Promise<string> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
    const pump = () => {
      while (answer === '' && !socket.destroyed && socket.write(chunk));
    };
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('error', () => undefined);
    socket.on('drain', pump);
    socket.on('close', () => resolve(answer));
    socket.write(
      'POST /api/upload HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n' +
        `Content-Type: multipart/form-data; boundary=b\r\n\r\n${start.length.toString(16)}\r\n${start}\r\n`,
    );
    pump();
  });
}
