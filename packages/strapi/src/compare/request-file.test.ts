import fc from 'fast-check';
import { RequestFileProblem } from 'content-gen/tools';
import { describe, expect, test } from 'vitest';

import { readHar, readRequestList } from './request-file.js';

const server = new URL('https://old.example.org/cms/');

describe('a list', () => {
  test('has paths below the server and whole addresses, each once', () => {
    const text =
      '# comment\n\nGET /api/articles?sort=title\r\n/api/authors\nhttps://old.example.org/cms/api/authors\nHEAD /api/tags';
    expect(readRequestList(text, server).requests).toEqual([
      { method: 'GET', path: '/api/articles?sort=title' },
      { method: 'GET', path: '/api/authors' },
      { method: 'HEAD', path: '/api/tags' },
    ]);
  });

  test('never has a request that could write', () => {
    const method = fc.constantFrom(
      'GET',
      'get',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'delete',
    );
    fc.assert(
      fc.property(fc.array(method), (methods) => {
        const text = methods.map((name, index) => `${name} /api/items/${index}`).join('\n');
        const { requests, writes } = readRequestList(text, server);
        expect(requests.every((request) => ['GET', 'HEAD'].includes(request.method))).toBe(true);
        expect(requests.length + writes).toBe(methods.length);
      }),
    );
  });

  test('names the line that is no request', () => {
    expect(() => readRequestList('/api/a\narticles', server)).toThrow('Line 2 is no request: "articles".');
  });
});

describe('a HAR file', () => {
  const har = (...requests: readonly object[]) =>
    JSON.stringify({ log: { entries: requests.map((request) => ({ request })) } });

  test('keeps the format that the client asked for, and no other header', () => {
    const headers = [
      { name: 'Strapi-Response-Format', value: 'v4' },
      { name: 'Authorization', value: 'Bearer secret' },
    ];
    const text = har({ method: 'GET', url: 'https://old.example.org/cms/api/a', headers });
    expect(readHar(text, server).requests).toEqual([{ method: 'GET', path: '/api/a', isNested: true }]);
  });

  test('names other servers', () => {
    const text = har({ method: 'GET', url: 'https://cdn.example.org/x.png' });
    expect(readHar(text, server)).toMatchObject({ requests: [], otherOrigins: ['https://cdn.example.org'] });
  });

  test.each([['{'], ['{}'], ['{"log":{"entries":[{}]}}'], [har({ method: 'GET', url: 'nowhere' })]])(
    'that is broken is a problem: %s',
    (text) => {
      expect(() => readHar(text, server)).toThrow(RequestFileProblem);
    },
  );
});
