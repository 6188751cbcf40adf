/** A suggested uid: the API takes ASCII letters, digits and `-_.~`, so other letters are spelled with those. */
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { slugOf } from './slug.js';

test.each([
  ['Łódź Đà', 'lodz-da'],
  ['ışık İstanbul', 'isik-istanbul'],
  ['Straße für Ærø, smørrebrød & œuvre', 'strasse-fuer-aero-smorrebrod-oeuvre'],
  ['Ще й ёлка, Київ', 'shhe-j-yolka-kiyiv'],
  ['Ψωμί ς', 'psomi-s'],
  ['Crème brûlée №5', 'creme-brulee-no5'],
  ['مرحبا بالعالم ٢٠٢٦', 'mrhba-balealm-2026'],
  ['إسلام', 'islam'],
  ['گزارش ۱۲', 'gzarsh-12'],
  ['שלום עולם', 'shlvm-avlm'],
  ['Երևան', 'yeryevan'],
  ['თბილისი', 'tbilisi'],
  ['서울의 봄', 'seoului-bom'],
  ['東京', ''],
])('%s becomes "%s"', (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});

test('every suggestion is one that the API takes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(slugOf(text)).toMatch(/^([a-z\d]+(-[a-z\d]+)*)?$/);
    }),
  );
});
