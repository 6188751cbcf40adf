// An archive of "strapi export" with many documents, as Strapi 5 writes it.
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { pack } from 'tar-stream';

const ARTICLE = 'api::article.article';
const TAG = 'api::tag.tag';
const AUTHOR = 'api::author.author';
const DAY = '2024-03-01T10:00:00.000Z';
export const TEXT = 'The quick brown fox jumps over the lazy dog. '.repeat(12);
export const TAGS = 500;
export const AUTHORS = 2000;
/** As many lines as one file of the archive has. */
const PART = 20_000;

/** The schema files of the project. */
export const schemas = {
  'src/api/article/content-types/article/schema.json': type('article', true, {
    title: { type: 'string', required: true },
    slug: { type: 'uid', targetField: 'title' },
    body: { type: 'richtext' },
    rating: { type: 'decimal' },
    author: { type: 'relation', relation: 'manyToOne', target: AUTHOR, inversedBy: 'articles' },
    tags: { type: 'relation', relation: 'manyToMany', target: TAG, inversedBy: 'articles' },
    seo: { type: 'component', component: 'shared.seo' },
    blocks: { type: 'dynamiczone', components: ['shared.quote', 'shared.seo'] },
  }),
  'src/api/tag/content-types/tag/schema.json': type('tag', false, {
    name: { type: 'string', unique: true },
    articles: { type: 'relation', relation: 'manyToMany', target: ARTICLE, mappedBy: 'tags' },
  }),
  'src/api/author/content-types/author/schema.json': type('author', false, {
    name: { type: 'string' },
    articles: { type: 'relation', relation: 'oneToMany', target: ARTICLE, mappedBy: 'author' },
  }),
  'src/components/shared/seo.json': component('seo', {
    title: { type: 'string' },
    tag: { type: 'relation', relation: 'oneToOne', target: TAG },
  }),
  'src/components/shared/quote.json': component('quote', { text: { type: 'text' } }),
};

function type(name, draftAndPublish, attributes) {
  const info = { singularName: name, pluralName: `${name}s`, displayName: name };
  return { kind: 'collectionType', collectionName: `${name}s`, info, options: { draftAndPublish }, attributes };
}

function component(name, attributes) {
  return { collectionName: `components_shared_${name}s`, info: { displayName: name }, attributes };
}

/** Writes an archive with this many articles, each with a draft and a published version. */
export async function writeArchive(path, articles) {
  const tar = pack();
  const file = createWriteStream(path);
  tar.pipe(createGzip({ level: 1 })).pipe(file);
  await writeLines(tar, 'entities', entities(articles));
  await writeLines(tar, 'links', links(articles));
  await add(tar, 'metadata.json', JSON.stringify({ strapi: { version: '5.31.0' } }));
  tar.finalize();
  await finished(file);
}

async function writeLines(tar, folder, records) {
  let [lines, part] = [[], 0];
  const flush = () =>
    add(tar, `${folder}/${folder}_${String(++part).padStart(5, '0')}.jsonl`, lines.splice(0).join('\n'));
  for (const record of records) {
    lines.push(JSON.stringify(record));
    if (lines.length === PART) await flush();
  }
  await flush();
}

function add(tar, name, text) {
  return new Promise((resolve, reject) => tar.entry({ name }, text, (error) => (error ? reject(error) : resolve())));
}

function* entities(articles) {
  const row = (type, id, documentId, data, publishedAt = DAY) => ({
    type,
    id,
    data: { documentId, createdAt: DAY, updatedAt: DAY, publishedAt, locale: null, ...data },
  });
  for (let id = 1; id <= TAGS; id++) yield row(TAG, id, `tag${id}`, { name: `Tag ${id}` });
  for (let id = 1; id <= AUTHORS; id++) yield row(AUTHOR, id, `author${id}`, { name: `Author ${id}` });
  for (let id = 1; id <= articles * 2; id++) {
    const number = Math.ceil(id / 2);
    const data = {
      title: `Article ${number}`,
      slug: `article-${number}`,
      body: TEXT,
      rating: (number % 500) / 100,
      seo: { id, title: `Article ${number}` },
      blocks: [
        { id: id * 2, __component: 'shared.quote', text: 'To be, or not to be' },
        { id: articles * 2 + id, __component: 'shared.seo', title: 'More' },
      ],
    };
    yield row(ARTICLE, id, `article${number}`, data, id % 2 === 1 ? null : DAY);
  }
}

function* links(articles) {
  for (let id = 1; id <= articles * 2; id++) {
    const number = Math.ceil(id / 2);
    const author = { type: AUTHOR, ref: (number % AUTHORS) + 1, field: 'articles', pos: number };
    yield {
      kind: 'relation.basic',
      relation: 'manyToOne',
      left: { type: ARTICLE, ref: id, field: 'author' },
      right: author,
    };
    for (let pos = 1; pos <= 3; pos++) {
      const right = { type: TAG, ref: ((number * pos) % TAGS) + 1, field: 'articles', pos: number };
      yield {
        kind: 'relation.basic',
        relation: 'manyToMany',
        left: { type: ARTICLE, ref: id, field: 'tags', pos },
        right,
      };
    }
    const left = { type: 'shared.seo', ref: id, field: 'tag' };
    yield { kind: 'relation.basic', relation: 'oneToOne', left, right: { type: TAG, ref: (number % TAGS) + 1 } };
  }
}
