import { expect, test } from 'vitest';

import { problemsAfter } from './problems-after.js';
import type { Entry } from '../value.js';

const entry = (key: string, values: Entry['values']): Entry => ({ key, component: 'part', values });
const one = entry('one', { text: 'a', name: 'x' });
const two = entry('two', { text: 'b', lines: [entry('line', { text: 'c' })] });
const problems = new Map(
  ['title', 'parts', 'parts.0.text', 'parts.1.text', 'parts.1.lines.0.text'].map((at) => [at, '']),
);
const left = (before: readonly Entry[], after: readonly Entry[]) => [
  ...problemsAfter(problems, 'parts', before, after).keys(),
];

test('a change of a part of an entry leaves the problems of all other parts', () => {
  const changed = { ...one, values: { ...one.values, text: 'aa' } };
  expect(left([one, two], [changed, two])).toEqual(['title', 'parts.1.text', 'parts.1.lines.0.text']);
  const deep = { ...two, values: { ...two.values, lines: [entry('line', { text: 'cc' })] } };
  expect(left([one, two], [one, deep])).toEqual(['title', 'parts.0.text', 'parts.1.text']);
});

test('another list of entries has no problems: their places mean other entries', () => {
  expect(left([one, two], [two, one])).toEqual(['title']);
  expect(left([one, two], [one])).toEqual(['title']);
});

test('the path of a component that is no list has no place', () => {
  const changed = { ...one, values: { ...one.values, text: 'aa' } };
  const of = new Map(['seo.text', 'seo.name'].map((at) => [at, '']));
  expect([...problemsAfter(of, 'seo', [one], [changed]).keys()]).toEqual(['seo.name']);
});
