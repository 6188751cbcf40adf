import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { conformance } from '../harness/fixtures/conformance.js';
import { times } from '../harness/suite.js';
import { openSite as open } from '../harness/site.js';
import { type Site, openSite } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await seed(site);
});
afterAll(() => site.close());

const AUTHOR = `u${'0'.repeat(23)}`;

/** Sixty articles of one author. They share categories, related articles and few values, so ties and nulls are common. */
async function seed({ database }: Site): Promise<void> {
  const id = (prefix: string, n: string) => `'${prefix}' || lpad((${n})::text, 23, '0')`;
  const pick = (n: string, ...values: readonly string[]) =>
    `(array[${values.join(', ')}])[1 + (${n}) % ${values.length}]`;
  await database.rows(`insert into cg_documents (id, type)
    select ${id('a', 'n')}, 'article' from generate_series(1, 60) n
    union all select ${id('c', 'n')}, 'category' from generate_series(1, 8) n
    union all select '${AUTHOR}', 'author'`);
  await database.rows(
    `insert into authors (id, document_id, cg_status, name) values (1, '${AUTHOR}', 'published', 'A')`,
  );
  await database.rows(`insert into categories (id, document_id, cg_status, name, parent, cg_parent_rank)
    select n, ${id('c', 'n')}, 'published', ${pick('n * 7', `'b' || n`, `'B' || n`, 'null', `'a' || n`)}, case when n > 2 then ${id('c', 'n / 3')} end, n::text
    from generate_series(1, 8) n`);
  await database.rows(`insert into cg_files (id, document_id, name, hash, mime, size, url, provider)
    select n, ${id('f', 'n')}, 'file ' || n, 'h' || n, 'image/png', 1, '/u', 'local' from generate_series(1, 5) n`);
  await database.rows(`insert into articles (id, document_id, locale, cg_status, title, rating, is_featured, extra, author, cg_author_rank, sections, gallery)
    select n, ${id('a', 'n')}, 'en', 'published', ${pick('n * n', `'x'`, `'Y'`, 'null', `'a b'`, `'z'`)}, ${pick('n', '1', 'null', '3')},
      ${pick('n * 3', 'true', 'false', 'null')}, jsonb_build_object('n', n % 4), '${AUTHOR}', lpad(n::text, 4, '0'),
      case n % 3 when 0 then '[]'::jsonb when 1 then jsonb_build_array(jsonb_build_object('id', n, 'heading', 'h' || n % 5, 'level', n % 6), jsonb_build_object('id', 100 + n, 'heading', 'g' || n % 7)) end,
      case n % 4 when 0 then '{}'::int[] else array[1 + n % 5, 1 + n % 3] end
    from generate_series(1, 60) n`);
  await database.rows(`insert into articles_categories (source_id, target_id, rank, inverse_rank)
    select n, ${id('c', '1 + (n * (k + 2) + k) % 8')}, k::text, n::text from generate_series(1, 60) n cross join generate_series(1, 3) k where (n + k) % 4 > 0
    on conflict do nothing`);
  await database.rows(`insert into articles_related (source_id, target_id, rank)
    select n, ${id('a', '1 + (n * 7 + k) % 60')}, k::text from generate_series(1, 60) n cross join generate_series(1, 2) k where n % 5 > 0`);
}

const PATHS = [
  'categories.name',
  'categories.id',
  'categories.articles.title',
  'categories.articles.isFeatured',
  'categories.articles.extra',
  'categories.parent.name',
  'categories.parent.articles.rating',
  'categories.children.name',
  'author.articles.title',
  'related.title',
  'related.related.categories.name',
  'related.sections.heading',
  'sections.heading',
  'sections.level',
  'gallery.name',
  'gallery.id',
  'localizations.title',
  'title',
  'author.name',
];

describe('a list that is sorted by keys behind lists', () => {
  // A populated list computes its keys row by row: the smallest value of its list ascending, the largest descending.
  it('has the order of the same documents as a populated list', async () => {
    const key = fc.tuple(fc.constantFrom(...PATHS), fc.constantFrom('asc', 'desc')).map((parts) => parts.join(':'));
    await fc.assert(
      fc.asyncProperty(fc.array(key, { minLength: 1, maxLength: 3 }), fc.boolean(), async (keys, filtered) => {
        const sort = [...keys, 'id'].join(',');
        const filter = (param: string) => (filtered ? `&${param}[categories][name][$gte]=a` : '');
        const list = await site.get(
          `/api/articles?fields=id&pagination[pageSize]=100&sort=${sort}${filter('filters')}`,
        );
        const nested = await site.get(
          `/api/authors/${AUTHOR}?populate[articles][fields]=id&populate[articles][sort]=${sort}${filter('populate[articles][filters]')}`,
        );
        expect(list.status, JSON.stringify(list.body.error)).toBe(200);
        const ids = list.body.data.map((document: { id: number }) => document.id);
        expect(list.body.meta.pagination.total).toBe(ids.length);
        expect(ids).toEqual(nested.body.data.articles.map((document: { id: number }) => document.id));
      }),
      { numRuns: times(8, 600) },
    );
  });

  it('needs one statement, as every list', async () => {
    site.statements();
    await site.get('/api/articles?sort=categories.articles.title');
    expect(site.statements()).toHaveLength(1);
  });
});

describe('a sort through lists', () => {
  const withBudget = (maxSortedRows: number, responses: 'documented' | 'strapi' = 'documented') => {
    const { api } = conformance.definition.settings;
    const settings = { api: { ...api, responses, rest: { ...api.rest, maxSortedRows } } };
    return open(conformance, { settings, test: site.test });
  };
  const token = 'conformance-token-full-access';

  it.each([
    ['sort', 'categories.articles.title', 'articles?sort=categories.articles.title'],
    ['sort', 'categories.name', 'articles?sort=title,categories.name:desc'],
    ['sort', 'sections.heading', 'articles?sort[sections][heading]=asc&pagination[pageSize]=1'],
    ['sort', 'related.title', 'articles?sort=related.title&populate=categories.articles'],
    ['sort', 'gallery.name', 'articles?sort=author.name,gallery.name&filters[author][name]=A'],
    ['populate', 'categories.name', 'authors?populate[articles][sort]=categories.name&populate[articles][limit]=1'],
    ['populate', 'sections.heading', `authors/${AUTHOR}?populate[articles][sort]=sections.heading`],
    [
      'populate',
      'articles.title',
      'authors?populate[articles][populate][categories][sort]=articles.title&populate[articles][fields]=id',
    ],
    [
      'populate',
      'related.title',
      'categories?populate[articles][populate][author][populate][articles][sort]=related.title',
    ],
  ])('is a 400 that names its key when it looks at too many rows: %s %s', async (param, key, path) => {
    for (const responses of ['documented', 'strapi'] as const) {
      const strict = await withBudget(10, responses);
      const { status, body } = await strict.request('GET', `/api/${path}`, { token });
      expect([status, body.error]).toEqual([
        400,
        {
          status: 400,
          name: 'ValidationError',
          message: `Too many rows to sort by ${key}. The maximum is 10 (api.rest.maxSortedRows); select fewer documents, or sort by another key`,
          details: { key, path: key, source: 'query', param },
        },
      ]);
    }
    const large = await withBudget(100_000);
    const { status, body } = await large.request('GET', `/api/${path}`, { token });
    expect(status, JSON.stringify(body.error)).toBe(200);
  });

  it('counts the rows of the selected documents only', async () => {
    const small = await withBudget(10);
    const { status } = await small.request('GET', '/api/articles?sort=categories.name&filters[id][$lte]=2');
    expect(status).toBe(200);
  });

  it('has the same budget in the answer of a write, which then writes nothing', async () => {
    const small = await withBudget(10);
    const query = 'populate[articles][sort]=categories.name';
    const write = (path: string, name: string) =>
      small.request('PUT', `/api/authors/${AUTHOR}?${path}`, { token, body: { data: { name } } });
    const { status, body } = await write(query, 'changed');
    expect([status, body.error.details]).toMatchObject([400, { key: 'categories.name', param: 'populate' }]);
    expect((await site.get(`/api/authors/${AUTHOR}`)).body.data.name).toBe('A');
    expect((await write('populate[articles][sort]=title', 'A')).status).toBe(200);
  });

  it('leaves sorts without lists unlimited', async () => {
    const small = await withBudget(0);
    for (const sort of ['title', 'author.name', 'seo.metaTitle', 'cover.name'])
      expect((await small.request('GET', `/api/articles?sort=${sort}`)).status).toBe(200);
  });
});
