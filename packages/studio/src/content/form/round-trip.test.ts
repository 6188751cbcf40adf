/** What a form is given comes back unchanged, whatever the values are; a change is sent as exactly that change. */
import type { DescribedAttribute, DescribedType } from '@content-gen/runtime/studio';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { times } from '../../../../runtime/test/harness/suite.js';
import { formOf } from './from-api.js';
import { type ListChanges, listChanges } from './list-changes.js';
import { mergeForms } from './merge.js';
import { bodyOf } from './to-body.js';
import type { Entry, Ref } from './value.js';

const base = { label: 'Field', readable: true, filterable: true, writable: true, required: false, shared: false };
const scalar = (type: string) => ({ ...base, name: type, kind: 'scalar', unique: false, type }) as DescribedAttribute;

const documentId = fc.stringMatching(/^[a-z\d]{24}$/);
const text = fc.string({ unit: 'grapheme' });
const moment = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const leaf = fc.record({ type: fc.constant('text'), text, bold: fc.boolean() });

/** The values of each kind of attribute, as the API shows them. */
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: text,
  text,
  richtext: text,
  email: fc.emailAddress(),
  uid: fc.stringMatching(/^[\w.~-]+$/),
  enumeration: fc.constantFrom('news', 'opinion'),
  integer: fc.integer(),
  biginteger: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  // The API shows no negative zero.
  float: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0 || 0),
  decimal: fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }).map((cents) => cents / 100 || 0),
  boolean: fc.boolean(),
  date: moment.map((date) => date.toISOString().slice(0, 10)),
  time: moment.map((date) => date.toISOString().slice(11, 23)),
  datetime: moment.map((date) => date.toISOString()),
  // `null` as a whole is no value. JSON has neither `undefined` nor a negative zero.
  json: fc.jsonValue({ noUnicodeString: false }).map((value): unknown => JSON.parse(JSON.stringify(value))),
  blocks: fc.array(fc.record({ type: fc.constant('paragraph'), children: fc.array(leaf, { minLength: 1 }) }), {
    minLength: 1,
  }),
};
const scalars = Object.keys(values).map(scalar);
const record = fc.record(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fc.option(value)])));

const components = {
  'shared.all': { name: 'shared.all', label: 'All', attributes: scalars },
} as const;
const target = { name: 'tag', uid: 'api::tag.tag', attributes: [scalar('string')] } as unknown as DescribedType;
const context = { components, types: [target] };

describe('a value that is not changed', () => {
  test('comes back as it was, in every kind of scalar', () => {
    fc.assert(
      fc.property(record, (document) => {
        const form = formOf(scalars, document, context);
        // Nothing is known of the old document, so all values are sent but those that are missing.
        const present = Object.entries(document).filter(([, value]) => value !== null);
        expect(bodyOf(scalars, form, undefined, components)).toEqual(Object.fromEntries(present));
        expect(bodyOf(scalars, form, form, components)).toEqual({});
      }),
    );
  });

  test('comes back as it was, in entries of a zone, with their ids', () => {
    const zone: DescribedAttribute = { ...base, name: 'zone', kind: 'dynamicZone', components: ['shared.all'] };
    fc.assert(
      fc.property(fc.array(record, { minLength: 1 }), (records) => {
        const entries = records.map((each, index) => ({ id: index + 1, __component: 'shared.all', ...each }));
        const form = formOf([zone], { zone: entries }, context);
        const [first, ...rest] = formOf([zone], { zone: [...entries, entries[0]] }, context)[
          'zone'
        ] as readonly Entry[];
        // The list had one more entry, so the body names the whole list.
        expect(bodyOf([zone], form, { zone: [...rest, first as Entry] }, components)).toEqual({ zone: entries });
      }),
      { numRuns: times(50) },
    );
  });
});

describe('a list of relations', () => {
  const refs = fc.uniqueArray(documentId, { maxLength: 12 }).map((ids) => ids.map(refOf));

  test('becomes the wanted list by the changes that are sent', () => {
    fc.assert(
      fc.property(refs, refs, fc.infiniteStream(fc.nat()), (before, added, places) => {
        const mixed = [...before.filter((_, index) => index % 3 !== 0), ...added];
        const after = [...new Map(mixed.map((ref) => [ref.documentId, ref])).values()]
          .map((ref) => ({ ref, place: places.next().value ?? 0 }))
          .sort((one, other) => one.place - other.place)
          .map(({ ref }) => ref);
        const changes = listChanges(before, after);
        expect(applied(before, changes)).toEqual(after.map((ref) => ref.documentId));
      }),
    );
  });

  test('names one entry when one entry moves', () => {
    const before = ['a', 'b', 'c', 'd'].map(refOf);
    const after = ['d', 'a', 'b', 'c'].map(refOf);
    expect(listChanges(before, after)).toEqual({
      connect: [{ documentId: 'd', position: { start: true } }],
      disconnect: [],
    });
    expect(listChanges(before, before)).toBeUndefined();
  });
});

function refOf(each: string): Ref {
  return { documentId: each, label: each };
}

/** Applies changes as the API documents them. */
function applied(before: readonly Ref[], changes: ListChanges | undefined): readonly string[] {
  const list = before.map((ref) => ref.documentId).filter((each) => changes?.disconnect.includes(each) !== true);
  for (const { documentId: each, position } of changes?.connect ?? []) {
    if (list.includes(each)) list.splice(list.indexOf(each), 1);
    list.splice('start' in position ? 0 : list.indexOf(position.after) + 1, 0, each);
  }
  return list;
}

describe('a merge', () => {
  test('keeps the changes of both, and reports fields that both changed', () => {
    const { merged, conflicts } = mergeForms(
      { title: 'a', text: 'a', slug: 'a', note: 'a' },
      { title: 'mine', text: 'mine', slug: 'a', note: 'same' },
      { title: 'theirs', text: 'a', slug: 'theirs', note: 'same' },
    );
    expect(merged).toEqual({ title: 'mine', text: 'mine', slug: 'theirs', note: 'same' });
    expect(conflicts).toEqual([{ name: 'title', mine: 'mine', theirs: 'theirs' }]);
  });
});
