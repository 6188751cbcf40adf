import { id } from './load.mjs';

const HEAVY_TAG = 'heavy'.padEnd(24, '0');
const FILE = { id: 1, documentId: 'file'.padEnd(24, '0') };

/** A tag that half of the articles have, and a file that every thousandth has. */
export async function prepareWrites(sql, articles) {
  await sql`insert into cg_documents (id, type) values (${HEAVY_TAG}, 'tag')`;
  await sql`insert into tags (document_id, cg_status, name) values (${HEAVY_TAG}, 'published', 'heavy')`;
  await sql`insert into articles_tags (source_id, target_id, rank, published, locale) select n, ${HEAVY_TAG}, '90', true, '' from generate_series(2, ${articles}::int, 2) n`;
  await sql`insert into cg_files (id, document_id, name, hash, mime, size, url, provider)
    values (${FILE.id}, ${FILE.documentId}, 'a.png', 'a', 'image/png', 1, '/uploads/a.png', 'local')`;
  await sql`update articles set cover = ${FILE.id} where id % 1000 = 1`;
  await sql.unsafe('vacuum analyze articles_tags');
}

/** What is written before each of the runs of a measurement, and what is measured then. */
export const writes = (articles) => ({
  'a total after a write': {
    before: (n) => change(n),
    measured: () => ({ path: '/api/articles?pagination[pageSize]=1' }),
  },
  'a filtered total after a write': {
    before: (n) => change(n),
    measured: (n) => ({
      path: `/api/articles?pagination[pageSize]=1&filters[createdAt][$gt]=${createdAt(articles, n)}`,
    }),
  },
  'a create with 4 relations': { measured: (n) => create(n) },
  'a set of 1,000 entries': { measured: (n) => set(n), times: 5 },
  'a delete of a tag that half of the articles have': {
    measured: () => ({ method: 'DELETE', path: `/api/tags/${HEAVY_TAG}` }),
    times: 1,
  },
  'a delete of a file that every thousandth article has': {
    measured: () => ({ method: 'DELETE', path: `/api/upload/files/${FILE.id}` }),
    times: 1,
  },
});

const change = (n) => json('PUT', `/api/articles/${id('article', n)}`, { rating: n });
const create = (n) =>
  json('POST', '/api/articles', {
    title: `new ${n}`,
    author: id('author', n % 500),
    categories: [1, 2, 3].map((k) => id('category', (k + n) % 200)),
  });
const set = (n) =>
  json('PUT', `/api/articles/${id('article', 1)}`, {
    tags: Array.from({ length: 1_000 }, (_, k) => id('tag', (k * [1, 333, 77, 501, 219][n % 5] + n) % 1_000)),
  });

/** After it come half a per cent of the articles. */
function createdAt(articles, n) {
  return new Date(Date.UTC(2020, 0, 1) + (articles * 0.995 + n) * 60_000).toISOString();
}

function json(method, path, data) {
  return { method, path, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data }) };
}
