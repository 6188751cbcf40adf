/** A form sends what changed, so two values are the same exactly if the API could not tell them apart. */
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { sameValue } from './same-value.js';
import type { Entry, FormValue, Ref } from './value.js';

const name = fc.constantFrom('label', 'key', 'title', 'id', 'component');
const text = fc.string({ maxLength: 3 });
const ref: fc.Arbitrary<Ref> = fc.record(
  { documentId: fc.constantFrom('a', 'b', 'c'), label: text, type: fc.constantFrom('api::tag.tag', 'api::note.note') },
  { requiredKeys: ['documentId'] },
);
const entry: fc.Arbitrary<Entry> = fc.record({
  key: text,
  id: fc.nat(3),
  component: fc.constantFrom('shared.seo', 'shared.quote'),
  values: fc.dictionary(name, fc.oneof(text, fc.boolean(), fc.constant(null), fc.array(ref, { maxLength: 3 }))),
});
const value: fc.Arbitrary<FormValue> = fc.oneof(
  text,
  fc.boolean(),
  fc.constant(null),
  fc.array(ref, { maxLength: 3 }),
  fc.array(entry, { maxLength: 3 }),
);

/** A value as the API sees it: no labels of documents, no keys of entries. */
function seen(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(seen);
  if (typeof shown !== 'object' || shown === null) return shown;
  if ('values' in shown) {
    const { key: _, values, ...rest } = shown as Entry;
    return { ...rest, values: Object.fromEntries(Object.entries(values).map(([at, each]) => [at, seen(each)])) };
  }
  const { label: _, ...rest } = shown as Ref;
  return rest;
}

test('values are the same exactly if the API sees the same', () => {
  const equals = (one: unknown, other: unknown) => {
    try {
      expect(one).toEqual(other);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(sameValue(one, structuredClone(one))).toBe(true);
      expect(sameValue(one, other)).toBe(equals(seen(one), seen(other)));
    }),
  );
});

test('an attribute of an entry may be called like a part of the form', () => {
  const part = (values: Entry['values']): readonly Entry[] => [{ key: 'x', id: 1, component: 'shared.link', values }];
  expect(sameValue(part({ label: 'one' }), part({ label: 'two' }))).toBe(false);
  expect(sameValue(part({ key: 'one' }), part({ key: 'two' }))).toBe(false);
});
