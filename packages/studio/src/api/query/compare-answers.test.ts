import fc from 'fast-check';
import { expect, test } from 'vitest';

import { compareAnswers } from './compare-answers.js';

test('documents are compared by their documentId', () => {
  const left = { data: [{ documentId: 'a', title: 'A', secret: 1 }, { documentId: 'b' }], meta: { total: 2 } };
  const right = { data: [{ documentId: 'b' }, { documentId: 'a', title: 'B' }], meta: { total: 2 } };
  expect(compareAnswers(left, right)).toEqual([
    { path: 'data[a].title', kind: 'different' },
    { path: 'data[a].secret', kind: 'only left' },
  ]);
  expect(compareAnswers({ data: [] }, left)[0]).toEqual({ path: 'data[a]', kind: 'only right' });
});

test('versions of one document are told apart', () => {
  const versions = [
    { documentId: 'a', locale: 'en' },
    { documentId: 'a', locale: 'fr' },
  ];
  expect(compareAnswers(versions, versions.slice(1))).toEqual([{ path: '[a en]', kind: 'only left' }]);
});

test('equal answers have no differences, and the order of the answers only swaps the sides', () => {
  const swapped = { 'only left': 'only right', 'only right': 'only left', different: 'different' } as const;
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
      expect(compareAnswers(left, structuredClone(left))).toEqual([]);
      const there = compareAnswers(left, right).map(({ path, kind }) => `${path} ${swapped[kind]}`);
      const back = compareAnswers(right, left).map(({ path, kind }) => `${path} ${kind}`);
      expect(there.sort()).toEqual(back.sort());
    }),
  );
});
