import { expect, test } from 'vitest';

import { holdersOf, isPopulated, operatorsFor, useAtPath } from './attribute-uses.js';
import type { DescribedModel } from './console.js';

const base = { column: '', required: false, private: false, writable: true, visible: true, searchable: true, at: null };
const common = { uid: 'api::a.a', path: '', table: '', isUser: false, at: null, kind: 'collectionType' } as const;
const model: DescribedModel = {
  prefix: '/api',
  roles: [],
  locales: { default: 'en', all: ['en'] },
  page: { defaultLimit: 25, maxLimit: 100 },
  types: [
    {
      ...common,
      name: 'article',
      draftAndPublish: true,
      localized: false,
      attributes: [
        { ...base, name: 'title', kind: 'scalar', type: 'string', unique: false },
        { ...base, name: 'pin', kind: 'scalar', type: 'password', unique: false },
        { ...base, name: 'cover', kind: 'media', multiple: false },
        { ...base, name: 'next', kind: 'relation', cardinality: 'oneToOne', target: 'article' },
        { ...base, name: 'seo', kind: 'component', component: 'shared.seo', repeatable: false },
      ],
    },
  ],
  components: [
    {
      name: 'shared.seo',
      at: null,
      attributes: [{ ...base, name: 'rank', kind: 'scalar', type: 'integer', unique: false }],
    },
  ],
};
const holders = holdersOf(model);

test('a path leads through relations, components and media', () => {
  expect(useAtPath(holders, 'article', ['next', 'next', 'title'])?.scalar).toBe('string');
  expect(useAtPath(holders, 'article', ['next', 'seo', 'rank'])?.scalar).toBe('integer');
  expect(useAtPath(holders, 'article', ['cover', 'width'])?.scalar).toBe('integer');
  expect(useAtPath(holders, 'article', ['title', 'name'])).toBeUndefined();
});

test('a type has the attributes of every document that it keeps', () => {
  const names = holders.get('article')?.attributes.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['documentId', 'createdAt', 'updatedAt', 'publishedAt']));
  expect(names).not.toContain('locale');
});

test('passwords and media cannot be compared, and only parts with documents are populated', () => {
  const uses = holders.get('article')?.attributes ?? [];
  expect(uses.filter(({ canFilter }) => !canFilter).map(({ name }) => name)).toEqual(['pin', 'cover']);
  expect(uses.filter(isPopulated).map(({ name }) => name)).toEqual(['cover', 'next', 'seo']);
});

test('operators fit the type of an attribute', () => {
  expect(operatorsFor(useAtPath(holders, 'article', ['title']))).toContain('$containsi');
  expect(operatorsFor(useAtPath(holders, 'article', ['seo', 'rank']))).not.toContain('$containsi');
  expect(operatorsFor(useAtPath(holders, 'article', ['next']))).toEqual(['$null', '$notNull']);
});
