import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { mountRoutes } from './mount-routes.js';

const folder = fileURLToPath(new URL('../../../../fixtures/app-mount/', import.meta.url));
const target = { module: './content/index.js', prefix: '/api', commonjs: false };
const read = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');

describe.each(readdirSync(folder).filter((name) => name !== 'unrecognised'))('%s', (name) => {
  test('gets the two lines and keeps every other character', async () => {
    const before = read(name, 'before.ts');
    const mounted = await mountRoutes('app.ts', before, target);
    const source = mounted.kind === 'mounted' ? mounted.source : before;
    expect(source).toBe(read(name, 'after.ts'));
    expect(mounted.kind).toBe(name === 'present' ? 'present' : 'mounted');
  });

  test('gets the lines only once', async () => {
    expect(await mountRoutes('app.ts', read(name, 'after.ts'), target)).toEqual({ kind: 'present' });
  });

  test('keeps Windows line endings', async () => {
    const windows = (text: string): string => text.replaceAll('\n', '\r\n');
    const before = windows(read(name, 'before.ts'));
    const mounted = await mountRoutes('app.ts', before, target);
    expect(mounted.kind === 'mounted' ? mounted.source : before).toBe(windows(read(name, 'after.ts')));
  });
});

test.each(readdirSync(join(folder, 'unrecognised')))('%s is not changed', async (name) => {
  expect(await mountRoutes('app.ts', read('unrecognised', name), target)).toEqual({ kind: 'unrecognised' });
});
