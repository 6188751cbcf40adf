import fc from 'fast-check';
import { expect, test } from 'vitest';

import { merge } from './merge.js';

const values = fc.object({ maxDepth: 2, values: [fc.integer(), fc.string()] });

test('a change of one side is merged', () => {
  fc.assert(
    fc.property(values, values, (base, changed) => {
      expect(merge(base, changed, base)).toEqual({ value: changed, conflicts: [] });
      expect(merge(base, base, changed)).toEqual({ value: changed, conflicts: [] });
      expect(merge(base, changed, changed)).toEqual({ value: changed, conflicts: [] });
    }),
  );
});

test('different changes of both sides are merged in either order', () => {
  const base = { schema: { tables: { a: { columns: { x: 1 } }, gone: { columns: {} } } } };
  const ours = { schema: { tables: { a: { columns: { x: 1, y: 2 } }, gone: { columns: {} } } } };
  const theirs = { schema: { tables: { a: { columns: { x: 1, z: 3 } } } } };
  const value = { schema: { tables: { a: { columns: { x: 1, y: 2, z: 3 } } } } };
  expect(merge<object>(base, ours, theirs)).toEqual({ value, conflicts: [] });
  expect(merge<object>(base, theirs, ours)).toEqual({ value, conflicts: [] });
});

test('different changes of the same key are a conflict', () => {
  const table = (x: unknown) => ({ schema: { tables: { 'public.a': { columns: { x } } } } });
  expect(merge(table(1), table(2), table(3)).conflicts).toEqual(['a.columns.x']);
  expect(merge<object>(table(1), table(2), { schema: { tables: {} } }).conflicts).toEqual(['a']);
});

test('lists of names are merged', () => {
  const zone = (...components: readonly string[]) => ({ components });
  expect(merge(zone('a', 'b'), zone('a', 'b', 'c'), zone('b', 'd'))).toEqual({
    value: zone('b', 'c', 'd'),
    conflicts: [],
  });
});
