import { versionColumns } from '@content-gen/runtime/schema';
import { expect, test } from 'vitest';

import { isReservedAttribute } from './reserved.js';

test('no attribute can take a column that every table has', () => {
  const free = Object.keys(versionColumns()).filter((column) => !isReservedAttribute(column));
  expect(free).toEqual([]);
});

test('names are compared as the columns they become', () => {
  expect(isReservedAttribute('document_id')).toBe(true);
  expect(isReservedAttribute('DocumentId')).toBe(true);
  expect(isReservedAttribute('documentIds')).toBe(false);
});
