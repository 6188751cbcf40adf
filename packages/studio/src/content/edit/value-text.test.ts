import { expect, test } from 'vitest';

import type { DescribedAttribute, Entry, Ref } from '../form/value.js';
import { namedRefs, valueText } from './value-text.js';

const base = { readable: true, filterable: true, writable: true, required: false, shared: false };
const tags: DescribedAttribute = {
  ...base,
  name: 'tags',
  label: 'Tags',
  kind: 'relation',
  target: 'api::tag.tag',
  many: true,
  inverse: false,
  exclusive: false,
};
const name: DescribedAttribute = {
  ...base,
  name: 'name',
  label: 'Name',
  kind: 'scalar',
  type: 'string',
  unique: false,
};
const parts: DescribedAttribute = {
  ...base,
  name: 'parts',
  label: 'Parts',
  kind: 'component',
  component: 'shared.part',
  many: true,
};
const components = { 'shared.part': { name: 'shared.part', label: 'Part', attributes: [name, tags] } };

const refs = (count: number): readonly Ref[] =>
  Array.from({ length: count }, (_, index) => ({ documentId: `d${index + 1}` }));
const entry: Entry = { key: 'a', id: 1, component: 'shared.part', values: { name: 'First', tags: refs(32) } };

test('the text of an entry names its first documents, and counts the others', () => {
  const text = valueText(parts, [entry], { components, nameOf: ({ documentId }, target) => `${target} ${documentId}` });
  const [component, first, list = ''] = text.split('\n');
  expect([component, first]).toEqual(['• Part', '  Name: First']);
  expect(list).toMatch(/^ {2}Tags: api::tag\.tag d1, api::tag\.tag d2, .*api::tag\.tag d30, 2 more$/);
});

test('only documents that the text names are loaded, with their type', () => {
  const named = namedRefs(parts, [entry], components);
  expect(named).toHaveLength(30);
  expect(named[0]).toEqual({ documentId: 'd1', type: 'api::tag.tag' });
});
