import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { writeProject } from '../generate/project.mjs';

/** 200 content types, of which five have content. */
export function writeStudioProject(root) {
  writeProject(root, 195);
  const define = (path, kind, options) =>
    writeFileSync(
      join(root, 'content', path),
      `import { ${kind} } from 'content-gen';\n\nexport default ${kind}(${options});\n`,
    );
  const tags = `{ type: 'relation', relation: 'manyToMany', target: 'tag' }`;
  define('components/shared/part.ts', 'defineComponent', `{ attributes: { name: { type: 'string' }, tags: ${tags} } }`);
  const named = (more) => `{ attributes: { name: { type: 'string' }, ${more} } }`;
  // The first type by name, which the studio opens first.
  define(
    'article.ts',
    'defineContentType',
    `{ draftAndPublish: true, attributes: { title: { type: 'string' }, slug: { type: 'uid', targetField: 'title' }, rating: { type: 'integer' }, featured: { type: 'boolean' }, body: { type: 'text' } } }`,
  );
  define('tag.ts', 'defineContentType', named(`text: { type: 'text' }`));
  define('playlist.ts', 'defineContentType', `{ draftAndPublish: true, ${named(`tags: ${tags}`).slice(2)}`);
  define('record.ts', 'defineContentType', named(`part: { type: 'component', component: 'shared.part' }`));
  define('badge.ts', 'defineContentType', named(`items: { type: 'relation', relation: 'morphToMany' }`));
  writeFileSync(join(root, 'content-gen.config.json'), '{ "permissions": { "public": { "article": ["find"] } } }');
}

const DOCUMENTS = { article: 100_000, tag: 5_000 };

/** Fills articles and tags in the database, and everything related through the API. */
export async function fill(sql, call) {
  const id = (type) => `'${type.slice(0, 1)}' || lpad(n::text, 23, '0')`;
  for (const [type, count] of Object.entries(DOCUMENTS)) {
    await sql.unsafe(
      `insert into cg_documents (id, type) select ${id(type)}, '${type}' from generate_series(1, ${count}) n`,
    );
  }
  await sql.unsafe(`
    insert into articles (document_id, cg_status, created_at, updated_at, published_at, title, slug, rating, featured, body)
    select ${id('article')}, s.status, timestamptz '2024-01-01', timestamptz '2024-02-01' + n * interval '1 minute',
      case s.status when 'published' then now() end, 'Article ' || n, 'article-' || n, n % 10, n % 7 = 0, repeat('Lorem ipsum. ', 40)
    from generate_series(1, ${DOCUMENTS.article}) n cross join (values ('draft'), ('published')) s(status) order by n, s.status`);
  await sql.unsafe(`
    insert into tags (document_id, cg_status, published_at, name, text)
    select ${id('tag')}, 'published', now(), 'Tag ' || lpad(n::text, 4, '0'), repeat('Lorem ipsum. ', 40)
    from generate_series(1, ${DOCUMENTS.tag}) n`);
  await sql.unsafe('vacuum analyze');
  const tags = Array.from({ length: DOCUMENTS.tag }, (_, index) => `t${String(index + 1).padStart(23, '0')}`);
  return {
    playlist: await call('/playlists', { name: 'Long', tags }),
    record: await call('/records', { name: 'Long', part: { name: 'Part', tags } }),
    badge: await call('/badges', {
      name: 'Long',
      items: tags.map((documentId) => ({ __type: 'api::tag.tag', documentId })),
    }),
  };
}
