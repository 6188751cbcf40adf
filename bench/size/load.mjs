import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fullTextFunctions } from '@content-gen/runtime/tables';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';

import { keepTotals } from '../requests/database.mjs';

const AUTHORS = 500;
const CATEGORIES = 200;
const TAGS = 5_000;
const KINDS = ['news', 'review', 'guide'];
/** The first words are in most titles, the last ones in few of a million. */
const WORDS = Array.from({ length: 4_000 }, (_, n) => word(n));

/**
 * Builds tables, loads rows with COPY, and then builds the indexes, which is faster than indexes that grow. A second
 * connection builds half of them, and begins with those of the articles while the first still loads links.
 */
export async function load(sql, schema, articles, beside = sql) {
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(schema));
  const isLater = (statement) => /^(CREATE (UNIQUE )?INDEX|ALTER TABLE)/.test(statement);
  await sql.unsafe('create extension if not exists pg_trgm');
  for (const statement of fullTextFunctions) await sql.unsafe(statement);
  for (const statement of statements.filter((one) => !isLater(one))) await sql.unsafe(statement);
  await copyDocuments(sql, articles);
  const later = statements.filter(isLater);
  // Foreign keys need the unique indexes, and the slowest indexes come first, so that both connections end together.
  const slowest = [/cg_search_vector/, /"body" gin/, /categories__owners/, /USING gin/i, /ON "articles"/, /./];
  const orderOf = (statement) => slowest.findIndex((pattern) => pattern.test(statement));
  const indexes = later.filter((one) => one.includes('INDEX')).toSorted((a, b) => orderOf(a) - orderOf(b));
  const build = async (connection) => {
    for (let next = indexes.shift(); next !== undefined; next = indexes.shift()) await connection.unsafe(next);
  };
  const linked = copyLinks(sql, articles).then(() => build(sql));
  await (beside === sql ? linked : Promise.all([linked, build(beside)]));
  for (const statement of later.filter((one) => !one.includes('INDEX'))) await sql.unsafe(statement);
  await keepTotals(sql);
  await sql.unsafe('vacuum analyze');
}

async function copyDocuments(sql, articles) {
  await copy(
    sql,
    'cg_documents (id, type)',
    documents({ article: articles, author: AUTHORS, category: CATEGORIES, tag: TAGS }),
  );
  const named = (type, count) => rowsOf(count, (n) => [id(type, n), 'published', `${type} ${n}`]);
  await copy(sql, 'authors (document_id, cg_status, name)', named('author', AUTHORS));
  await copy(sql, 'categories (document_id, cg_status, name)', named('category', CATEGORIES));
  await copy(sql, 'tags (document_id, cg_status, name)', named('tag', TAGS));
  const columns =
    'id, document_id, cg_status, created_at, updated_at, published_at, title, slug, kind, body, rating, author, cg_author_rank';
  await copy(sql, `articles (${columns})`, rowsOf(articles, article));
  await sql.unsafe(`select setval(pg_get_serial_sequence('articles', 'id'), ${articles})`);
}

function* documents(counts) {
  for (const [type, count] of Object.entries(counts)) yield* rowsOf(count, (n) => [id(type, n), type]);
}

async function copyLinks(sql, articles) {
  const links = (count, each) => rowsOf(articles * count, (n) => each(Math.floor(n / count), n % count));
  const category = (n, k) => [n + 1, id('category', (n + k * 37) % CATEGORIES), `5${k}`, true, '', `90${n + 1}`];
  await copy(
    sql,
    'articles_categories (source_id, target_id, rank, published, locale, inverse_rank)',
    links(3, category),
  );
  const tag = (n, k) => [n + 1, id('tag', (n * 3 + k) % TAGS), `5${k}`, true, ''];
  await copy(sql, 'articles_tags (source_id, target_id, rank, published, locale)', links(2, tag));
}

function article(n) {
  const created = new Date(Date.UTC(2020, 0, 1) + n * 60_000).toISOString();
  // The dates of changes and publications do not follow the order of the rows.
  const other = new Date(Date.UTC(2020, 0, 1) + ((n * 7_919) % 2_000_003) * 60_000).toISOString();
  const title = Array.from({ length: 4 }, (_, k) => WORDS[skewed(n, k)]).join(' ');
  const body = Array.from({ length: 6 }, (_, k) => WORDS[skewed(n, k + 7)]).join(' ');
  const slug = `${WORDS[skewed(n, 0)]}-${(n * 7_919) % 2_000_003}`;
  const author = id('author', n % AUTHORS);
  return [
    n + 1,
    id('article', n),
    'published',
    created,
    other,
    other,
    title,
    slug,
    KINDS[n % 3],
    body,
    n % 10,
    author,
    `90${n}`,
  ];
}

/** A number below 4,000, small ones more often. */
function skewed(n, k) {
  const random = ((n * 2_654_435_761 + k * 40_503_297) >>> 0) / 2 ** 32;
  return Math.floor(4_000 * random * random * random);
}

/** A word of five to nine letters that no other number has. */
function word(n) {
  const letters = ['bcdfghjklmnprstvwz', 'aeiou'];
  let [text, rest] = ['', (n * 48_271 + 12_345) % 2_147_483_647];
  for (let at = 0; at < 5 + (n % 5); at++) {
    text += letters[at % 2][rest % letters[at % 2].length];
    rest = (rest * 48_271) % 2_147_483_647;
  }
  return `${text}${n.toString(36)}`;
}

export function wordAt(n) {
  return WORDS[n];
}

export function id(type, n) {
  return `${type.slice(0, 2)}${String(n).padStart(22, '0')}`;
}

function* rowsOf(count, row) {
  let text = '';
  for (let n = 0; n < count; n++) {
    text += `${row(n).join('\t')}\n`;
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** Fills an empty table. Truncated in the same transaction, it needs no log and no later vacuum of its rows. */
async function copy(sql, target, rows) {
  const [table] = target.split(' ');
  await sql.begin(async (tx) => {
    await tx.unsafe(`truncate ${table}`);
    await pipeline(Readable.from(rows), await tx.unsafe(`copy ${target} from stdin with (freeze)`).writable());
  });
}
