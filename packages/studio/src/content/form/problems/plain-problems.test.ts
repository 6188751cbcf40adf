import { expect, test } from 'vitest';

import type { DescribedAttribute, FormValue } from '../value.js';
import { placedText, plainProblems } from './plain-problems.js';

const nameOf = (label: string) => label.toLowerCase().replace(' ', '');
const base = { readable: true, filterable: true, writable: true, required: false, shared: false };
const scalar = (label: string, more: object) =>
  ({
    ...base,
    kind: 'scalar',
    name: nameOf(label),
    label,
    type: 'string',
    unique: false,
    ...more,
  }) as DescribedAttribute;
const zone = {
  ...base,
  kind: 'dynamicZone',
  name: 'sections',
  label: 'Sections',
  components: ['quote'],
  min: 2,
} as DescribedAttribute;
const components = {
  quote: { name: 'quote', label: 'Quote', attributes: [scalar('Text', { required: true })] },
};

const messageOf = (attribute: DescribedAttribute, value: FormValue) => {
  const shape = { attributes: [attribute], values: { [attribute.name]: value }, components };
  return plainProblems([{ path: [attribute.name], message: 'of the API' }], shape)[0]?.message;
};

test.each<[string, object, FormValue]>([
  ['Head line is required.', { required: true }, null],
  ['Head line may have at most 3 characters, and has 4.', { maxLength: 3 }, 'four'],
  ['Head line needs at least 3 characters, and has 1.', { minLength: 3 }, 'a'],
  ['Head line must be 1 or more.', { type: 'integer', min: 1 }, '0'],
  ['Head line must be 9.5 or less.', { type: 'decimal', max: 9.5 }, '10'],
  ['Head line is no mail address such as anna@example.org.', { type: 'email' }, 'anna'],
  ['Head line must be one of news, opinion.', { type: 'enumeration', values: ['news', 'opinion'] }, 'other'],
  ['Head line does not have the form ^a$.', { regex: '^a$' }, 'b'],
  ['Another document has this head line already.', { unique: true }, 'taken'],
  ['of the API', {}, 'fine for all rules of the model'],
  ['of the API', { regex: '(?i)a' }, 'a pattern of another dialect'],
])('%s', (message, more, value) => {
  expect(messageOf(scalar('Head line', more), value)).toBe(message);
});

test('a problem in an entry has the label of its field, and says where it is', () => {
  const entry = (text: string | null) => ({ key: 'k', component: 'quote', values: { text } });
  const shape = { attributes: [zone], values: { sections: [entry('a'), entry(null)] }, components };
  const path = ['sections', '1', 'text'];
  const [problem] = plainProblems([{ path, message: 'sections[1].text must be defined.' }], shape);
  expect(problem?.message).toBe('Text is required.');
  expect(placedText(shape, path, 'Text is required.')).toBe('Sections, entry 2: Text is required.');
  expect(placedText(shape, path, 'This is not complete.')).toBe('Sections, entry 2, Text: This is not complete.');
  expect(placedText(shape, ['sections'], 'Sections needs more.')).toBe('Sections needs more.');
});

test('a list says how many entries it has', () => {
  expect(messageOf(zone, [{ key: 'k', component: 'quote', values: {} }])).toBe(
    'Sections needs at least 2 entries, and has 1.',
  );
});

test('a problem inside of a value keeps the words of the API', () => {
  const body = scalar('Body', { type: 'blocks', required: true });
  const shape = { attributes: [body], values: { body: null }, components };
  const problem = { path: ['body', '0', 'url'], message: 'Please specify a valid link.' };
  expect(plainProblems([problem, { path: ['gone'], message: 'other' }], shape)).toEqual([
    problem,
    { path: ['gone'], message: 'other' },
  ]);
});
