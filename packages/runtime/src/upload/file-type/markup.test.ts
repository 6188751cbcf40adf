import { expect, it } from 'vitest';

import { markupType } from './markup.js';

it.each([
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['<?xml version="1.0"?>\n<!-- made by -->\n<!DOCTYPE svg PUBLIC "x" "y" [<!ENTITY a "b">]>\n<svg/>', 'image/svg+xml'],
  ['<x:svg xmlns:x="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['<!DOCTYPE html>', 'text/html'],
  ['<!DOCTYPE  \n html>some text', 'text/html'],
  ['  <!--x--><BODY>', 'text/html'],
  ['<?xml version="1.0"?><html>', 'text/html'],
  ['<?xml version="1.0"?><feed/>', 'application/xml'],
  ['<?= 1 ?>', 'application/x-httpd-php'],
  ['#!/usr/bin/env node', 'application/x-sh'],
  ['', undefined],
  ['a,b\n1,2', undefined],
  ['<3 is a heart', undefined],
  ['some text with <script> in it', undefined],
])('%j is recognised as %s', (text, type) => {
  expect(markupType(text)).toBe(type);
});

it('a declaration of many spaces that does not end is read once', () => {
  // Reading the spaces again from each of them would take minutes.
  expect(markupType(`<!doctype${' '.repeat(120_000)}`)).toBe('text/html');
}, 20_000);
