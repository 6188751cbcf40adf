// A database of Strapi 5 with the content of the archive: only the tables and columns that an import reads.
import { createRequire } from 'node:module';

import postgres from 'postgres';

import { AUTHORS, TAGS, TEXT, schemas } from './archive.mjs';

const DAY = '2024-03-01T10:00:00.000Z';

export async function fillPostgres(url, articles) {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const day = `timestamp '${DAY.replace('Z', '')}'`;
  for (const statement of statementsOf(articles, { day, moment: 'timestamp' })) await sql.unsafe(statement);
  await sql.end();
}

export function fillSqlite(path, articles) {
  // The packages of the command line, because benchmarks have none of their own.
  const { Database } = createRequire(new URL('../../packages/cli/package.json', import.meta.url))('node-sqlite3-wasm');
  const database = new Database(path);
  database.exec('begin');
  for (const statement of statementsOf(articles, { day: Date.parse(DAY), moment: 'datetime' }))
    database.exec(statement);
  database.exec('commit');
  database.close();
}

function* statementsOf(articles, { day, moment }) {
  const dates = `created_at ${moment}, updated_at ${moment}, published_at ${moment}, locale varchar(255)`;
  const versions = articles * 2;
  yield 'create table strapi_core_store_settings (id integer primary key, key varchar(255), value text)';
  yield `insert into strapi_core_store_settings values (1, 'strapi_content_types_schema', '${JSON.stringify(stored())}')`;
  yield `create table tags (id integer primary key, document_id varchar(255), name varchar(255), ${dates})`;
  yield `insert into tags ${numbers(TAGS)} select i, 'tag' || i, 'Tag ' || i, ${day}, ${day}, ${day}, null from n`;
  yield `create table authors (id integer primary key, document_id varchar(255), name varchar(255), ${dates})`;
  yield `insert into authors ${numbers(AUTHORS)} select i, 'author' || i, 'Author ' || i, ${day}, ${day}, ${day}, null from n`;
  yield `create table articles (id integer primary key, document_id varchar(255), title varchar(255), slug varchar(255),
    body text, rating decimal(10,2), ${dates})`;
  yield `insert into articles ${numbers(versions)}
    select i, 'article' || ((i + 1) / 2), 'Article ' || ((i + 1) / 2), 'article-' || ((i + 1) / 2), '${TEXT}', 1.25,
      ${day}, ${day}, case when i % 2 = 0 then ${day} end, null from n`;
  yield 'create table components_shared_seos (id integer primary key, title varchar(255))';
  yield `insert into components_shared_seos ${numbers(versions * 2)} select i, 'Seo ' || i from n`;
  yield 'create table components_shared_quotes (id integer primary key, text text)';
  yield `insert into components_shared_quotes ${numbers(versions)} select i, 'To be, or not to be' from n`;
  yield `create table articles_cmps (id integer primary key, entity_id integer, cmp_id integer,
    component_type varchar(255), field varchar(255), "order" float)`;
  for (const [index, [component, field, order, shift]] of [
    ['shared.seo', 'seo', 1, 0],
    ['shared.quote', 'blocks', 1, 0],
    ['shared.seo', 'blocks', 2, versions],
  ].entries()) {
    yield `insert into articles_cmps ${numbers(versions)}
      select i + ${index * versions}, i, i + ${shift}, '${component}', '${field}', ${order} from n`;
  }
  yield 'create index articles_cmps_entity on articles_cmps (entity_id)';
  yield 'create table articles_author_lnk (id integer primary key, article_id integer, author_id integer, article_ord float)';
  yield `insert into articles_author_lnk ${numbers(versions)} select i, i, (i + 1) / 2 % ${AUTHORS} + 1, (i + 1) / 2 from n`;
  yield `create table articles_tags_lnk (id integer primary key, article_id integer, tag_id integer, tag_ord float, article_ord float)`;
  for (const place of [1, 2, 3]) {
    yield `insert into articles_tags_lnk ${numbers(versions)}
      select i + ${(place - 1) * versions}, i, ((i + 1) / 2 * ${place}) % ${TAGS} + 1, ${place}, (i + 1) / 2 from n`;
  }
  yield 'create table components_shared_seos_tag_lnk (id integer primary key, seo_id integer, tag_id integer)';
  yield `insert into components_shared_seos_tag_lnk ${numbers(versions)} select i, i, (i + 1) / 2 % ${TAGS} + 1 from n`;
}

/** Rows with the numbers up to a limit, in the words of both engines. */
function numbers(limit) {
  return `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${limit})`;
}

/** The schemas of content types, as Strapi keeps them in its store. */
function stored() {
  const types = Object.entries(schemas).filter(([path]) => path.startsWith('src/api/'));
  return Object.fromEntries(
    types.map(([, schema]) => [`api::${schema.info.singularName}.${schema.info.singularName}`, schema]),
  );
}
