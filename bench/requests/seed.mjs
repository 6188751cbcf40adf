/** The document id of the nth document of a type, whose ids begin with a letter. */
export const documentId = (prefix, n) => `${prefix}${String(n).padStart(23, '0')}`;

/**
 * 10,000 articles, 500 authors, 200 categories, 5,000 tags; per article one author, three categories, seo, three
 * sections and three zone entries; draft and published rows of each.
 */
export async function seed(sql, articles = 10_000) {
  const documents = (prefix, type, count) =>
    sql.unsafe(
      `insert into cg_documents (id, type) select '${prefix}' || lpad(n::text, 23, '0'), '${type}' from generate_series(1, ${count}) n`,
    );
  await documents('a', 'article', articles);
  await documents('u', 'author', 500);
  await documents('c', 'category', 200);
  await documents('t', 'tag', 5_000);
  const id = (prefix, n) => `'${prefix}' || lpad((${n})::text, 23, '0')`;
  const simple = (table, prefix, count, name, more = ['', '']) =>
    sql.unsafe(
      `insert into ${table} (document_id, cg_status, published_at, name${more[0]}) select ${id(prefix, 'n')}, 'published', now(), '${name} ' || n${more[1]} from generate_series(1, ${count}) n`,
    );
  await simple('authors', 'u', 500, 'Author', [', email', `, 'author' || n || '@example.org'`]);
  await simple('categories', 'c', 200, 'Category');
  await simple('tags', 't', 5_000, 'Tag');
  const entry = `'id', n * 10 + k, 'documentId', 'e' || lpad((n * 10 + k)::text, 23, '0')`;
  await sql.unsafe(`
    insert into articles (document_id, cg_status, created_at, updated_at, published_at, title, slug, body, rating, featured, published_on, author, cg_author_rank, seo, sections, content)
    select ${id('a', 'n')}, s.status, timestamptz '2024-01-01' + n * interval '1 minute', timestamptz '2024-02-01' + n * interval '1 minute',
      case s.status when 'published' then timestamptz '2024-02-01' + n * interval '1 minute' end,
      'Article ' || n, 'article-' || n, repeat('Lorem ipsum dolor sit amet. ', 20), n % 10, n % 7 = 0, date '2024-01-01' + n % 365,
      ${id('u', 'n % 500 + 1')}, '90' || lpad(n::text, 5, '0'),
      (select jsonb_build_object(${entry}, 'metaTitle', 'Title ' || n, 'metaDescription', 'Description ' || n) from (select 0 k) x),
      (select jsonb_agg(jsonb_build_object(${entry}, 'heading', 'Section ' || k, 'body', repeat('text ', 20))) from generate_series(1, 3) k),
      (select jsonb_agg(case k % 2 when 0 then jsonb_build_object(${entry}, '__component', 'blocks.hero', 'title', 'Hero ' || k) else jsonb_build_object(${entry}, '__component', 'blocks.quote', 'text', 'Quote ' || k, 'by', 'Somebody') end) from generate_series(4, 6) k)
    from generate_series(1, ${articles}) n cross join (values ('draft'), ('published')) s(status) order by n, s.status`);
  await sql.unsafe(`
    insert into articles_categories (source_id, target_id, rank, inverse_rank)
    select a.id, ${id('c', '(substr(a.document_id, 2)::int + k * 37) % 200 + 1')}, '5' || k, '90' || lpad(a.id::text, 5, '0') from articles a cross join generate_series(0, 2) k`);
  await sql.unsafe(`
    insert into articles_tags (source_id, target_id, rank)
    select a.id, ${id('t', '(substr(a.document_id, 2)::int * 3 + k) % 5000 + 1')}, '5' || k from articles a cross join generate_series(0, 1) k`);
  await sql.unsafe('vacuum analyze');
}
