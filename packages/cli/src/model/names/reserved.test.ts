import { versionColumns } from '@content-gen/runtime/schema';
import { expect, test } from 'vitest';

import { documentColumns, isDocumentField, isReservedAttribute, isReservedTable } from './reserved.js';

test('an attribute of a content type cannot have the key of a column that every table has', () => {
  const free = Object.keys(versionColumns()).filter((key) => !isReservedAttribute(key) && !isDocumentField(key));
  expect(free).toEqual([]);
});

test('columns of every table have the prefix of the runtime, or the names of document fields', () => {
  const columns = Object.values(versionColumns()).map((column) => column['config'].name);
  expect(columns.filter((column) => !isReservedTable(column) && !documentColumns.includes(column))).toEqual([]);
});

test('ids are reserved in every spelling', () => {
  expect(isReservedAttribute('document_id')).toBe(true);
  expect(isReservedAttribute('DocumentId')).toBe(true);
  expect(isReservedAttribute('documentIds')).toBe(false);
});

test('an attribute cannot have the key of a method that every object has', () => {
  expect(['constructor', 'hasOwnProperty', 'toString', 'valueOf'].filter((name) => !isReservedAttribute(name))).toEqual(
    [],
  );
});
