import { expect, test } from 'vitest';

import { attributeOf, modelOf } from '../../../test/model-of.js';

/** Accepted values at the limits. fixtures/errors contains the rejected ones. */
const accepted = {
  string: { type: 'string', minLength: 2, maxLength: 2, regex: '^a', default: 'ab' },
  text: { type: 'text', default: 'x'.repeat(300) },
  email: { type: 'email', default: 'a@b.cd' },
  uid: { type: 'uid', default: 'a-B_1.~' },
  enumeration: { type: 'enumeration', enum: ['a b', 'c'], default: 'a b' },
  integer: { type: 'integer', min: -2147483648, default: -2147483648 },
  bigText: { type: 'biginteger', max: '9223372036854775807', default: '9223372036854775807' },
  bigNumber: { type: 'biginteger', min: 5, default: 5 },
  float: { type: 'float', min: 0.5, max: 0.5, default: 0.5 },
  decimal: { type: 'decimal', default: -10.25 },
  boolean: { type: 'boolean', default: false },
  date: { type: 'date', default: '2024-02-29' },
  time: { type: 'time', default: '23:59:59.999' },
  shortTime: { type: 'time', default: '00:00:00' },
  datetime: { type: 'datetime', default: '2024-02-29T08:30:00.000Z' },
  zoned: { type: 'timestamp', default: '2024-02-29T08:30:00+02:00' },
  json: { type: 'json', default: { a: [1, 'b', null] } },
  blocks: { type: 'blocks', default: [{ type: 'paragraph', children: [{ type: 'text', text: 'x' }] }] },
};

test.each(Object.entries(accepted))('%s', async (name, options) => {
  const model = await modelOf({ 'content/article.json': { attributes: { [name]: options } } });
  expect(attributeOf(model, 'article', name)).toMatchObject({ default: options.default });
});

test('null counts as no default', async () => {
  const model = await modelOf({ 'content/article.json': { attributes: { title: { type: 'string', default: null } } } });
  expect(attributeOf(model, 'article', 'title')).not.toHaveProperty('default');
});
