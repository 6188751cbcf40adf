import { versionColumns } from '@content-gen/runtime/schema';
import { expect, test } from 'vitest';

import { isReservedAttribute } from './reserved.js';

test('an attribute cannot have a column that every table has', () => {
  const free = Object.keys(versionColumns()).filter((column) => !isReservedAttribute(column));
  expect(free).toEqual([]);
});

test('reserved names are compared by their columns', () => {
  expect(isReservedAttribute('document_id')).toBe(true);
  expect(isReservedAttribute('DocumentId')).toBe(true);
  expect(isReservedAttribute('documentIds')).toBe(false);
});
