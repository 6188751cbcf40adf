/** The tests that docs/security.md names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));
const page = readFileSync(join(docs, 'security.md'), 'utf8');
/** `[sorts-1]: ../packages/….test.ts 'the title of a test'` */
const links = [...page.matchAll(/^\[([^\]]+)\]: (\.\.\/\S+\.test\.ts) (['"])(.*)\3$/gm)].map(
  ([, id = '', path = '', , title = '']) => ({ id, path, title: title.replaceAll('\\', '') }),
);

test('docs/security.md links tests', () => {
  expect(links.length).toBeGreaterThan(140);
  const used = [...page.matchAll(/\[\d+\]\[([^\]]+)\]/g)].map(([, id]) => id);
  expect(new Set(used)).toEqual(new Set(links.map(({ id }) => id)));
});

test('every rule of docs/security.md links a test', () => {
  const [, rules = ''] = page.split('## Rules and their tests');
  const rows = rules.split('\n').filter((line) => /^\| (?!rule |advisory |-)/.test(line));
  expect(rows.length).toBeGreaterThan(80);
  expect(rows.filter((row) => !/\| \[1\]\[/.test(row))).toEqual([]);
});

test.each(links)('$path has the test: $title', ({ title, path }) => {
  const titles = [...readFileSync(join(docs, path), 'utf8').matchAll(/(['`])((?:(?!\1).)+)\1/g)].map(
    ([, , text]) => text,
  );
  expect(titles.filter((each) => each?.startsWith(title)).length, title).toBeGreaterThan(0);
});

test('docs/security.md links every test of an advisory', () => {
  const files = ['runtime/test/access', 'runtime/test/users', 'runtime/test/upload', 'cli/test'];
  for (const folder of files) {
    const text = readFileSync(join(docs, '../packages', folder, 'advisories.test.ts'), 'utf8');
    const names = [...text.matchAll(/(?:CVE-\d{4}-\d+|GHSA(?:-\w{4}){3})/g)].map(([name]) => name);
    for (const name of names) expect(page, `${name} of ${folder}`).toContain(name);
  }
});
