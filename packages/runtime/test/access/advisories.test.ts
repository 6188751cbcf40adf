/** One test per advisory of the field that is about requests and their answers; those about accounts are with users. */
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findMany } from '../../src/read/index.js';
import { createCors } from '../../src/http/answers.js';
import { identifier } from '../../src/database/statement.js';
import type { Settings } from '../../src/content/settings.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { type Person, register } from '../harness/people.js';
import { openSite as openAnySite } from '../harness/site.js';
import { type Site, FULL, openSite } from './site.js';

let site: Site;
let reader: Person;
let article: string;
let author: string;

beforeAll(async () => {
  site = await openSite();
  reader = await register(site, 'reader');
  const make = async (path: string, data: object) => {
    const { body } = await site.request('POST', `/api/${path}`, { token: FULL, body: { data } });
    return body.data.documentId as string;
  };
  author = await make('authors', { name: 'Ann', ssn: '111-22' });
  article = await make('articles', { title: 'One', secret: 'topsecret', pass: 'hunter22', author });
  await make('vaults', { name: 'V', code: 'zz-9', articles: [article] });
});
afterAll(() => site.close());

const callers = () => [
  ['anonymous', undefined] as const,
  ['a user', reader.token] as const,
  ['a full-access token', FULL] as const,
];

/** The site with each profile of answers, and with other settings. */
async function profiles(
  settings: Partial<Settings> = {},
  rest: Partial<Settings['api']['rest']> = {},
): Promise<readonly Site[]> {
  const { api } = conformance.definition.settings;
  return Promise.all(
    (['documented', 'strapi'] as const).map((responses) =>
      openAnySite(conformance, {
        settings: {
          users: { rateLimit: false },
          api: { ...api, responses, rest: { ...api.rest, ...rest } },
          ...settings,
        },
        test: site.test,
      }),
    ),
  );
}

/** The same query with every method and every caller. It must change nothing and return nothing. */
async function refusedEverywhere(query: string, name = 'ValidationError'): Promise<void> {
  const verbs: [string, string, unknown?][] = [
    ['GET', '/api/articles'],
    ['GET', `/api/articles/${article}`],
    ['POST', '/api/articles', { data: { title: 'two' } }],
    ['PUT', `/api/articles/${article}`, { data: { title: 'changed' } }],
    ['DELETE', `/api/articles/${article}`],
  ];
  // Only the token has the rights that these need.
  const actions = ['publish', 'unpublish', 'discard'].map((action): (typeof verbs)[number] => [
    'POST',
    `/api/articles/${article}/actions/${action}`,
  ]);
  const bulks = ['create', 'update', 'delete', 'publish', 'unpublish', 'discard'].map(
    (action): (typeof verbs)[number] => [
      'POST',
      '/api/articles/actions/bulk',
      { action, data: [action === 'create' ? { title: 'two' } : { documentId: article }] },
    ],
  );
  for (const [who, token] of callers()) {
    for (const [method, path, body] of token === FULL ? [...verbs, ...actions, ...bulks] : verbs) {
      const reply = await site.request(method, `${path}?${query}`, { ...(token ? { token } : {}), body });
      expect([reply.status, reply.body.error?.name], `${method} ${query} by ${who}`).toEqual([400, name]);
      expect(reply.body.data).toBeNull();
    }
  }
  const [row] = await site.test.rows<{ count: string; titles: string }>(
    `select count(*)::text, string_agg(distinct title, ',') as titles from articles where cg_status = 'published'`,
  );
  expect(row).toEqual({ count: '1', titles: 'One' });
}

describe('Strapi', () => {
  it('CVE-2026-27886 / GHSA-rjg2-95x7-8qmx: a where key reaches the query layer', async () => {
    for (const query of [
      'where[secret]=topsecret',
      'where[updatedBy][resetPasswordToken][$startsWith]=a',
      'filters[where][secret]=topsecret',
      'filters[$and][0][where][id]=1',
      'populate[author][where][ssn]=111-22',
      'populate[author][on][x][where][ssn]=111-22',
      'sort[where]=asc',
      'filters[createdBy][password][$startsWith]=$2',
      'filters[updatedBy][email]=x',
    ]) {
      await refusedEverywhere(query);
    }
    for (const [, token] of callers()) {
      const body = { data: { title: 'x', where: { id: 1 } } };
      const reply = await site.request('POST', '/api/articles', { ...(token ? { token } : {}), body });
      expect(reply.body.error.message).toBe('Invalid key where');
    }
  });

  it('CVE-2024-56143 / GHSA-495j-h493-42q2: an internal lookup operator is accepted from outside', async () => {
    for (const query of [
      'lookup[secret]=topsecret',
      'filters[lookup][secret]=topsecret',
      'filters[$lookup]=1',
      'populate[author][lookup][ssn]=111-22',
      'filters[title][lookup]=1',
    ]) {
      await refusedEverywhere(query);
    }
  });

  it('CVE-2023-34235 / GHSA-9xg4-3qfm-9w8f: the alias of a table gets around the check of names', async () => {
    for (const name of ['t1.secret', 'a.pass', 't0.secret', '"a"."secret"', 'a".secret', 'articles.pass', '.secret']) {
      await refusedEverywhere(`filters[${encodeURIComponent(name)}][$startsWith]=t`);
      await refusedEverywhere(`sort=${encodeURIComponent(name)}`);
      await refusedEverywhere(`fields=${encodeURIComponent(name)}`);
    }
  });

  it('CVE-2023-22894 / GHSA-jjqf-j4w7-92w8: filters on private attributes leak them', async () => {
    for (const query of [
      'filters[secret][$startsWith]=t',
      'filters[pass][$notNull]=true',
      'filters[$or][0][secret]=x',
      'filters[$not][secret][$null]=true',
      'filters[author][ssn][$startsWith]=1',
      'filters[categories][articles][pass][$notNull]=true',
      'filters[seo][hiddenNote]=x',
      'sort=secret',
      'sort=author.ssn',
      'fields=secret',
      'fields=pass',
      'populate[author][fields]=ssn',
      'populate[author][filters][ssn]=1',
      'populate[author][sort]=ssn',
    ]) {
      await refusedEverywhere(query);
    }
  });

  it('CVE-2023-34093 / GHSA-chmr-rg2f-9jmf: answers show attributes that nobody listed', async () => {
    // A table has more columns than its type lists, as after an extension that another part of the project has lost.
    for (const table of ['articles', 'authors', 'users', 'homepage'])
      await site.test.rows(`alter table ${table} add column leaked text default 'leaked value'`);
    const standard = ['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale', 'localizations', 'meta'];
    const listed = (name: string) => [...standard, ...Object.keys(site.content.models.get(name)!.attributes)];
    const hidden = new Set(['secret', 'pass', 'ssn', 'password', 'resetPasswordToken', 'confirmationToken']);
    const checked = new Set<string>();

    for (const one of await profiles()) {
      for (const [who, token] of callers()) {
        const send = async (type: string, method: string, path: string, body?: object) => {
          const reply = await one.request(method, path, { ...(token ? { token } : {}), body });
          expect(reply.status, `${method} ${path} by ${who}`).toBeLessThan(500);
          const shown = [reply.body?.data ?? (reply.status < 300 ? reply.body : [])].flat().filter(Boolean);
          for (const document of shown) {
            checked.add(`${method} ${type}`);
            const extra = Object.keys(document).filter((key) => hidden.has(key) || !listed(type).includes(key));
            expect(extra, `${method} ${path} by ${who}`).toEqual([]);
          }
          for (const secret of ['topsecret', '111-22', 'leaked', '$argon2', 'cg_version', 'hiddenNote', 'authorRank'])
            expect(reply.text, `${method} ${path} by ${who}`).not.toContain(secret);
          return reply;
        };
        await send('article', 'GET', '/api/articles?populate=*');
        await send('article', 'GET', `/api/articles/${article}?populate[author][populate]=*&populate[seo]=true`);
        await send('article', 'PUT', `/api/articles/${article}?populate=*`, { data: {} });
        for (const action of ['publish', 'discard'])
          await send('article', 'POST', `/api/articles/${article}/actions/${action}?populate=*`);
        const made = await send('article', 'POST', '/api/articles?populate=*', {
          data: { title: 'two', secret: 'topsecret' },
        });
        await one.request('DELETE', `/api/articles/${made.body.data.documentId}?locale=*`, { token: FULL });
        await send('homepage', 'PUT', '/api/homepage?populate=*', { data: { headline: 'h', featured: [article] } });
        await send('homepage', 'GET', '/api/homepage?populate[featured][populate]=*');
        await send('user', 'GET', '/api/users?populate=*');
        await send('user', 'GET', `/api/users/${reader.id}?populate=*`);
        await send('user', 'PUT', `/api/users/${reader.id}`, { username: 'reader' });
      }
    }
    expect([...checked].sort()).toEqual([
      ...['GET article', 'GET homepage', 'GET user', 'POST article', 'PUT article', 'PUT homepage', 'PUT user'],
    ]);
    for (const table of ['articles', 'authors', 'users', 'homepage'])
      await site.test.rows(`alter table ${table} drop column leaked`);
  });

  it('GHSA-23fp-fmrv-f5px: one request takes all there is', async () => {
    const deep = `filters${'[$not]'.repeat(5_000)}[title]=x`;
    expect((await site.request('GET', `/api/articles?${deep}`)).status).toBe(400);
    const many = Array.from({ length: 3_000 }, (_, index) => `filters[$or][${index}][title]=x`).join('&');
    expect((await site.request('GET', `/api/articles?${many}`)).status).toBeLessThan(500);
    const huge = await site.request('POST', '/api/articles', { body: { data: { title: 'x'.repeat(2_000_000) } } });
    expect([huge.status, huge.body.error.name]).toEqual([413, 'PayloadTooLargeError']);
    for (const depth of [1_000, 100_000]) {
      const raw = `{"data":{"title":"x","extra":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}}`;
      expect((await site.request('POST', '/api/articles', { raw })).status, `depth ${depth}`).toBe(400);
    }
    const cycles = `populate=${Array.from({ length: 60 }, () => 'related').join('.')}`;
    expect((await site.request('GET', `/api/articles?${cycles}`)).status).toBeLessThan(500);
  });

  it('strapi#7856, strapi#26182: own code sends rows of the database as they are', async () => {
    const { content } = site;
    const model = content.models.get('article')!;
    const caller = { kind: 'token', id: 'own', name: 'own', may: () => true } as const;
    const answer = await findMany({ content, caller, requestId: 'x' }, model, { text: '' });
    const text = Buffer.from(answer.body as Uint8Array).toString();
    expect(text).toContain('One');
    expect(text).not.toMatch(/topsecret|argon2/);
  });

  it('CVE-2023-36472, CVE-2023-37263: relations show what their types do not', async () => {
    const options = { token: reader.token };
    for (const query of [
      'populate=vault',
      'populate=*',
      'populate[vault][count]=true',
      'populate[vault][fields]=name',
    ]) {
      const { status, body } = await site.request('GET', `/api/articles?${query}`);
      expect([status, 'vault' in body.data[0]], query).toEqual([200, false]);
      const seen = await site.request('GET', `/api/articles?${query}`, options);
      expect('vault' in seen.body.data[0], `${query} by a user`).toBe(true);
    }
    for (const query of ['filters[vault][code]=zz-9', 'sort=vault.code', 'filters[vault][$null]=true']) {
      expect((await site.request('GET', `/api/articles?${query}`)).status, query).toBe(400);
    }
  });

  it('CVE-2025-53092: every origin is told that it may read', () => {
    const cors = { origins: ['https://example.org'], credentials: true };
    for (const origin of [
      'https://example.org.evil.io',
      'https://evil.io',
      'null',
      'http://example.org',
      'https://EXAMPLE.org',
    ]) {
      expect(createCors(cors).headersFor(origin), origin).toEqual({});
    }
    expect(createCors(cors).headersFor('https://example.org')).toMatchObject({
      'Access-Control-Allow-Origin': 'https://example.org',
    });
    expect(JSON.stringify(createCors({ origins: '*', credentials: true }).headersFor('https://evil.io'))).not.toContain(
      'Credentials',
    );
  });

  it('CVE-2023-22893: a token is believed because it says so', async () => {
    const claims = { id: reader.id, sub: reader.documentId, jti: 'x', aud: 'content-gen:access', iss: 'content-gen' };
    const none = new UnsecuredJWT(claims).setExpirationTime('1h').encode();
    const key = new TextEncoder().encode('guessed');
    const guessed = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h').sign(key);
    const [header, payload, signature] = reader.token.split('.') as [string, string, string];
    const other = Buffer.from(JSON.stringify({ ...claims, exp: 9_999_999_999 })).toString('base64url');
    // The caller has the signing key, but no session.
    const [secret] = await site.test.rows<{ value: string }>(`select value from cg_secrets where name = 'jwt'`);
    const right = new TextEncoder().encode(secret!.value);
    const live = { ...claims, jti: JSON.parse(Buffer.from(payload, 'base64url').toString()).jti as string };
    const sign = (alg: string, said: object, exp: string | undefined = '1h') => {
      const jwt = new SignJWT({ ...said }).setProtectedHeader({ alg });
      return (exp === '' ? jwt : jwt.setExpirationTime(exp)).sign(right);
    };
    expect((await site.request('GET', '/api/users/me', { token: await sign('HS256', live) })).status).toBe(200);
    for (const token of [
      await sign('HS512', live),
      await sign('HS256', { ...live, iss: 'another' }),
      await sign('HS256', { ...live, aud: 'another' }),
      await sign('HS256', live, ''),
      await sign('HS256', live, '-1s'),
      await sign('HS256', { ...live, jti: undefined }),
    ]) {
      expect((await site.request('GET', '/api/users/me', { token })).status).toBe(401);
    }
    for (const token of [none, `${none}x`, guessed, `${header}.${other}.${signature}`, `${header}.${payload}.`]) {
      for (const path of ['/api/articles', '/api/users/me', '/api/vaults']) {
        expect((await site.request('GET', path, { token })).status, token).toBe(401);
      }
    }
    expect((await site.request('GET', '/api/users/me', { token: reader.token })).status).toBe(200);
  });
});

describe('peers', () => {
  it('drizzle-orm CVE-2026-39356: a quote ends an identifier', () => {
    expect(identifier('a"; drop table x; --')).toBe('"a""; drop table x; --"');
  });

  it('hono CVE-2026-22817, -44459, -47673 to -47676: schemes, encodings and prefixes', async () => {
    for (const authorization of [`Basic ${FULL}`, `Token ${FULL}`, `bearer`, `Bearer ${FULL} x`, FULL]) {
      const { status } = await site.request('GET', '/api/vaults', { headers: { authorization } });
      expect(status, authorization).toBe(403);
    }
    for (const path of [
      '/api/%76aults',
      '/api/vaults%2f',
      '/api/%2e%2e/api/vaults',
      '/api/articles/..%2fvaults',
      '/api//vaults',
      '/api/vaults%00',
      '/API/vaults',
    ]) {
      const { status, body } = await site.request('GET', path);
      expect([400, 403, 404], path).toContain(status);
      expect(JSON.stringify(body)).not.toContain('zz-9');
    }
  });

  it('qs CVE-2025-15284, CVE-2022-24999: arrays without limit, and keys of every object', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      await refusedEverywhere(`filters[${key}][x]=1`);
      await refusedEverywhere(`filters[title][${key}]=1`);
    }
    const list = Array.from({ length: 150 }, (_, index) => `filters[title][$in][]=v${index}`).join('&');
    expect((await site.request('GET', `/api/articles?${list}`)).body.data).toEqual([]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('Drupal CVE-2026-9082: keys of arrays become part of the statement', async () => {
    await refusedEverywhere(`filters[title][$in][${encodeURIComponent('0) or 1=1 --')}]=x`);
    await refusedEverywhere(`filters[$or][${encodeURIComponent("0'; select 1")}][title]=x`);
  });

  it('Keystone CVE-2025-46720 / GHSA-hg9m-67mm-7pg3: what is not filterable is checked on reads alone', async () => {
    const actions = ['find', 'findOne', 'findDraft', 'create', 'update', 'delete', 'publish'];
    const rule = (filterable: readonly string[]) => ({ actions, filterable });
    const permissions = {
      public: {
        article: rule(['title']),
        author: rule([]),
        homepage: rule(['headline']),
        user: { actions: '*' as const, filterable: [] },
      },
    };
    const verbs: [string, string, object?][] = [
      ['GET', '/api/articles'],
      ['GET', `/api/articles/${article}`],
      ['POST', '/api/articles', { data: { title: 'two' } }],
      ['PUT', `/api/articles/${article}`, { data: { title: 'changed' } }],
      ['DELETE', `/api/articles/${article}`],
      ...['publish', 'unpublish', 'discard'].map((action): [string, string] => [
        'POST',
        `/api/articles/${article}/actions/${action}`,
      ]),
    ];
    const single: typeof verbs = [
      ['GET', '/api/homepage'],
      ['PUT', '/api/homepage', { data: { headline: 'changed' } }],
      ['DELETE', '/api/homepage'],
    ];
    for (const one of await profiles({ permissions })) {
      const before = await site.test.rows('select title, cg_status from articles order by id');
      // The caller may read both attributes, but filter by one of them only.
      const { body } = await one.request('GET', `/api/articles/${article}?populate=author`);
      expect(body.data).toMatchObject({ rating: null, author: { name: 'Ann' } });
      for (const [requests, query] of [
        [verbs, 'filters[rating][$null]=true'],
        [verbs, 'filters[$not][rating]=1'],
        [verbs, 'filters[$or][0][title]=One&filters[$or][1][rating][$gt]=0'],
        [verbs, 'filters[author][name]=Ann'],
        [verbs, 'sort=rating'],
        [verbs, 'sort=author.name'],
        [verbs, 'populate[author][filters][name]=Ann'],
        [verbs, 'populate[author][sort]=name'],
        [single, 'filters[visits]=1'],
        [single, 'sort=visits'],
        [
          [
            ['GET', '/api/users'],
            ['GET', `/api/users/${reader.id}`],
            ['GET', '/api/users/count'],
          ],
          'filters[email]=x',
        ],
      ] as const) {
        for (const [method, path, sent] of requests as typeof verbs) {
          const reply = await one.request(method, `${path}?${query}`, { body: sent });
          expect([reply.status, reply.body.error?.name], `${method} ${path}?${query}`).toEqual([
            400,
            'ValidationError',
          ]);
        }
      }
      expect(await site.test.rows('select title, cg_status from articles order by id')).toEqual(before);
      for (const [method, path] of [
        ['GET', '/api/articles'],
        ['GET', `/api/articles/${article}`],
      ] as const)
        expect((await one.request(method, `${path}?filters[title]=One`)).status).toBe(200);
    }
  });

  it('Directus CVE-2025-30352: search finds what the caller cannot read', async () => {
    for (const [who, token] of callers()) {
      for (const text of ['topsecret', 'hunter22', 'argon2', '111-22']) {
        const { body } = await site.request('GET', `/api/articles?_q=${text}`, token ? { token } : {});
        expect(body.meta.pagination.total, `${text} by ${who}`).toBe(0);
      }
    }
  });

  it('Directus CVE-2026-35441 / GHSA-ph52-67fq-75wj, GHSA-6q22-g298-grjh: limits that count each branch on its own', async () => {
    const chain = (...start: readonly string[]) => {
      const rest = Array.from({ length: 60 - start.length }, (_, n) => (n % 2 === 0 ? 'articles' : 'categories'));
      return [...start, ...rest].join('.');
    };
    // Each of these is within the budget of paths; two of them are beyond it.
    const parts = [
      `populate[0]=${chain('categories')}`,
      `populate[1]=${chain('author')}`,
      `filters[${chain('categories').replaceAll('.', '][')}][id][$gt]=0`,
      `sort=${chain('categories')}.id`,
    ];
    const verbs: [string, string, object?][] = [
      ['GET', '/api/articles'],
      ['GET', `/api/articles/${article}`],
      ['PUT', `/api/articles/${article}`, { data: {} }],
      ['DELETE', '/api/articles/nothing0000000000000000'],
    ];
    for (const part of parts.slice(0, 2)) expect((await site.request('GET', `/api/articles?${part}`)).status).toBe(200);
    for (const one of await profiles()) {
      for (const [who, token] of callers()) {
        const send = async ([method, path, body]: (typeof verbs)[number], query: string) =>
          (await one.request(method, `${path}?${query}`, { ...(token ? { token } : {}), body })).status;
        for (const verb of verbs) {
          for (const [index, first] of parts.entries()) {
            for (const second of parts.slice(index + 1))
              expect(await send(verb, `${first}&${second}`), `${verb[0]} two branches by ${who}`).toBe(400);
          }
        }
      }
    }
  });

  it('Directus CVE-2026-35441: the rows and the bytes of all branches count together', async () => {
    const wide = {
      title: 'Wide',
      author,
      seo: { metaTitle: 'x'.repeat(50) },
      related: [article],
      categories: [] as string[],
    };
    for (let n = 0; n < 3; n++) {
      const made = await site.request('POST', '/api/categories', {
        token: FULL,
        body: { data: { name: `${n}`.repeat(200) } },
      });
      wide.categories.push(made.body.data.documentId);
    }
    const made = await site.request('POST', '/api/articles', { token: FULL, body: { data: wide } });
    const path = `/api/articles?filters[title]=Wide&fields=id`;
    const lists = ['populate[categories][fields]=name', 'populate[related][fields]=title&populate[localizations]=true'];
    const sizes = await Promise.all(
      lists.map(async (list) => (await site.request('GET', `${path}&${list}`)).text.length),
    );
    for (const limit of [{ maxPopulatedRows: 3 }, { maxResponseBytes: Math.max(...sizes) }]) {
      for (const one of await profiles({}, limit)) {
        for (const list of lists) expect((await one.request('GET', `${path}&${list}`)).status, list).toBe(200);
        const both = await one.request('GET', `${path}&${lists.join('&')}&populate[author]=true&populate[seo]=true`);
        const [name] = Object.keys(limit);
        expect([both.status, both.body.error?.message]).toEqual([400, expect.stringContaining(name ?? '')]);
      }
    }
    await site.request('DELETE', `/api/articles/${made.body.data.documentId}?locale=*`, { token: FULL });
  });

  it('Payload CVE-2026-25574: the ids of one kind of caller are those of another', async () => {
    // A document of another type, a token or a role with the same number is another caller.
    const rows = await site.test.rows<{ id: number }>('select id from articles where id = $1', [reader.id]);
    expect(rows.length).toBeGreaterThan(0);
    const { body } = await site.request('GET', '/api/users/me', { token: reader.token });
    expect(body.documentId).toBe(reader.documentId);
    expect((await site.request('GET', '/api/users/me', { token: FULL })).status).toBe(401);
  });

  it('payload-puck CVE-2026-39397: code that names no caller may do everything', async () => {
    const { content } = site;
    const model = content.models.get('vault')!;
    for (const role of ['', 'nobody', '__proto__', 'constructor', 'toString']) {
      const scope = { content, caller: { kind: 'role', role } as const, requestId: 'x' };
      await expect(findMany(scope, model, { text: '' })).rejects.toMatchObject({ status: 403 });
    }
  });
});
