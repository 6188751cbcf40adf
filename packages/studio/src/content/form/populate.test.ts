/** A form asks for ids of related lists alone, wherever they are, because they may have thousands of documents. */
import { expect, test } from 'vitest';

import { populateOf } from './populate.js';
import type { DescribedAttribute, DescribedType } from './value.js';

const base = { label: 'Field', readable: true, filterable: true, writable: true, required: false, shared: false };
const relation = (name: string, many: boolean, target?: string): DescribedAttribute => ({
  ...base,
  name,
  kind: 'relation',
  many,
  inverse: false,
  exclusive: false,
  ...(target === undefined ? {} : { target }),
});
const title = { ...base, name: 'title', kind: 'scalar', type: 'string', unique: false } as const;
const tag = { uid: 'api::tag.tag', attributes: [title] };
const note = { uid: 'api::note.note', attributes: [] };
const part = {
  name: 'shared.part',
  label: 'Part',
  attributes: [relation('tags', true, tag.uid), relation('main', false, tag.uid)],
};
const zone: DescribedAttribute = { ...base, name: 'zone', kind: 'dynamicZone', components: [part.name] };
const attributes = [relation('tags', true, tag.uid), relation('items', true), zone];
// A populate looks at nothing else of a type.
const shapes = { components: { [part.name]: part }, types: [tag, note] as unknown as readonly DescribedType[] };

const ids = { fields: 'documentId' };
const entries = { on: { 'shared.part': { populate: { tags: ids, main: { fields: ['title'] } } } } };

test('lists of a document, of its entries and of every type come without values', () => {
  expect(populateOf(attributes, shapes, { namesTypes: true })).toEqual({
    tags: ids,
    items: { on: { [tag.uid]: ids, [note.uid]: ids } },
    zone: entries,
  });
});

test('an address without the types has whole documents of every type', () => {
  expect(populateOf(attributes, shapes, { namesTypes: false })).toEqual({ tags: ids, items: true, zone: entries });
});
