import fc from 'fast-check';
import { expect, test } from 'vitest';

import { modelOf } from '../../../cli/test/model-of.js';
import { compareAnswers } from './compare-answers.js';
import { shapesOf } from './shape.js';

const shapes = shapesOf({ contentTypes: [], components: [] });
const rules = { shapes, ignored: new Set<string>() };
const request = { method: 'GET', path: '/api/things?sort=rank' } as const;
const answer = (data: unknown, total?: number) =>
  ({
    kind: 'json',
    status: 200,
    body: { data, meta: total === undefined ? {} : { pagination: { page: 1, pageSize: 25, pageCount: 1, total } } },
  }) as const;

const thing = fc.record({
  documentId: fc.stringMatching(/^[a-z][a-z0-9]{5}$/),
  id: fc.nat(),
  rank: fc.constantFrom(1, 2, 3),
  value: fc.jsonValue(),
});
const things = fc.uniqueArray(thing, { selector: ({ documentId }) => documentId, maxLength: 8 });

test('every answer is equal to itself, whatever its row ids', () => {
  fc.assert(
    fc.property(things, (list) => {
      const renumbered = list.map((each) => ({ ...each, id: each.id + 1 }));
      expect(compareAnswers(request, answer(list), answer(renumbered), rules).differences).toEqual([]);
    }),
  );
});

test('documents with equal values may change places, others may not', () => {
  fc.assert(
    fc.property(things, fc.infiniteStream(fc.nat()), (list, noise) => {
      const ranks = list.map((each) => ({ each, rank: noise.next().value }));
      const sorted = ranks.toSorted((one, other) => one.each.rank - other.each.rank).map(({ each }) => each);
      const mixed = ranks
        .toSorted((one, other) => one.each.rank - other.each.rank || one.rank - other.rank)
        .map(({ each }) => each);
      expect(compareAnswers(request, answer(sorted), answer(mixed), rules).differences).toEqual([]);
      const reversed = sorted.toReversed();
      const isOther = reversed.some(({ rank }, index) => rank !== sorted[index]?.rank);
      const kinds = compareAnswers(request, answer(sorted), answer(reversed), rules).differences.map(
        ({ kind }) => kind,
      );
      expect(kinds).toEqual(isOther ? ['other order'] : []);
    }),
  );
});

test('a document that a whole list lacks is missing, also when another one with an equal value has its place', () => {
  const [one, other] = ['aaaaaa', 'bbbbbb'].map((documentId) => ({ documentId, id: 1, rank: 1, value: 0 }));
  const kindsOf = (total: number) =>
    compareAnswers(request, answer([one], total), answer([other], total), rules).differences.map(({ kind }) => kind);
  expect(kindsOf(1)).toEqual(['missing document', 'extra document']);
  // On a page, documents with equal values may be on another page.
  expect(kindsOf(2)).toEqual([]);
});

test('documents that only the old server finds by a filter on a relation with drafts are explained', async () => {
  const relation = (target: string) => ({ type: 'relation', relation: 'manyToOne', target });
  const model = await modelOf({
    'content/page.json': {
      attributes: { title: { type: 'string' }, author: relation('author'), tag: relation('tag') },
    },
    'content/author.json': { attributes: { name: { type: 'string' } }, options: { draftAndPublish: true } },
    'content/tag.json': { attributes: { name: { type: 'string' }, owner: relation('author') } },
  });
  const types = shapesOf(model);
  const page = model.contentTypes.find(({ name }) => name === 'page')!;
  const [first, second] = ['aaaaaa', 'bbbbbb'].map((documentId) => ({ documentId, id: 1 }));
  const becauseOf = (query: string, old: readonly unknown[], ours: readonly unknown[]) =>
    compareAnswers({ method: 'GET', path: `/api/pages?${query}` }, answer(old, old.length), answer(ours, ours.length), {
      shapes: types,
      shape: types.ofType(page),
      ignored: new Set(),
    }).differences.map(({ kind, because }) => `${kind}: ${because}`);
  const explained = ['missing document: versions', 'other total: versions'];
  const both = [first, second];
  expect(becauseOf('filters[author][name]=x', both, [first])).toEqual(explained);
  expect(becauseOf('filters[$or][0][tag][owner][name][$eq]=x', both, [first])).toEqual(explained);
  const plain = ['missing document: undefined', 'other total: undefined'];
  expect(becauseOf('filters[title]=x', both, [first])).toEqual(plain);
  expect(becauseOf('filters[tag][name]=x', both, [first])).toEqual(plain);
  expect(becauseOf('populate=author', both, [first])).toEqual(plain);
  // Our server never finds more documents than the old one.
  const extra = ['extra document: undefined', 'other total: undefined'];
  expect(becauseOf('filters[author][name]=x', [first], both)).toEqual(extra);
});
