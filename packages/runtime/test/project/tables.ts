/** Tables of the test project, as the generator writes them. */
import * as pg from 'drizzle-orm/pg-core';

import * as cg from '../../src/schema.js';

export * from '../../src/model/tables.js';

export const articles = pg.pgTable(
  'articles',
  {
    ...cg.versionColumns(),
    title: pg.text('title'),
    slug: pg.text('slug'),
    body: pg.text('body'),
    blocks: pg.jsonb('blocks'),
    rating: pg.integer('rating'),
    price: pg.numeric('price', { precision: 10, scale: 2 }),
    views: pg.bigint('views', { mode: 'bigint' }),
    score: pg.doublePrecision('score'),
    isFeatured: pg.boolean('is_featured'),
    publishedOn: pg.date('published_on', { mode: 'string' }),
    startsAt: cg.datetime('starts_at'),
    opensAt: pg.time('opens_at', { precision: 3 }),
    kind: pg.text('kind'),
    extra: pg.jsonb('extra'),
    contact: pg.text('contact'),
    pass: pg.text('pass'),
    secret: pg.text('secret'),
    author: cg.reference('author'),
    authorRank: cg.rank('author_rank'),
    vault: cg.reference('vault'),
    seo: cg.component('seo'),
    sections: cg.components('sections'),
    content: cg.components('content'),
    cover: cg.media('cover'),
    gallery: cg.mediaList('gallery'),
  },
  (t) => [...cg.versionKeys(t), cg.unique(t, t.slug), cg.inverse(t.author, t.authorRank), cg.lookup(t.vault)],
);

export const articlesCategories = pg.pgTable(
  'articles_categories',
  cg.linkColumns(() => articles.id),
  cg.linkKeys,
);

export const articlesRelated = pg.pgTable(
  'articles_related',
  cg.linkColumns(() => articles.id),
  cg.linkKeys,
);

export const authors = pg.pgTable(
  'authors',
  {
    ...cg.versionColumns(),
    name: pg.text('name'),
    email: pg.text('email'),
    profile: cg.reference('profile'),
  },
  (t) => [...cg.versionKeys(t), cg.unique(t, t.email), cg.exclusive(t, t.profile)],
);

export const profiles = pg.pgTable('profiles', { ...cg.versionColumns(), nickname: pg.text('nickname') }, (t) => [
  ...cg.versionKeys(t),
]);

export const categories = pg.pgTable(
  'categories',
  {
    ...cg.versionColumns(),
    name: pg.text('name'),
    parent: cg.reference('parent'),
    parentRank: cg.rank('parent_rank'),
  },
  (t) => [...cg.versionKeys(t), cg.unique(t, t.name), cg.inverse(t.parent, t.parentRank)],
);

export const tags = pg.pgTable(
  'tags',
  { ...cg.versionColumns(), name: pg.text('name'), weight: pg.integer('weight') },
  (t) => [...cg.versionKeys(t)],
);

export const tagsBuddies = pg.pgTable(
  'tags_buddies',
  cg.linkColumns(() => tags.id),
  cg.linkKeys,
);

export const vaults = pg.pgTable('vaults', { ...cg.versionColumns(), name: pg.text('name') }, (t) => [
  ...cg.versionKeys(t),
]);

export const releases = pg.pgTable(
  'releases',
  {
    ...cg.versionColumns(),
    version: pg.text('version'),
    versionRank: pg.integer('version_rank'),
    diverged: pg.boolean('diverged'),
    vault: cg.reference('vault'),
    vaultRank: pg.integer('vault_rank'),
  },
  (t) => [...cg.versionKeys(t), cg.unique(t, t.version), cg.lookup(t.vault)],
);

/** Relations of a type to itself, all with both sides. */
export const nodes = pg.pgTable(
  'nodes',
  {
    ...cg.versionColumns(),
    name: pg.text('name'),
    parent: cg.reference('parent'),
    parentRank: cg.rank('parent_rank'),
    next: cg.reference('next'),
  },
  (t) => [...cg.versionKeys(t), cg.inverse(t.parent, t.parentRank), cg.exclusive(t, t.next)],
);

export const nodesRelated = pg.pgTable(
  'nodes_related',
  cg.linkColumns(() => nodes.id),
  cg.linkKeys,
);

/** The same without drafts. */
export const plainNodes = pg.pgTable(
  'plain_nodes',
  {
    ...cg.versionColumns(),
    name: pg.text('name'),
    parent: cg.reference('parent'),
    parentRank: cg.rank('parent_rank'),
    next: cg.reference('next'),
  },
  (t) => [...cg.versionKeys(t), cg.inverse(t.parent, t.parentRank), cg.exclusive(t, t.next)],
);

export const plainNodesRelated = pg.pgTable(
  'plain_nodes_related',
  cg.linkColumns(() => plainNodes.id),
  cg.linkKeys,
);

/** A localized type with everything that locales can share. */
export const guides = pg.pgTable(
  'guides',
  {
    ...cg.versionColumns(),
    title: pg.text('title'),
    rating: pg.integer('rating'),
    key: pg.text('key'),
    box: cg.component('box'),
    codes: cg.components('codes'),
    gallery: cg.mediaList('gallery'),
    shelf: cg.reference('shelf'),
    shelfRank: cg.rank('shelf_rank'),
    lead: cg.reference('lead'),
  },
  (t) => [...cg.versionKeys(t), cg.unique(t, t.key), cg.inverse(t.shelf, t.shelfRank), cg.exclusive(t, t.lead)],
);

export const guidesTags = pg.pgTable(
  'guides_tags',
  cg.linkColumns(() => guides.id),
  cg.linkKeys,
);

export const shelves = pg.pgTable('shelves', { ...cg.versionColumns(), name: pg.text('name') }, (t) => [
  ...cg.versionKeys(t),
]);

/** Entries that point at things, at every depth. */
export const pages = pg.pgTable(
  'pages',
  {
    ...cg.versionColumns(),
    title: pg.text('title'),
    main: cg.component('main'),
    panels: cg.components('panels'),
    zone: cg.components('zone'),
    gallery: cg.mediaList('gallery'),
  },
  (t) => [...cg.versionKeys(t)],
);

export const plainItems = pg.pgTable(
  'plain_items',
  {
    ...cg.versionColumns(),
    name: pg.text('name'),
    req: pg.integer('req'),
    uniq: pg.text('uniq'),
    reqRel: cg.reference('req_rel'),
    reqComp: cg.component('req_comp'),
    def: pg.text('def'),
    defNum: pg.integer('def_num'),
  },
  (t) => [...cg.versionKeys(t), cg.unique(t, t.uniq), cg.lookup(t.reqRel)],
);

export const strictItems = pg.pgTable(
  'strict_items',
  {
    ...cg.versionColumns(),
    name: pg.text('name'),
    code: pg.text('code'),
    uniq: pg.text('uniq'),
    slug: pg.text('slug'),
    qty: pg.integer('qty'),
    big: pg.bigint('big', { mode: 'bigint' }),
    dec: pg.numeric('dec', { precision: 10, scale: 2 }),
    flt: pg.doublePrecision('flt'),
    level: pg.text('level'),
    mail: pg.text('mail'),
    pw: pg.text('pw'),
    txt: pg.text('txt'),
    rich: pg.text('rich'),
    flag: pg.boolean('flag'),
    day: pg.date('day', { mode: 'string' }),
    num: pg.integer('num'),
    parts: cg.components('parts'),
    zone: cg.components('zone'),
    codes: cg.components('codes'),
    pic: cg.media('pic'),
    tag: cg.reference('tag'),
  },
  (t) => [
    ...cg.versionKeys(t),
    cg.unique(t, t.uniq),
    cg.unique(t, t.slug),
    cg.unique(t, t.day),
    cg.unique(t, t.num),
    cg.uniqueHash(t, t.txt),
    cg.lookup(t.tag),
  ],
);

export const strictItemsTags = pg.pgTable(
  'strict_items_tags',
  cg.linkColumns(() => strictItems.id),
  cg.linkKeys,
);

export const homepages = pg.pgTable(
  'homepages',
  {
    ...cg.versionColumns(),
    headline: pg.text('headline'),
    visits: pg.integer('visits'),
    hero: cg.component('hero'),
  },
  (t) => [...cg.versionKeys(t)],
);

export const homepagesFeatured = pg.pgTable(
  'homepages_featured',
  cg.linkColumns(() => homepages.id),
  cg.linkKeys,
);

export const settings = pg.pgTable('settings', { ...cg.versionColumns(), siteName: pg.text('site_name') }, (t) => [
  ...cg.versionKeys(t),
]);

export const comments = pg.pgTable(
  'comments',
  {
    ...cg.versionColumns(),
    text: pg.text('text'),
    subject: cg.reference('subject'),
    subjectRank: cg.rank('subject_rank'),
  },
  (t) => [...cg.versionKeys(t), cg.inverse(t.subject, t.subjectRank)],
);

export const badges = pg.pgTable('badges', { ...cg.versionColumns(), name: pg.text('name') }, (t) => [
  ...cg.versionKeys(t),
]);

export const badgesItems = pg.pgTable(
  'badges_items',
  cg.linkColumns(() => badges.id),
  cg.linkKeys,
);

export const restaurants = pg.pgTable(
  'restaurants',
  { ...cg.versionColumns(), name: pg.text('name'), stars: pg.integer('stars') },
  (t) => [...cg.versionKeys(t)],
);

/** A list seen from both sides where both have drafts, and one-to-one where both have drafts. */
export const books = pg.pgTable(
  'books',
  {
    ...cg.versionColumns(),
    name: pg.text('name'),
    shelf: cg.reference('shelf'),
    shelfRank: cg.rank('shelf_rank'),
    cover: cg.reference('cover'),
    about: cg.reference('about'),
    aboutRank: cg.rank('about_rank'),
  },
  (t) => [
    ...cg.versionKeys(t),
    cg.inverse(t.shelf, t.shelfRank),
    cg.exclusive(t, t.cover),
    cg.inverse(t.about, t.aboutRank),
  ],
);

export const booksMarks = pg.pgTable(
  'books_marks',
  cg.linkColumns(() => books.id),
  cg.linkKeys,
);

export const booksReaders = pg.pgTable(
  'books_readers',
  cg.linkColumns(() => books.id),
  cg.linkKeys,
);

export const readers = pg.pgTable('readers', { ...cg.versionColumns(), name: pg.text('name') }, (t) => [
  ...cg.versionKeys(t),
]);

/** The same, with locales on both sides. */
export const tales = pg.pgTable(
  'tales',
  {
    ...cg.versionColumns(),
    name: pg.text('name'),
    shelf: cg.reference('shelf'),
    shelfRank: cg.rank('shelf_rank'),
    cover: cg.reference('cover'),
  },
  (t) => [...cg.versionKeys(t), cg.inverse(t.shelf, t.shelfRank), cg.exclusive(t, t.cover)],
);

export const talesReaders = pg.pgTable(
  'tales_readers',
  cg.linkColumns(() => tales.id),
  cg.linkKeys,
);

export const tellers = pg.pgTable('tellers', { ...cg.versionColumns(), name: pg.text('name') }, (t) => [
  ...cg.versionKeys(t),
]);
