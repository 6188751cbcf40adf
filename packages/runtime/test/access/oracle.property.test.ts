import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Person, register } from '../harness/people.js';
import { PATIENCE_MS, runs } from '../harness/property.js';
import { FULL, type Site, openSite } from './site.js';

let site: Site;
let reader: Person;

const SECRETS = ['alpha-secret', 'beta-secret', '$argon2id$v=19$secret', '42'];

beforeAll(async () => {
  site = await openSite();
  const make = async (path: string, data: object) => {
    const { body } = await site.request('POST', `/api/${path}`, { token: FULL, body: { data } });
    expect(body.error).toBeUndefined();
    return body.data.documentId as string;
  };
  reader = await register(site, 'reader');
  for (const [index, name] of ['Ann', 'Bob', 'Cy'].entries()) {
    const author = await make('authors', { name, ssn: SECRETS[index] });
    const category = await make('categories', { name: `c${index}` });
    await make('articles', {
      title: `t${index}`,
      secret: SECRETS[index],
      pass: `pass-${SECRETS[index]}`,
      author,
      categories: [category],
      seo: { metaTitle: 'm', hiddenNote: SECRETS[index] },
    });
    await make('restaurants', { name: `r${index}`, owner: reader.documentId });
  }
});
afterAll(() => site.close());

/** Puts other values where the private ones were. */
async function stir(values: readonly string[]): Promise<void> {
  const [a, b, c] = values;
  await site.test.rows(
    `update articles set secret = $1, pass = $2, seo = jsonb_set(seo, '{hiddenNote}', to_jsonb($3::text))`,
    [a, b, c],
  );
  await site.test.rows('update authors set ssn = $1', [b]);
  await site.test.rows('update users set password = $1, reset_password_token = $2, confirmation_token = $3', [a, b, c]);
}

const operator = fc.constantFrom(
  ...['$eq', '$ne', '$in', '$notIn', '$lt', '$gte', '$null', '$notNull', '$contains', '$containsi', '$startsWith'],
  ...['$endsWithi', '$eqi', '$between', '$not', '$or', '$jsonSupersetOf'],
);
const hidden = {
  articles: [
    'secret',
    'pass',
    'seo][hiddenNote',
    'author][ssn',
    'categories][articles][secret',
    'author][articles][pass',
  ],
  authors: ['ssn', 'articles][secret', 'articles][seo][hiddenNote', 'articles][pass'],
  restaurants: ['owner][password', 'owner][resetPasswordToken', 'owner][confirmationToken'],
  users: ['password', 'resetPasswordToken', 'confirmationToken'],
};
const value = fc.constantFrom(...SECRETS, 'true', 'a', '');

const request = fc
  .constantFrom(...(Object.keys(hidden) as (keyof typeof hidden)[]))
  .chain((type) => fc.tuple(fc.constant(type), fc.constantFrom(...hidden[type]), operator, value))
  .chain(([type, path, op, text]) => {
    const dotted = path.replaceAll('][', '.');
    const [first, ...rest] = path.split('][');
    const last = rest.at(-1) ?? first;
    const nested = rest.length === 0 ? first : `${first}][populate][${rest.join('][populate][')}`;
    return fc.constantFrom(
      `${type}?filters[${path}][${op}]=${text}`,
      `${type}?filters[$not][${path}][${op}]=${text}`,
      `${type}?filters[$or][0][${path}]=${text}&filters[$or][1][id][$gt]=0`,
      `${type}?filters[$and][0][$or][0][${path}][${op}][0]=${text}`,
      `${type}?sort=${dotted}:desc`,
      `${type}?sort[${path}]=asc`,
      `${type}?fields=${dotted}`,
      `${type}?fields[0]=id&fields[1]=${last}`,
      `${type}?populate=${dotted}`,
      `${type}?populate[${nested}]=true`,
      `${type}?populate[${first}][filters][${rest.join('][') || last}][${op}]=${text}`,
      `${type}?populate[${first}][sort]=${rest.join('.') || last}`,
      `${type}?populate[${first}][fields]=${rest.join('.') || last}`,
      `${type}?_q=${text}`,
      `${type}?_q=${text}&populate=*`,
      `${type}?populate=*&pagination[withCount]=true`,
      `${type}?${last}=${text}`,
      `${type}?where[${path}]=${text}`,
    );
  });

it('answers and totals do not depend on private values', { timeout: PATIENCE_MS }, async () => {
  const tokens = fc.constantFrom('anonymous', 'reader', 'full');
  const values = fc.tuple(value, value, value);
  await fc.assert(
    fc.asyncProperty(request, tokens, values, async (path, who, stirred) => {
      const token = who === 'anonymous' ? {} : { token: who === 'full' ? FULL : reader.token };
      const before = await site.request('GET', `/api/${path}`, token);
      await stir(stirred);
      const after = await site.request('GET', `/api/${path}`, token);
      expect(before.status).toBeLessThan(500);
      expect([after.status, after.body]).toEqual([before.status, before.body]);
      for (const secret of SECRETS.slice(0, 3)) {
        const { error: _, ...shown } = after.body;
        expect(JSON.stringify(shown)).not.toContain(secret);
      }
    }),
    { numRuns: runs.privateValues },
  );
});
