/** The rows of `bench/requests/seed.mjs` in the tables of Strapi, and the rights of the public role. */
const id = (prefix, n) => `'${prefix}' || lpad((${n})::text, 23, '0')`;
const number = 'substr(a.document_id, 2)::int';

export async function seedStrapi(sql, names, articles = 10_000) {
  await seedNamed(sql);
  await seedArticles(sql, articles);
  await seedLinks(sql);
  await seedComponents(sql);
  await allowAll(sql, names);
  await continueSequences(sql);
  await sql.unsafe('vacuum analyze');
}

async function seedNamed(sql) {
  const insert = (table, prefix, count, name, [column, value] = ['', '']) =>
    sql.unsafe(`insert into ${table} (id, document_id, created_at, updated_at, published_at, name${column})
      select n, ${id(prefix, 'n')}, now(), now(), now(), '${name} ' || n${value} from generate_series(1, ${count}) n`);
  await insert('authors', 'u', 500, 'Author', [', email', `, 'author' || n || '@example.org'`]);
  await insert('categories', 'c', 200, 'Category');
  await insert('tags', 't', 5_000, 'Tag');
}

/** The draft of an article has an odd row id, its published version the next one. */
async function seedArticles(sql, articles) {
  await sql.unsafe(`
    insert into articles (id, document_id, created_at, updated_at, published_at, title, slug, body, rating, featured, published_on)
    select n * 2 - 1 + s, ${id('a', 'n')}, timestamp '2024-01-01' + n * interval '1 minute', timestamp '2024-02-01' + n * interval '1 minute',
      case s when 1 then timestamp '2024-02-01' + n * interval '1 minute' end,
      'Article ' || n, 'article-' || n, repeat('Lorem ipsum dolor sit amet. ', 20), n % 10, n % 7 = 0, date '2024-01-01' + n % 365
    from generate_series(1, ${articles}) n cross join generate_series(0, 1) s order by 1`);
}

async function seedLinks(sql) {
  await sql.unsafe(`insert into articles_author_lnk (article_id, author_id, article_ord)
    select a.id, ${number} % 500 + 1, ${number} from articles a order by a.id`);
  await sql.unsafe(`insert into articles_categories_lnk (article_id, category_id, category_ord, article_ord)
    select a.id, (${number} + k * 37) % 200 + 1, k + 1, ${number} from articles a cross join generate_series(0, 2) k order by a.id, k`);
  await sql.unsafe(`insert into articles_tags_lnk (article_id, tag_id, tag_ord)
    select a.id, (${number} * 3 + k) % 5000 + 1, k + 1 from articles a cross join generate_series(0, 1) k order by a.id, k`);
  await sql.unsafe(`insert into tags_related_lnk (tag_id, inv_tag_id, tag_ord)
    select 1, n, n from generate_series(1, 5000) n`);
}

/** One entry of `seo`, three of `sections`, and in `content` a hero, a quote and a hero. */
async function seedComponents(sql) {
  await sql.unsafe(`insert into components_shared_seos (id, meta_title, meta_description)
    select a.id, 'Title ' || ${number}, 'Description ' || ${number} from articles a`);
  await sql.unsafe(`insert into components_shared_sections (id, heading, body)
    select a.id * 3 + k, 'Section ' || k, repeat('text ', 20) from articles a cross join generate_series(1, 3) k`);
  await sql.unsafe(`insert into components_blocks_heros (id, title)
    select a.id * 2 + k, 'Hero ' || (4 + k * 2) from articles a cross join generate_series(0, 1) k`);
  await sql.unsafe(
    `insert into components_blocks_quotes (id, text, by) select a.id, 'Quote 5', 'Somebody' from articles a`,
  );
  await sql.unsafe(`insert into articles_cmps (entity_id, cmp_id, component_type, field, "order")
    select a.id, e.* from articles a cross join lateral (values
      (a.id, 'shared.seo', 'seo', null::float),
      (a.id * 3 + 1, 'shared.section', 'sections', 1), (a.id * 3 + 2, 'shared.section', 'sections', 2), (a.id * 3 + 3, 'shared.section', 'sections', 3),
      (a.id * 2, 'blocks.hero', 'content', 1), (a.id, 'blocks.quote', 'content', 2), (a.id * 2 + 1, 'blocks.hero', 'content', 3)
    ) e`);
}

async function allowAll(sql, names) {
  const actions = [
    ...names.flatMap((name) =>
      ['find', 'findOne', 'create', 'update', 'delete'].map((action) => `api::${name}.${name}.${action}`),
    ),
    'plugin::upload.content-api.upload',
  ];
  await sql`
    with made as (
      insert into up_permissions (document_id, action, created_at, updated_at, published_at)
      select 'p' || lpad(n::text, 23, '0'), action, now(), now(), now() from unnest(${actions}::text[]) with ordinality x(action, n)
      returning id
    )
    insert into up_permissions_role_lnk (permission_id, role_id, permission_ord)
    select made.id, role.id, made.id from made, up_roles role where role.type = 'public'`;
}

/** Strapi takes row ids from sequences, which the inserts with ids of their own did not move. */
async function continueSequences(sql) {
  const tables = ['authors', 'categories', 'tags', 'articles'].concat(
    ['shared_seos', 'shared_sections', 'blocks_heros', 'blocks_quotes'].map((name) => `components_${name}`),
  );
  for (const table of tables)
    await sql.unsafe(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
}
