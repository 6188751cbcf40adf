import { expect, test } from 'vitest';

import { bodyOf } from './to-body.js';
import { shownAttributes } from './conditions.js';
import type { DescribedAttribute } from './value.js';

const base = {
  label: 'Field',
  readable: true,
  filterable: true,
  writable: true,
  required: false,
  shared: false,
  unique: false,
};
const scalar = (name: string, type: string, condition?: unknown) =>
  ({ ...base, kind: 'scalar', name, type, ...(condition === undefined ? {} : { condition }) }) as DescribedAttribute;

const attributes = [
  scalar('kind', 'enumeration'),
  scalar('price', 'decimal', { '==': [{ var: 'kind' }, 'sale'] }),
  scalar('discount', 'integer', { '>': [{ var: ['price', 0] }, 100] }),
  scalar('note', 'text'),
];
const names = (list: readonly DescribedAttribute[]) => list.map(({ name }) => name);

test('a form shows the attributes whose conditions hold, with numbers as numbers', () => {
  expect(names(shownAttributes(attributes, { kind: 'gift', price: '20' }))).toEqual(['kind', 'note']);
  expect(names(shownAttributes(attributes, { kind: 'sale', price: '20' }))).toEqual(['kind', 'price', 'note']);
  expect(names(shownAttributes(attributes, { kind: 'sale', price: '101' }))).toEqual([
    'kind',
    'price',
    'discount',
    'note',
  ]);
});

test('a body names no hidden attribute', () => {
  const before = { kind: 'sale', price: '20', discount: null, note: null };
  expect(bodyOf(attributes, { ...before, kind: 'gift', price: '30' }, before, {})).toEqual({ kind: 'gift' });
  expect(bodyOf(attributes, { ...before, kind: 'gift', price: '30' }, undefined, {})).toEqual({ kind: 'gift' });
});

test('a body has the values that a condition looks at, because the API sees the body alone', () => {
  const before = { kind: 'sale', price: '20', discount: null, note: null };
  expect(bodyOf(attributes, { ...before, price: null }, before, {})).toEqual({ kind: 'sale', price: null });
  expect(bodyOf(attributes, { ...before, note: 'a' }, before, {})).toEqual({ note: 'a' });
});

test('a body names a default that was cleared, and numbers beyond JSON as their text', () => {
  const weight = { ...scalar('weight', 'float'), default: 7 } as DescribedAttribute;
  expect(bodyOf([weight], { weight: null }, undefined, {})).toEqual({ weight: null });
  expect(bodyOf([weight], { weight: '1e400' }, undefined, {})).toEqual({ weight: '1e400' });
});
