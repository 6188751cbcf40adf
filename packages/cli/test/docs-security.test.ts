/** The tests that docs/security.md names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));
const page = readFileSync(join(docs, 'security.md'), 'utf8');
const links = [...page.matchAll(/\[([^\]]+)\]\((\.\.\/[^)]+\.test\.ts)\)/g)].map(([, title = '', path = '']) => ({
  title: title.replaceAll('\\', ''),
  path,
}));

test('docs/security.md links tests', () => {
  expect(links.length).toBeGreaterThan(70);
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
