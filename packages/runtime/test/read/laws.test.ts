import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { times } from '../harness/suite.js';
import { type Filter, type Row, holds } from './evaluator.js';
import { type Site, openSite } from './site.js';

let site: Site;
let articles: Row[];
beforeAll(async () => {
  site = await openSite();
  articles = await seedRandom(site);
});
afterAll(() => site.close());

const WORDS = ['Alpha', 'alpha', 'beta', '100%', 'a_b', 'a\\b', "O'Neil", ''];

/** Sixty articles over a few values, so that ties, nulls and shared relations are common. */
async function seedRandom({ database }: Site): Promise<Row[]> {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;
  const documents = (prefix: string, type: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${prefix}${String(index).padStart(23, '0')}`,
      type,
      n: index + 1,
    }));
  const authors = documents('u', 'author', 5).map((author) => ({ ...author, name: pick([...WORDS, null]) }));
  const categories = documents('c', 'category', 5).map((category, index) => ({
    ...category,
    name: [...WORDS.slice(1, 5), null][index]!,
  }));
  const rows = documents('a', 'article', 60).map((article) => ({
    ...article,
    title: pick([...WORDS, null]),
    rating: pick([1, 2, 3, null]),
    isFeatured: pick([true, false, null]),
    author: pick([...authors, null]),
    categories: categories.filter(() => random() < 0.3),
  }));
  const json = (value: unknown) => [JSON.stringify(value)];
  await database.rows(
    `insert into cg_documents (id, type) select id, type from json_to_recordset($1::json) x(id text, type text)`,
    json([...authors, ...categories, ...rows].map(({ id, type }) => ({ id, type }))),
  );
  await database.rows(
    `insert into authors (id, document_id, cg_status, name) select n, id, 'published', name from json_to_recordset($1::json) x(n int, id text, name text)`,
    json(authors),
  );
  await database.rows(
    `insert into categories (id, document_id, cg_status, name) select n, id, 'published', name from json_to_recordset($1::json) x(n int, id text, name text)`,
    json(categories),
  );
  await database.rows(
    `insert into articles (id, document_id, locale, cg_status, title, rating, is_featured, author) select n, id, 'en', 'published', title, rating, featured, author from json_to_recordset($1::json) x(n int, id text, title text, rating int, featured boolean, author text)`,
    json(rows.map((row) => ({ ...row, featured: row.isFeatured, author: row.author?.id, categories: undefined }))),
  );
  await database.rows(
    `insert into articles_categories (source_id, target_id, rank) select s, t, r from json_to_recordset($1::json) x(s int, t text, r text)`,
    json(
      rows.flatMap((row) =>
        row.categories.map((category, rank) => ({ s: row.n, t: category.id, r: String(rank + 1) })),
      ),
    ),
  );
  return rows.map((row) => ({
    ...row,
    id: row.n,
    author: row.author === null ? null : { name: row.author.name },
    categories: row.categories.map(({ name }) => ({ name })),
  }));
}

let state = 7;
function random(): number {
  state = (state * 16807) % 2147483647;
  return state / 2147483647;
}

const word = fc.constantFrom(...WORDS.filter((text) => text !== ''), 'a', 'B', '%');
const flag = fc.record({ $null: fc.boolean() });
const textCondition = fc.letrec<{ condition: Filter }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    flag,
    fc.record({ $notNull: fc.boolean() }),
    ...(
      [
        '$eq',
        '$ne',
        '$lt',
        '$gte',
        '$eqi',
        '$nei',
        '$contains',
        '$notContains',
        '$containsi',
        '$notContainsi',
        '$startsWith',
        '$startsWithi',
        '$endsWith',
        '$endsWithi',
      ] as const
    ).map((operator) => word.map((value) => ({ [operator]: value }))),
    fc
      .array(word, { minLength: 1, maxLength: 3 })
      .chain((values) => fc.constantFrom({ $in: values }, { $notIn: values })),
    fc.tuple(word, word).map(($between) => ({ $between })),
    tie('condition').map(($not) => ({ $not })),
  ) as fc.Arbitrary<Filter>,
})).condition;
const numberCondition = fc.oneof(
  flag,
  fc
    .integer({ min: 0, max: 4 })
    .chain((value) =>
      fc.constantFrom('$eq', '$ne', '$lt', '$lte', '$gt', '$gte').map((operator) => ({ [operator]: value })),
    ),
  fc
    .array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 })
    .chain((values) => fc.constantFrom({ $in: values }, { $notIn: values })),
);
const filter = fc.letrec<{ filter: Filter; author: Filter }>((tie) => ({
  author: fc.oneof(
    flag,
    textCondition.map((name) => ({ name })),
    textCondition.map((name) => ({ $not: { name } })),
  ) as fc.Arbitrary<Filter>,
  filter: fc.oneof(
    { depthSize: 'small' },
    textCondition.map((title) => ({ title })),
    numberCondition.map((rating) => ({ rating })),
    fc.boolean().map((value) => ({ isFeatured: { $eq: value } })),
    tie('author').map((author) => ({ author })),
    tie('author').map((categories) => ({ categories })),
    fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map(($and) => ({ $and })),
    fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map(($or) => ({ $or })),
    tie('filter').map(($not) => ({ $not })),
    fc.record({ title: textCondition, rating: numberCondition }),
  ) as fc.Arbitrary<Filter>,
})).filter;

describe('filters', () => {
  it('select the same rows in SQL as over plain objects', async () => {
    await fc.assert(
      fc.asyncProperty(filter, async (filters) => {
        const expected = articles.filter((row) => holds(filters, row)).map((row) => row['id']);
        const { status, body } = await site.get(
          `/api/articles?pagination[pageSize]=100&fields=id&${query('filters', filters)}`,
        );
        expect(status, JSON.stringify(body)).toBe(200);
        expect(body.data.map((document: any) => document.id)).toEqual(expected);
        expect(body.meta.pagination.total).toBe(expected.length);
      }),
      { numRuns: times(100) },
    );
  });
});

describe('pages', () => {
  const sort = fc.array(
    fc.constantFrom(
      'title',
      'rating:desc',
      'isFeatured',
      'author.name',
      'categories.name:desc',
      'id:desc',
      'createdAt',
    ),
    { maxLength: 3 },
  );
  it('partition the result in its order', async () => {
    await fc.assert(
      fc.asyncProperty(sort, fc.integer({ min: 1, max: 40 }), filter, async (keys, size, filters) => {
        const base = `/api/articles?fields=id&sort=${keys.join(',')}&${query('filters', filters)}`;
        const whole = (await site.get(`${base}&pagination[pageSize]=100`)).body;
        const { total } = whole.meta.pagination;
        const pages: number[] = [];
        for (let page = 1; page <= Math.ceil(total / size) + 1; page++) {
          const { body } = await site.get(`${base}&pagination[page]=${page}&pagination[pageSize]=${size}`);
          expect(body.meta.pagination).toEqual({ page, pageSize: size, pageCount: Math.ceil(total / size), total });
          pages.push(...body.data.map((document: any) => document.id));
        }
        expect(pages).toEqual(whole.data.map((document: any) => document.id));
        expect(new Set(pages).size).toBe(total);
      }),
      { numRuns: times(15) },
    );
  });

  it('partition the result from cursor to cursor, in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(
        sort,
        fc.integer({ min: 1, max: 40 }),
        fc.option(filter),
        fc.boolean(),
        async (keys, size, filters, withCount) => {
          const filtered = filters === null ? '' : `&${query('filters', filters)}`;
          const base = `/api/articles?fields=id&sort=${keys.join(',')}${filtered}`;
          const whole = (await site.get(`${base}&pagination[pageSize]=100`)).body;
          for (const direction of ['after', 'before'] as const) {
            const pages: number[][] = [];
            let cursor: string | null = '';
            while (cursor !== null) {
              const asked = `pagination[${direction}]=${cursor}&pagination[pageSize]=${size}&pagination[withCount]=${withCount}`;
              const { body }: any = await site.get(`${base}&${asked}`);
              const ids = body.data.map((document: any) => document.id);
              const { pagination } = body.meta;
              expect(pagination.total).toBe(withCount ? whole.meta.pagination.total : undefined);
              expect(pagination[direction === 'after' ? 'before' : 'after'] === null).toBe(cursor === '');
              pages.push(ids);
              cursor = pagination[direction];
            }
            const joined = (direction === 'after' ? pages : pages.toReversed()).flat();
            expect(joined).toEqual(whole.data.map((document: any) => document.id));
          }
        },
      ),
      { numRuns: times(20) },
    );
  });
});

describe('any query string', () => {
  const names = fc.constantFrom(
    ...[
      'title',
      'rating',
      'author',
      'categories',
      'seo',
      'content',
      'cover',
      'id',
      'documentId',
      'locale',
      'createdAt',
    ],
    ...[
      '$eq',
      '$in',
      '$not',
      '$and',
      '$or',
      '$null',
      '$between',
      '$contains',
      'populate',
      'filters',
      'fields',
      'sort',
      'on',
    ],
    ...[
      'pagination',
      'limit',
      'start',
      'count',
      '0',
      '1',
      '',
      '*',
      'blocks.hero',
      'secret',
      'nope',
      'extra',
      'views',
      'startsAt',
    ],
  );
  const value = fc.oneof(
    fc.constantFrom(
      '1',
      '*',
      'true',
      'title',
      'author.articles',
      'title:desc',
      '-1',
      '1e3',
      'en',
      'draft',
      '{}',
      '2024-01-01',
      '99999999999999999999',
      'NaN',
    ),
    fc.string(),
  );
  const parameter = fc
    .tuple(
      fc.constantFrom(
        'filters',
        'sort',
        'fields',
        'populate',
        'pagination',
        'status',
        'locale',
        '_q',
        'publicationFilter',
      ),
      fc.array(names, { maxLength: 5 }),
      value,
    )
    .map(([name, path, text]) => `${name}${path.map((key) => `[${key}]`).join('')}=${encodeURIComponent(text)}`);

  it('is answered or refused, never with a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('articles', 'authors', 'badges', 'comments', 'categories', 'homepage'),
        fc.array(parameter, { minLength: 1, maxLength: 4 }),
        async (type, parameters) => {
          const { status, body } = await site.get(`/api/${type}?${parameters.join('&')}`);
          expect(status, JSON.stringify(body)).toBeLessThan(500);
          if (status === 400) expect(body.error).toMatchObject({ status: 400, message: expect.any(String) });
        },
      ),
      { numRuns: times(300) },
    );
  });
});

function query(path: string, value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${path}=${encodeURIComponent(String(value))}`;
  return Object.entries(value)
    .map(([key, below]) => query(`${path}[${key}]`, below))
    .join('&');
}
