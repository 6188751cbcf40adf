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

const LONG = 1_000_000;

it.each([
  ['a declaration of spaces', `<!doctype${' '.repeat(LONG)}`, 'text/html'],
  ['a declaration of brackets', `<!doctype svg ${'['.repeat(LONG)}`, 'text/html'],
  ['a declaration of pairs of brackets', `<!doctype svg ${'[]'.repeat(LONG / 4)}`, 'text/html'],
  ['comments', '<!---->'.repeat(LONG / 4), undefined],
  ['a comment without an end after others', `${'<!---->'.repeat(LONG / 4)}<!--`, undefined],
  ['beginnings of comments', '<!--'.repeat(LONG), undefined],
  ['declarations of XML', '<?xml ?>'.repeat(LONG / 4), 'application/xml'],
  ['spaces', ' '.repeat(LONG), undefined],
  ['a name', `<${'a'.repeat(LONG)}`, undefined],
])('%s are read once, because a second time for each character would take hours', (_what, text, type) => {
  expect(markupType(text)).toBe(type);
});
