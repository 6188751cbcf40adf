import { expect, it } from 'vitest';

import { svgSize } from './svg-size.js';

const svg = (attributes: string) => `<?xml version="1.0"?><!-- a --><svg xmlns="x" ${attributes}><rect/></svg>`;

it.each([
  ['width="20" height="10"', 20, 10],
  ["width = '20px' height\n='10.5'", 20, 11],
  ['width="20mm" height="1in"', 57, 72],
  ['width="2pc" height="2em"', 24, 24],
  ['viewBox="0 0 33.3 44.7"', 33, 45],
  ['viewBox="-5,-5 , 30,40" width="50%" height="auto"', 30, 40],
  ['width="15" viewBox="0 0 30 40"', 15, 20],
  ['height="80" viewBox="0 0 30 40"', 60, 80],
])('%s is a size', (attributes, width, height) => {
  expect(svgSize(svg(attributes))).toEqual({ width, height });
});

it.each([
  '',
  'width="20"',
  'width="-20" height="10"',
  'width="0" height="10"',
  'width="9e99" height="10"',
  'width="twenty" height="10"',
  'viewBox="0 0 0 0"',
  '<width="20" height="10"',
  'width="20" height="10',
])('%s is none', (attributes) => {
  expect(svgSize(svg(attributes))).toBeUndefined();
});

const LONG = 1_000_000;

it.each([
  ['spaces', ' '.repeat(LONG)],
  ['letters', 'a'.repeat(LONG)],
  ['equals signs', '='.repeat(LONG)],
  ['attributes without a value', 'a '.repeat(LONG)],
  ['attributes', 'a="" '.repeat(LONG / 10)],
  ['a quote that does not end', `width="${'"=" '.repeat(LONG)}`],
  ['a number of many digits', `width="${'1'.repeat(LONG)}x" height="10"`],
  ['a view box of spaces', `viewBox="0${' '.repeat(LONG)}"`],
])('%s are read once, because a second time for each would take hours', (_what, attributes) => {
  expect(svgSize(svg(attributes))).toBeUndefined();
});
