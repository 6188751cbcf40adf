import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Permissions } from '../../src/content/settings.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { type Person, register } from '../harness/people.js';
import { PATIENCE_MS, runs, untilSeen } from '../harness/property.js';
import { FULL, type Site, openSite } from './site.js';
import { openSite as openAnySite } from '../harness/site.js';
import { type Worlds, keepRows, withoutChance } from './worlds.js';

let site: Site;
let sites: Readonly<Record<'documented' | 'strapi', Site>>;
let worlds: Worlds;
let reader: Person;
let known: ReadonlySet<string>;
const ids = { articles: '', authors: '', restaurants: '', draft: '', 'strict-items': '' };

/** No request contains one of these; those that requests guess are stored as well. */
const STORED = ['stored-alpha', 'stored-beta', 'stored-gamma'];
const GUESSED = ['guess-alpha', 'guess-beta', '$argon2id$v=19$guess', '424242'];

beforeAll(async () => {
  const { settings } = conformance.definition;
  const permissions = Object.fromEntries(Object.entries(settings.permissions).map(withLimits));
  site = await openSite({ permissions });
  const api = { ...settings.api, responses: 'strapi' as const };
  const strapi = { users: { rateLimit: false as const }, permissions, api };
  sites = { documented: site, strapi: await openAnySite(conformance, { settings: strapi, test: site.test }) };
  const make = async (path: string, data: object) => {
    const { body } = await site.request('POST', `/api/${path}`, { token: FULL, body: { data } });
    expect(body.error).toBeUndefined();
    return body.data.documentId as string;
  };
  reader = await register(site, 'reader');
  for (const [index, name] of ['Ann', 'Bob', 'Cy'].entries()) {
    ids.authors = await make('authors', { name, ssn: 'x' });
    const category = await make('categories', { name: `c${index}` });
    const article = {
      title: `t${index}`,
      secret: 'x',
      pass: 'long enough',
      author: ids.authors,
      categories: [category],
    };
    ids.articles = await make('articles', { ...article, seo: { metaTitle: 'm', hiddenNote: 'x' } });
    ids.restaurants = await make('restaurants', { name: `r${index}`, owner: reader.documentId });
  }
  const { body } = await site.request('POST', '/api/articles?status=draft', {
    token: FULL,
    body: { data: { title: 'draft', seo: { metaTitle: 'm' } } },
  });
  ids.draft = body.data.documentId;
  const strict = await site.request('POST', '/api/strict-items?status=draft', {
    token: FULL,
    body: { data: { name: 'abcde' } },
  });
  ids['strict-items'] = strict.body.data.documentId;
  await site.request('PUT', '/api/homepage', {
    token: FULL,
    body: { data: { headline: 'h', featured: [ids.articles] } },
  });
  await site.test.rows(
    `insert into cg_files (id, document_id, name, hash, mime, size, url, provider) values (1, 'file000000000000000000001', 'a.txt', 'h', 'text/plain', 1, '/a', 'local')`,
  );
  const documents = await site.test.rows<{ id: string }>('select id from cg_documents');
  known = new Set(documents.map(({ id }) => id));
  worlds = await keepRows(site.test);
});
afterAll(() => site.close());

/** Roles may publish, but read only one attribute of strict items, whose errors print stored values. */
function withLimits([role, types]: [string, Permissions[string]]): [string, Permissions[string]] {
  if (types === '*') return [role, types];
  const actions = ['find', 'findOne', 'findDraft', 'create', 'update', 'delete', 'publish'];
  return [role, { ...types, article: actions, 'strict-item': { actions, readable: ['flag'] } }];
}

/** Puts other values where the private ones were. */
async function setPrivate([a, b, c]: readonly [string, string, string]): Promise<void> {
  await site.test.rows(
    `update articles set secret = $1, pass = $2, seo = jsonb_set(seo, '{hiddenNote}', to_jsonb($3::text))`,
    [a, b, c],
  );
  await site.test.rows('update authors set ssn = $1', [b]);
  // No value is an address, so all of them are equally wrong.
  await site.test.rows(`update strict_items set mail = $1 where cg_status = 'draft'`, [c]);
  await site.test.rows('update users set password = $1, reset_password_token = $2, confirmation_token = $3', [a, b, c]);
}

const operator = fc.constantFrom(
  ...['$eq', '$ne', '$in', '$notIn', '$lt', '$gte', '$null', '$notNull', '$contains', '$containsi', '$startsWith'],
  ...['$endsWithi', '$eqi', '$between', '$not', '$or', '$jsonSupersetOf'],
);
/** Paths to values that no caller may read. */
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
  'strict-items': ['mail', 'name', 'uniq'],
  homepage: ['featured][secret', 'featured][author][ssn', 'featured][seo][hiddenNote'],
  'upload/files': ['related][secret', 'createdBy][password'],
};
type Type = keyof typeof hidden;
const guess = fc.constantFrom(...GUESSED, 'true', 'a', '');

/** A query that would depend on a hidden value, if the value took part. */
const queryOf = (type: Type) =>
  fc.tuple(fc.constantFrom(...hidden[type]), operator, guess).chain(([path, op, text]) => {
    const dotted = path.replaceAll('][', '.');
    const [first, ...rest] = path.split('][');
    const last = rest.at(-1) ?? first;
    const nested = rest.length === 0 ? first : `${first}][populate][${rest.join('][populate][')}`;
    return fc.constantFrom(
      '',
      `filters[${path}][${op}]=${text}`,
      `filters[$not][${path}][${op}]=${text}`,
      `filters[$or][0][${path}]=${text}&filters[$or][1][id][$gt]=0`,
      `filters[$and][0][$or][0][${path}][${op}][0]=${text}`,
      `sort=${dotted}:desc`,
      `sort[${path}]=asc`,
      `fields=${dotted}`,
      `fields[0]=id&fields[1]=${last}`,
      `populate=${dotted}`,
      `populate[${nested}]=true`,
      `populate[${first}][filters][${rest.join('][') || last}][${op}]=${text}`,
      `populate[${first}][sort]=${rest.join('.') || last}`,
      `populate[${first}][fields]=${rest.join('.') || last}`,
      `_q=${text}`,
      `_q=${text}&populate=*`,
      'populate=*',
      'populate=*&status=draft',
      'populate=*&pagination[withCount]=true',
      `${last}=${text}`,
      `where[${path}]=${text}`,
    );
  });

/** Bodies that are accepted, and bodies whose errors could repeat stored values. */
const bodyOf = (type: Type): fc.Arbitrary<object | undefined> =>
  guess.chain((text) => {
    if (type === 'users') {
      const account = { username: 'other', email: 'other@example.org', password: 'long enough', role: 1 };
      return fc.constantFrom<object>(
        account,
        { ...account, username: 'reader' },
        { username: text },
        { password: text },
      );
    }
    const data = fc.constantFrom<object>(
      {},
      type === 'articles' ? { title: 'x' } : { name: 'x', headline: 'x' },
      { title: 'x', secret: text, pass: text },
      { title: 4711, rating: 99, slug: 'not a slug!' },
      { title: 'x', seo: { hiddenNote: text } },
      { title: 'x', seo: { metaTitle: 'x'.repeat(99), hiddenNote: 5 } },
      { name: 'x', ssn: text },
      { name: ['x'], ssn: { text } },
      { flag: false },
      { title: 'x', author: text },
      { title: 'x', author: 'nobody00000000000000000' },
    );
    return data.map((each) => ({ data: each }));
  });

interface Attempt {
  readonly method: string;
  readonly path: string;
  readonly body?: object | undefined;
}

const attempt: fc.Arbitrary<Attempt> = fc
  .constantFrom(...(Object.keys(hidden) as Type[]))
  .chain((type) => fc.tuple(fc.constant(type), queryOf(type), bodyOf(type)))
  .chain(([type, query, body]) => {
    const to = (method: string, path: string, sent?: object) => ({ method, path: `${path}?${query}`, body: sent });
    if (type === 'upload/files') {
      return fc.constantFrom(
        to('GET', type),
        to('GET', `${type}/1`),
        to('DELETE', `${type}/1`),
        to('GET', `${type}/page`),
      );
    }
    if (type === 'homepage') return fc.constantFrom(to('GET', type), to('PUT', type, body), to('DELETE', type));
    const one = `${type}/{${type}}`;
    const verbs = [to('GET', type), to('GET', one), to('POST', type, body), to('PUT', one, body), to('DELETE', one)];
    const drafts = type === 'articles' ? [one, 'articles/{draft}'] : type === 'strict-items' ? [one] : [];
    const actions = ['publish', 'unpublish', 'discard'].flatMap((action) =>
      drafts.map((draft) => to('POST', `${draft}/actions/${action}`)),
    );
    return fc.constantFrom(...verbs, ...actions, ...(type === 'users' ? [to('GET', 'users/me')] : []));
  });

it('no answer, error, total or effect of any verb depends on private values', { timeout: PATIENCE_MS }, async () => {
  const caller = fc.constantFrom('anonymous', 'reader', 'full');
  const profile = fc.constantFrom('documented' as const, 'strapi' as const);
  const value = fc.constantFrom(...STORED, ...GUESSED);
  const values = fc.tuple(value, value, value);
  const seen = new Map<string, number>();
  const property = () =>
    fc.assert(
      fc.asyncProperty(attempt, caller, profile, values, values, async (sent, who, responses, one, other) => {
        // The token may read every attribute of strict items.
        fc.pre(!(who === 'full' && sent.path.startsWith('strict-items')));
        const first = await outcome(sent, who, responses, one);
        expect(first.status).toBeLessThan(500);
        expect(await outcome(sent, who, responses, other)).toEqual(first);
        for (const secret of STORED) expect(first.text).not.toContain(secret);
        const kind = `${sent.method} ${first.status < 400 ? 'answered' : 'refused'}`;
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }),
      { numRuns: runs.privateValues },
    );
  // The property says nothing about requests that are never answered.
  const ends = ['GET', 'POST', 'PUT', 'DELETE'].flatMap((method) => [`${method} answered`, `${method} refused`]);
  await untilSeen(property, () => ends.every((end) => seen.has(end)));
});

/** The answer of a request in a world with these private values, and the public values that it leaves behind. */
async function outcome(
  { method, path, body }: Attempt,
  who: string,
  responses: keyof typeof sites,
  values: readonly [string, string, string],
) {
  await worlds.restore();
  await setPrivate(values);
  const token = who === 'anonymous' ? {} : { token: who === 'full' ? FULL : reader.token };
  const filled = path.replace(/\{([\w-]+)\}/g, (_, name: string) =>
    name === 'users' ? String(reader.id) : idOf(name),
  );
  const reply = await sites[responses].request(method, `/api/${filled}`, { ...token, body });
  const text = withoutChance(reply.text, known);
  return { status: reply.status, text, after: method === 'GET' ? [] : await publicRows() };
}

function idOf(name: string): string {
  const found = Object.entries(ids).find(([key]) => key === name);
  return found?.[1] ?? '';
}

async function publicRows() {
  return site.test.rows(
    `select cg_status, title, slug, rating, author is null as alone, seo - 'hiddenNote' - 'id' - 'documentId' as seo from articles
     union all select cg_status, name, null, null, null, null from authors
     union all select cg_status, flag::text, null, null, null, null from strict_items
     union all select cg_status, headline, null, null, null, null from homepage
     union all select 'user', username, email, null, blocked, null from users
     union all select 'file', name, caption, null, null, null from cg_files order by 1, 2, 3, 4`,
  );
}
