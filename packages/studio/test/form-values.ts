/** Values of forms: for each kind of attribute everything that a form can hold and the API can store. */
import fc from 'fast-check';

import { copyEntry } from '../src/content/form/blank.js';
import { jsonProblem } from '../src/content/form/problems/problems.js';
import type {
  Components,
  DescribedAttribute,
  Entry,
  FileRecord,
  FormValue,
  FormValues,
  Ref,
} from '../src/content/form/value.js';

/** The documents and files that relations and media may name. */
export interface Pool {
  readonly refs: ReadonlyMap<string, readonly Ref[]>;
  readonly files: readonly FileRecord[];
  readonly components: Components;
}

/** Values of a whole form. A required attribute always has a value. */
export function formValues(attributes: readonly DescribedAttribute[], pool: Pool): fc.Arbitrary<FormValues> {
  return fc.record(Object.fromEntries(attributes.map((attribute) => [attribute.name, valueOf(attribute, pool)])));
}

function valueOf(attribute: DescribedAttribute, pool: Pool): fc.Arbitrary<FormValue> {
  const { required } = attribute;
  switch (attribute.kind) {
    case 'scalar': {
      const value = scalarOf(attribute);
      const none = attribute.type === 'json' ? '' : attribute.type === 'password' ? undefined : null;
      return required ? value : fc.option(value, { nil: none, freq: 4 });
    }
    case 'media': {
      const { many, allowedTypes = [] } = attribute;
      const fitting = pool.files.filter(({ mime }) => allowedTypes.includes('files') || mime.startsWith('image/'));
      return fc.shuffledSubarray([...fitting], { maxLength: many ? fitting.length : 1 });
    }
    case 'relation': {
      const all = attribute.target === undefined ? everyType(pool) : (pool.refs.get(attribute.target) ?? []);
      const maxLength = Math.min(all.length, attribute.many ? 6 : 1);
      return fc.shuffledSubarray([...all], { minLength: required ? 1 : 0, maxLength });
    }
    case 'component': {
      const { many, component, min = required ? 1 : 0, max = 3 } = attribute;
      return fc.array(
        entryOf(component, pool),
        many ? { minLength: min, maxLength: max } : { minLength: required ? 1 : 0, maxLength: 1 },
      );
    }
    case 'dynamicZone': {
      const { components, min = required ? 1 : 0, max = 3 } = attribute;
      return fc.array(fc.oneof(...components.map((name) => entryOf(name, pool))), { minLength: min, maxLength: max });
    }
  }
}

/** Documents of every type, as a polymorphic relation names them. */
function everyType({ refs }: Pool): readonly Ref[] {
  return [...refs].flatMap(([uid, list]) =>
    uid.startsWith('plugin::') ? [] : list.map((ref) => ({ ...ref, type: uid })),
  );
}

function entryOf(component: string, pool: Pool): fc.Arbitrary<Entry> {
  const values = formValues(pool.components[component]?.attributes ?? [], pool);
  return values.map((each) => copyEntry({ key: '', component, values: each }));
}

/** Text that PostgreSQL stores: no NUL, no half of a pair. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '',
      ' ',
      ' padded ',
      '"quoted"',
      "it's",
      '<b>not bold</b>',
      '1\n2\r\n3\t',
      '\\',
      '%_',
      '🏴‍☠️',
      'null',
      '0',
    ),
  )
  .filter((each) => !each.includes('\0'));
const moment = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true });

type Scalar = Extract<DescribedAttribute, { readonly kind: 'scalar' }>;

function scalarOf(attribute: Scalar): fc.Arbitrary<FormValue> {
  const { type, values = [], regex, unique, minLength = 0, maxLength = 60, required } = attribute;
  const [min, max] = [Number(attribute.min ?? -1e7), Number(attribute.max ?? 1e7)];
  switch (type) {
    case 'integer':
      return fc.integer(unique ? {} : { min, max }).map(String);
    case 'biginteger':
      if (attribute.min !== undefined) return fc.bigInt({ min: BigInt(min), max: BigInt(max) }).map(String);
      return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
    case 'float':
      if (attribute.min !== undefined) return fc.double({ min, max, noNaN: true }).map(String);
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);
    case 'decimal':
      return fc.integer({ min: Math.ceil(min * 100), max: Math.floor(max * 100) }).map((cents) => String(cents / 100));
    case 'boolean':
      return fc.boolean();
    case 'enumeration':
      return fc.constantFrom(...values);
    case 'date':
      return moment.map((each) => each.toISOString().slice(0, 10));
    case 'time':
      return moment.map((each) => each.toISOString().slice(11, 23));
    case 'datetime':
      return moment.map((each) => each.toISOString());
    case 'json':
      return json.map((value) => (value === null ? '' : JSON.stringify(value, null, 2)));
    case 'blocks':
      return blocks;
    case 'email':
      return fc.noShrink(fc.stringMatching(/^[a-z]{8,12}@[a-z]{2,8}\.org$/));
    case 'uid':
      return fc.noShrink(fc.stringMatching(/^[\w.~-]{12,20}$/));
    default: {
      if (regex !== undefined) return fc.stringMatching(new RegExp(regex));
      // A shorter value may be one that another document has.
      if (unique) return fc.noShrink(fc.stringMatching(/^[a-z]{16,20}$/));
      const least = Math.max(minLength, required || type === 'password' ? 1 : 0);
      return text.map((each) => each.padEnd(least, 'x').slice(0, maxLength)).filter(isWhole);
    }
  }
}

/** Whether a text was not cut inside of a surrogate pair. */
function isWhole(each: string): boolean {
  return !/\p{Surrogate}/u.test(each);
}

/**
 * What a form sends and the API stores. Strapi reads a text that is JSON as that JSON, so no body can store such a text
 * as the whole value.
 */
const json = fc
  .jsonValue({ maxDepth: 3 })
  .map((value): unknown => JSON.parse(JSON.stringify(value)))
  .filter((value) => jsonProblem(JSON.stringify(value)) === undefined)
  .filter((value) => !JSON.stringify(value).includes('\\u0000') && !(typeof value === 'string' && isJson(value)));

function isJson(each: string): boolean {
  try {
    return typeof JSON.parse(each) !== 'string';
  } catch {
    return false;
  }
}

const flag = fc.constantFrom(true);
const leaf = fc.record(
  {
    type: fc.constant('text'),
    text,
    bold: flag,
    italic: flag,
    underline: flag,
    strikethrough: flag,
    code: flag,
  },
  { requiredKeys: ['type', 'text'] },
);
const leaves = fc.array(leaf, { minLength: 1, maxLength: 3 });
const link = fc.record({
  type: fc.constant('link'),
  url: fc.constantFrom('https://example.org/?a=1&b="2"', '/own/path', 'mailto:a@example.org'),
  children: leaves,
});
const inline = fc.array(fc.oneof({ weight: 3, arbitrary: leaf }, link), { minLength: 1, maxLength: 4 });
const { list } = fc.letrec<{ list: unknown; item: unknown }>((tie) => ({
  item: fc.record({ type: fc.constant('list-item'), children: inline }),
  list: fc.record({
    type: fc.constant('list'),
    format: fc.constantFrom('ordered', 'unordered'),
    children: fc.array(fc.oneof({ maxDepth: 2, depthIdentifier: 'list' }, tie('item'), tie('list')), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
}));
const image = fc.record({
  type: fc.constant('image'),
  image: fc.record({
    name: fc.constant('a.png'),
    alternativeText: fc.option(text),
    url: fc.constant('/uploads/a.png'),
    caption: fc.option(text),
    width: fc.nat(),
    height: fc.nat(),
    hash: fc.constant('a'),
    ext: fc.constant('.png'),
    mime: fc.constant('image/png'),
    size: fc.constant(0.5),
    provider: fc.constant('local'),
    createdAt: fc.constant('2026-01-01T00:00:00.000Z'),
    updatedAt: fc.constant('2026-01-01T00:00:00.000Z'),
  }),
  children: fc.constant([{ type: 'text', text: '' }]),
});

/** Every kind of block, as the API checks them. */
export const blocks = fc.array(
  fc.oneof(
    fc.record({ type: fc.constantFrom('paragraph', 'quote'), children: inline }),
    fc.record({ type: fc.constant('heading'), level: fc.integer({ min: 1, max: 6 }), children: inline }),
    fc.record({ type: fc.constant('code'), children: leaves, language: fc.constantFrom('plaintext', 'typescript') }),
    list as fc.Arbitrary<{ type: string }>,
    image,
  ),
  { minLength: 1, maxLength: 4 },
);
