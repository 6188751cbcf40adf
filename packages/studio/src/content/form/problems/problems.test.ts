import { expect, test } from 'vitest';

import { formProblems, jsonProblem } from './problems.js';
import type { DescribedAttribute } from '../value.js';

const base = {
  label: 'Field',
  readable: true,
  filterable: true,
  writable: true,
  required: false,
  shared: false,
  unique: false,
};
const json = { ...base, kind: 'scalar', name: 'extra', type: 'json' } as DescribedAttribute;
const parts = { ...base, kind: 'component', name: 'parts', component: 'part', many: true } as DescribedAttribute;
const components = { part: { name: 'part', label: 'Part', attributes: [json] } };

test.each(['', '  ', 'null', '0', '"__proto__"', '{ "constructor": 1 }', '[{ "a": "__proto__" }]'])(
  'a JSON field takes %j',
  (text) => {
    expect(jsonProblem(text)).toBeUndefined();
  },
);

test.each(['{', 'free text', '{ "a": 1 } 2'])('a JSON field says that %j is not JSON', (text) => {
  expect(jsonProblem(text)).toMatch(/^This is not JSON: ./);
});

// The API refuses the whole body, and does not say which field it means.
test.each(['{ "__proto__": 0 }', '[{ "a": { "__proto__": {} } }]', '{ "\\u005f_proto__": 0 }'])(
  'a JSON field says that the API refuses the key in %s',
  (text) => {
    expect(jsonProblem(text)).toBe('The API takes no key with the name __proto__.');
  },
);

test('a problem in an entry of a component has the path of its field', () => {
  const entry = { key: 'k', component: 'part', values: { extra: '{' } };
  const values = { extra: '{ "__proto__": 1 }', parts: [{ ...entry, values: { extra: '1' } }, entry] };
  const paths = formProblems([json, parts], values, { components, isFinal: true }).map(({ path }) => path.join('.'));
  expect(paths).toEqual(['extra', 'parts.1.extra']);
});

test('a field for a number says plainly what is wrong with its text', () => {
  const number = (type: string, required = false) => ({ ...json, name: type, type, required }) as DescribedAttribute;
  const problemOf = (attribute: DescribedAttribute, text: string | null | undefined, isFinal = true) =>
    formProblems([attribute], { [attribute.name]: text }, { components, isFinal })[0]?.message;
  expect(problemOf(number('decimal'), '1,5')).toBe('This is not a number. Write it like 1.5.');
  expect(problemOf(number('integer'), '1.5')).toBe('This is not a whole number. Write it like 15.');
  expect(problemOf(number('biginteger'), 'many')).toBe('This is not a whole number. Write it like 15.');
  for (const empty of [null, ' ']) expect(problemOf(number('float', true), empty)).toBe('A number is required here.');
  expect(problemOf(number('float', true), null, false)).toBeUndefined();
  // The stored value of a private attribute is not known, and may be there.
  expect(problemOf(number('float', true), undefined)).toBeUndefined();
  for (const text of ['0', '-3', ' 7 ', '1e3']) expect(problemOf(number('integer', true), text)).toBeUndefined();
});
