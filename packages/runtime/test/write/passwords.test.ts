import { expect, it } from 'vitest';

import { pages } from '../../../../fixtures/desk/src/content/schema.js';
import * as attr from '../../src/model/attributes/index.js';
import type { AnyComponent, AnyModel } from '../../src/model/model.js';
import type { AttributeInput, InputValues } from '../../src/write/input/input.js';
import { hashSecrets } from '../../src/write/input/read.js';

type Any = Record<string, unknown>;

const login: AnyComponent = attr.componentType<Any>({
  name: 'shared.login',
  attributes: { pw: attr.password(), inner: attr.component(() => login) },
});
const account: AnyModel = attr.contentType<Any>({
  name: 'account',
  plural: 'accounts',
  uid: 'api::account.account',
  table: pages,
  attributes: {
    pw: attr.password(),
    one: attr.component(() => login),
    many: attr.component(() => login, { repeatable: true }),
    zone: attr.dynamicZone(() => [login]),
  },
});

const password: AttributeInput = { kind: 'scalar', value: 'secret1' };
const entries = (count: number, input: InputValues): AttributeInput => ({
  kind: 'entries',
  entries: Array.from({ length: count }, () => ({ component: login, input })),
});
const secret: InputValues = new Map([['pw', password]]);
const nested: InputValues = new Map([...secret, ['inner', entries(1, secret)]]);

function scalarsIn(input: InputValues): unknown[] {
  return [...input.values()].flatMap((value) => {
    if (value.kind === 'entries') return value.entries.flatMap((entry) => scalarsIn(entry.input));
    return value.kind === 'scalar' ? [value.value] : [];
  });
}

it('ten passwords of one body are hashed, wherever they are', async () => {
  const input: InputValues = new Map([
    ['pw', password],
    ['one', entries(1, nested)],
    ['many', entries(3, secret)],
    ['zone', entries(2, nested)],
  ]);
  const hashed = scalarsIn(await hashSecrets(account, input));
  expect(hashed).toHaveLength(10);
  for (const value of hashed) expect(value).toMatch(/^\$argon2/);
});

it.each([
  ['many[10].pw', new Map([['many', entries(1_000, secret)]])],
  ['zone[5].pw', new Map([['zone', entries(500, nested)]])],
  ['one.pw', new Map([...new Map([['many', entries(10, secret)]]), ['one', entries(1, secret)]])],
])('the eleventh is a 400 that names it: %s', async (path, input) => {
  await expect(hashSecrets(account, input)).rejects.toMatchObject({
    status: 400,
    name: 'ValidationError',
    message: `${path} is one password too many: a request may set at most 10`,
  });
});
