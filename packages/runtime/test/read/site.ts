import type { Database } from '../../src/database/database.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { type Site as AnySite, openSite as open } from '../harness/site.js';

/** The conformance kit, as the public reads it. */
export interface Site extends AnySite {
  readonly database: Database;
  readonly url: string;
  get(path: string, headers?: Record<string, string>): ReturnType<AnySite['request']>;
}

export async function openSite(options: { readonly server?: string } = {}): Promise<Site> {
  const site = await open(conformance, options);
  const { database, url } = site.test;
  return { ...site, database, url, get: (path, headers = {}) => site.request('GET', path, { headers }) };
}

/** A document id that can be read: `a1` → `a1xxxxxxxxxxxxxxxxxxxxxx`. */
export function id(name: string): string {
  return name.padEnd(24, 'x');
}

/** Two authors, three categories, four articles (one a draft, one edited since, one in French too), two files. */
export async function seedSite(database: Database): Promise<void> {
  const documents: [string, string][] = [
    ...['au1', 'au2'].map((name): [string, string] => [name, 'author']),
    ...['c1', 'c2', 'c3'].map((name): [string, string] => [name, 'category']),
    ...['a1', 'a2', 'a3', 'a4'].map((name): [string, string] => [name, 'article']),
    ['v1', 'vault'],
    ['t1', 'tag'],
    ['t2', 'tag'],
    ['b1', 'badge'],
    ['r1', 'restaurant'],
    ['cm1', 'comment'],
  ];
  await database.rows(`insert into cg_documents (id, type) select * from unnest($1::text[], $2::text[])`, [
    documents.map(([name]) => id(name)),
    documents.map(([, type]) => type),
  ]);
  const insert = (table: string, row: Record<string, unknown>) =>
    database.rows(
      `insert into ${table} (${Object.keys(row)
        .map((column) => `"${column}"`)
        .join(', ')}) select ${Object.keys(row)
        .map((column) => `x."${column}"`)
        .join(', ')} from json_populate_record(null::${table}, $1::json) x`,
      [JSON.stringify(row)],
    );
  const at = {
    created_at: '2024-01-01T00:00:00Z',
    updated_at: '2024-01-02T00:00:00Z',
    published_at: '2024-01-02T00:00:00.5Z',
  };
  const published = (name: string, row: Record<string, unknown>) => ({
    document_id: id(name),
    locale: '',
    cg_status: 'published',
    cg_version: 1,
    cg_diverged: [],
    ...at,
    ...row,
  });
  const file = (row: Record<string, unknown>) => ({
    hash: 'h',
    mime: 'image/png',
    size: 0.5,
    url: '/u',
    provider: 'local',
    created_at: at.created_at,
    updated_at: at.updated_at,
    published_at: at.created_at,
    ...row,
  });

  await insert('cg_files', file({ id: 1, document_id: id('f1'), name: 'red.png' }));
  await insert('cg_files', file({ id: 2, document_id: id('f2'), name: 'note.txt', mime: 'text/plain' }));
  await insert('vaults', published('v1', { id: 1, name: 'V1', code: 'zz' }));
  await insert('tags', published('t1', { id: 1, name: 'one', weight: 1 }));
  await insert('tags', published('t2', { id: 2, name: 'two', weight: 2 }));
  await insert('authors', published('au1', { id: 1, name: 'Alice', email: 'alice@x.io', ssn: '111', bio: 'first' }));
  await insert('authors', published('au2', { id: 2, name: 'Bob', email: 'bob@x.io', ssn: '222' }));
  const statuses = (name: string, first: number, row: Record<string, unknown>) => [
    published(name, { ...row, id: first, cg_status: 'draft', published_at: null }),
    published(name, { ...row, id: first + 1 }),
  ];
  for (const [name, first, title] of [
    ['c1', 1, 'Tech'],
    ['c2', 3, 'art'],
    ['c3', 5, 'Bio'],
  ] as const) {
    for (const row of statuses(name, first, {
      name: title,
      parent: name === 'c1' ? null : id('c1'),
      cg_parent_rank: name,
    }))
      await insert('categories', row);
  }
  const seo = {
    id: 1,
    documentId: id('e1'),
    metaTitle: 'mt',
    metaImage: 1,
    metaSocial: [{ id: 2, documentId: id('e2'), network: 'twitter', title: 'tw', image: null }],
  };
  const sections = [
    { id: 3, documentId: id('e3'), heading: 'S1', level: 1 },
    { id: 4, documentId: id('e4'), heading: 'S2', level: 2 },
  ];
  const content = [
    { id: 5, documentId: id('e5'), __component: 'blocks.hero', title: 'H', image: 1 },
    { id: 6, documentId: id('e6'), __component: 'blocks.quote', text: 'Q', by: 'me' },
    {
      id: 7,
      documentId: id('e7'),
      __component: 'blocks.slider',
      label: 'SL',
      files: [2, 1],
      tags: [id('t2'), id('t1')],
    },
  ];
  const articles = [
    ...statuses('a1', 1, {
      locale: 'en',
      title: 'Alpha',
      rating: 5,
      price: '10.50',
      views: '9007199254740993',
      kind: 'news',
      is_featured: true,
      published_on: '2024-01-15',
      starts_at: '2024-01-15T10:00:00Z',
      opens_at: '08:30:00',
      extra: { b: ['x'], a: 1 },
      secret: 'topsecret',
      pass: 'x',
      author: id('au1'),
      cg_author_rank: '1',
      vault: id('v1'),
      cg_vault_rank: '1',
      seo,
      sections,
      content,
      cover: 1,
      gallery: [2, 1],
    }),
    ...statuses('a2', 3, {
      locale: 'en',
      title: 'beta',
      rating: 3,
      price: '99.99',
      kind: 'guide',
      is_featured: false,
      author: id('au1'),
      cg_author_rank: '2',
    }),
    published('a3', {
      id: 5,
      locale: 'en',
      cg_status: 'draft',
      published_at: null,
      title: 'Gamma edited',
      rating: 8,
      author: id('au2'),
      cg_author_rank: '3',
      updated_at: '2024-02-01T00:00:00Z',
    }),
    published('a3', { id: 6, locale: 'en', title: 'Gamma', rating: 8, author: id('au2'), cg_author_rank: '3' }),
    published('a4', {
      id: 7,
      locale: 'en',
      cg_status: 'draft',
      published_at: null,
      title: 'delta draft',
      rating: null,
    }),
    published('a1', { id: 8, locale: 'fr', title: 'Alpha FR', rating: 5, author: id('au1'), cg_author_rank: '1' }),
  ];
  for (const row of articles) await insert('articles', row);
  const link = (table: string, source: number, target: string, rank: string, inverse: string | null) =>
    insert(table, { source_id: source, target_id: id(target), rank, inverse_rank: inverse });
  for (const source of [1, 2]) {
    await link('articles_categories', source, 'c2', '1', '1');
    await link('articles_categories', source, 'c1', '2', '1');
  }
  await link('articles_categories', 4, 'c2', '1', '0');
  await link('articles_categories', 4, 'c3', '2', '1');
  await link('articles_related', 4, 'a1', '1', null);
  await insert('badges', published('b1', { id: 1, name: 'B1' }));
  await insert('restaurants', published('r1', { id: 1, locale: 'en', name: 'R1' }));
  await link('badges_items', 1, 'au1', '1', '1');
  await link('badges_items', 1, 'r1', '2', '1');
  await insert('comments', published('cm1', { id: 1, text: 'hi', subject: id('au1') }));
}
