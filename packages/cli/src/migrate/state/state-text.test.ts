import fc from 'fast-check';
import { expect, test } from 'vitest';

import { asText, changesBetween, flat, fromText, stateFrom, withChanges } from './state-text.js';
import type { State } from './state.js';

const record = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.record({ name: fc.constantFrom('x', 'y', 'z') }));
const states = fc
  .record({ tables: record, sequences: record, types: record, components: record, locale: fc.constantFrom('en', 'fr') })
  .map(({ tables, sequences, types, components, locale }) => {
    const model = { defaultLocale: locale, types, components };
    return { version: 1, schema: { tables, sequences }, model } as unknown as State;
  });

test('a state with its written changes is the next state', () => {
  fc.assert(
    fc.property(states, states, (from, to) => {
      const read = fromText<{ after: string[] }>(asText({ after: ['first'] }, changesBetween(from, to)))!;
      expect(read.after).toEqual(['first']);
      expect(withChanges(from, read)).toEqual(to);
      expect(stateFrom(fromText(asText({}, flat(to)))!)).toEqual(to);
    }),
  );
});

test('an unknown text is not a state', () => {
  expect(fromText('{ "version": 1 }')).toBeUndefined();
  expect(fromText('<<<<<<< ours')).toBeUndefined();
});
