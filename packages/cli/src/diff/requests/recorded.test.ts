import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryProject } from '../../../test/temporary-project.js';
import { readRecorded, requestText } from './recorded.js';

function fileWith(name: string, text: string): string {
  const file = join(temporaryProject(), name);
  writeFileSync(file, text);
  return file;
}

const har = {
  log: {
    entries: [
      { request: { method: 'GET', url: 'https://a.test/api/articles?fields%5B0%5D=title' } },
      { request: { method: 'POST', url: 'https://a.test/api/articles' } },
    ],
  },
};

test.each([
  ['a list', 'list.txt', '# recorded\nGET /api/articles?fields[0]=title\n\npost https://a.test/api/articles/\n'],
  ['JSON lines', 'list.jsonl', '{"path":"/api/articles?fields[0]=title"}\n{"method":"POST","url":"/api/articles"}\n'],
  ['traffic', 'visit.har', JSON.stringify(har)],
])('%s has requests, each once', async (_, name, text) => {
  const requests = await readRecorded(fileWith(name, `${text}${name === 'list.txt' ? text : ''}`));
  expect(requests.map(requestText)).toEqual(['GET /api/articles?fields[0]=title', 'POST /api/articles']);
});

test.each([
  ['no request', 'list.txt', '# nothing\n', 'has no requests, so it would mark no change'],
  ['a line that is no request', 'list.txt', 'articles\n', 'Line 1 is no request'],
  ['a line that is no JSON', 'list.jsonl', '{"path":"/a"}\nGET /b\n', 'Line 2 is no request'],
  ['traffic that is no JSON', 'visit.har', 'GET /a', 'The HAR file is no JSON'],
])('a file with %s is refused', async (_, name, text, message) => {
  await expect(readRecorded(fileWith(name, text))).rejects.toThrow(message);
});

test('a file that does not exist is refused', async () => {
  await expect(readRecorded(join(temporaryProject(), 'list.txt'))).rejects.toThrow('list.txt does not exist');
});

test('a percent sign that encodes nothing stays', async () => {
  const [request] = await readRecorded(fileWith('list.txt', '/api/articles?_q=100%\n'));
  expect(request).toMatchObject({ method: 'GET', query: '_q=100%' });
});
