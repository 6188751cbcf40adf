/** Content types of the test project; modelled on an editorial site. */
import * as attr from '../../src/model/attributes/index.js';
import type { AnyComponent, AnyModel } from '../../src/model/model.js';
import * as tables from './tables.js';

type Any = Record<string, unknown>;

const localized = true;

export const metaSocial: AnyComponent = attr.componentType<Any, Any>({
  name: 'shared.meta-social',
  attributes: {
    network: attr.enumeration(['facebook', 'twitter'], { required: true }),
    title: attr.string({ maxLength: 60, required: true }),
    image: attr.media(),
  },
});

export const seo: AnyComponent = attr.componentType<Any, Any>({
  name: 'shared.seo',
  attributes: {
    metaTitle: attr.string({ required: true, maxLength: 60 }),
    metaDescription: attr.string(),
    hiddenNote: attr.string({ private: true }),
    metaImage: attr.media(),
    metaSocial: attr.component(() => metaSocial, { repeatable: true }),
  },
});

export const section: AnyComponent = attr.componentType<Any, Any>({
  name: 'shared.section',
  attributes: {
    heading: attr.string({ required: true }),
    level: attr.integer({ min: 1, max: 6, default: 2 }),
    body: attr.text(),
  },
});

export const code: AnyComponent = attr.componentType<Any, Any>({
  name: 'shared.code',
  attributes: {
    value: attr.string({ unique: true }),
    price: attr.decimal(),
    at: attr.datetime(),
    big: attr.biginteger(),
  },
});

export const hero: AnyComponent = attr.componentType<Any, Any>({
  name: 'blocks.hero',
  attributes: { title: attr.string({ required: true }), image: attr.media(), seo: attr.component(() => seo) },
});

export const quote: AnyComponent = attr.componentType<Any, Any>({
  name: 'blocks.quote',
  attributes: { text: attr.text({ required: true }), by: attr.string() },
});

export const slider: AnyComponent = attr.componentType<Any, Any>({
  name: 'blocks.slider',
  attributes: {
    label: attr.string(),
    files: attr.media({ multiple: true }),
    category: attr.oneToOne(() => category),
    tags: attr.oneToMany(() => tag),
  },
});

const pointing = {
  to: attr.oneToOne(() => category),
  many: attr.oneToMany(() => tag),
  about: attr.morphToOne(),
  abouts: attr.morphToMany(),
  image: attr.media({ allowedTypes: ['images'] }),
  images: attr.media({ multiple: true }),
};

export const pointer: AnyComponent = attr.componentType<Any, Any>({
  name: 'blocks.pointer',
  attributes: { name: attr.string(), ...pointing },
});

export const panel: AnyComponent = attr.componentType<Any, Any>({
  name: 'blocks.panel',
  attributes: {
    ...pointing,
    inner: attr.component(() => pointer),
    inners: attr.component(() => pointer, { repeatable: true }),
  },
});

export const needy: AnyComponent = attr.componentType<Any, Any>({
  name: 'blocks.needy',
  attributes: {
    to: attr.oneToOne(() => category, { required: true }),
    many: attr.oneToMany(() => tag, { required: true }),
    image: attr.media({ required: true }),
    images: attr.media({ multiple: true, required: true }),
  },
});

export const page: AnyModel = attr.contentType<Any, Any>({
  name: 'page',
  plural: 'pages',
  table: tables.pages,
  draftAndPublish: true,
  attributes: {
    title: attr.string(),
    main: attr.component(() => panel),
    panels: attr.component(() => panel, { repeatable: true }),
    zone: attr.dynamicZone(() => [panel, needy]),
    gallery: attr.media({ multiple: true, required: true }),
  },
});

export const article: AnyModel = attr.contentType<Any, Any>({
  name: 'article',
  plural: 'articles',
  table: tables.articles,
  draftAndPublish: true,
  localized: true,
  attributes: {
    title: attr.string({ required: true, localized }),
    slug: attr.uid({ from: 'title', localized }),
    body: attr.richtext({ localized }),
    blocks: attr.blocks({ localized }),
    rating: attr.integer({ min: 0, max: 10 }),
    price: attr.decimal(),
    views: attr.biginteger(),
    score: attr.float(),
    isFeatured: attr.boolean({ default: false }),
    publishedOn: attr.date(),
    startsAt: attr.datetime(),
    opensAt: attr.time(),
    kind: attr.enumeration(['news', 'guide', 'review']),
    extra: attr.json({ localized }),
    contact: attr.email(),
    pass: attr.password({ localized }),
    secret: attr.string({ private: true, localized }),
    author: attr.manyToOne(() => author, { inversedBy: 'articles' }),
    categories: attr.manyToMany(() => category, { through: tables.articlesCategories, inversedBy: 'articles' }),
    related: attr.manyToMany(() => article, { through: tables.articlesRelated }),
    vault: attr.manyToOne(() => vault),
    seo: attr.component(() => seo, { localized }),
    sections: attr.component(() => section, { repeatable: true, localized }),
    content: attr.dynamicZone(() => [hero, quote, slider], { localized }),
    cover: attr.media({ allowedTypes: ['images'] }),
    gallery: attr.media({ multiple: true }),
  },
});

export const author: AnyModel = attr.contentType<Any, Any>({
  name: 'author',
  plural: 'authors',
  table: tables.authors,
  attributes: {
    name: attr.string({ required: true }),
    email: attr.email({ unique: true }),
    articles: attr.oneToMany(() => article, { mappedBy: 'author' }),
    profile: attr.oneToOne(() => profile, { inversedBy: 'author' }),
    comments: attr.morphMany(() => comment, { morphBy: 'subject' }),
  },
});

export const profile: AnyModel = attr.contentType<Any, Any>({
  name: 'profile',
  plural: 'profiles',
  table: tables.profiles,
  attributes: { nickname: attr.string(), author: attr.oneToOne(() => author, { mappedBy: 'profile' }) },
});

export const category: AnyModel = attr.contentType<Any, Any>({
  name: 'category',
  plural: 'categories',
  table: tables.categories,
  draftAndPublish: true,
  attributes: {
    name: attr.string({ required: true, unique: true }),
    articles: attr.manyToMany(() => article, { mappedBy: 'categories' }),
    parent: attr.manyToOne(() => category, { inversedBy: 'children' }),
    children: attr.oneToMany(() => category, { mappedBy: 'parent' }),
  },
});

export const tag: AnyModel = attr.contentType<Any, Any>({
  name: 'tag',
  plural: 'tags',
  table: tables.tags,
  attributes: {
    name: attr.string(),
    weight: attr.integer(),
    buddies: attr.manyToMany(() => tag, { through: tables.tagsBuddies }),
  },
});

export const vault: AnyModel = attr.contentType<Any, Any>({
  name: 'vault',
  plural: 'vaults',
  table: tables.vaults,
  attributes: { name: attr.string() },
});

/** Names that the runtime uses for other things, or nearly: its own columns, and places in lists. */
export const release: AnyModel = attr.contentType<Any, Any>({
  name: 'release',
  plural: 'releases',
  table: tables.releases,
  draftAndPublish: true,
  localized: true,
  attributes: {
    version: attr.string({ unique: true, localized }),
    versionRank: attr.integer(),
    diverged: attr.boolean({ default: false }),
    vault: attr.manyToOne(() => vault),
    vaultRank: attr.integer({ localized }),
  },
});

export const guide: AnyModel = attr.contentType<Any, Any>({
  name: 'guide',
  plural: 'guides',
  table: tables.guides,
  draftAndPublish: true,
  localized: true,
  attributes: {
    title: attr.string({ localized }),
    rating: attr.integer(),
    key: attr.string({ unique: true }),
    box: attr.component(() => section),
    codes: attr.component(() => code, { repeatable: true }),
    gallery: attr.media({ multiple: true }),
    shelf: attr.manyToOne(() => shelf, { inversedBy: 'guides', localized: false }),
    tags: attr.manyToMany(() => shelf, { through: tables.guidesTags, inversedBy: 'tagged', localized: false }),
    lead: attr.oneToOne(() => shelf, { inversedBy: 'leads', localized: false }),
  },
});

export const shelf: AnyModel = attr.contentType<Any, Any>({
  name: 'shelf',
  plural: 'shelves',
  table: tables.shelves,
  draftAndPublish: true,
  attributes: {
    name: attr.string(),
    guides: attr.oneToMany(() => guide, { mappedBy: 'shelf' }),
    tagged: attr.manyToMany(() => guide, { mappedBy: 'tags' }),
    leads: attr.oneToOne(() => guide, { mappedBy: 'lead' }),
  },
});

const nodeAttributes = (
  node: () => AnyModel,
  through: typeof tables.nodesRelated | typeof tables.plainNodesRelated,
) => ({
  name: attr.string(),
  related: attr.manyToMany(node, { through, inversedBy: 'relatedTo' }),
  relatedTo: attr.manyToMany(node, { mappedBy: 'related' }),
  // The side that is stored comes second here.
  children: attr.oneToMany(node, { mappedBy: 'parent' }),
  parent: attr.manyToOne(node, { inversedBy: 'children' }),
  next: attr.oneToOne(node, { inversedBy: 'previous' }),
  previous: attr.oneToOne(node, { mappedBy: 'next' }),
});

export const node: AnyModel = attr.contentType<Any, Any>({
  name: 'node',
  plural: 'nodes',
  table: tables.nodes,
  draftAndPublish: true,
  attributes: nodeAttributes(() => node, tables.nodesRelated),
});

export const plainNode: AnyModel = attr.contentType<Any, Any>({
  name: 'plain-node',
  plural: 'plain-nodes',
  table: tables.plainNodes,
  attributes: nodeAttributes(() => plainNode, tables.plainNodesRelated),
});

export const plainItem: AnyModel = attr.contentType<Any, Any>({
  name: 'plain-item',
  plural: 'plain-items',
  table: tables.plainItems,
  attributes: {
    name: attr.string({ required: true }),
    req: attr.integer({ required: true }),
    uniq: attr.string({ unique: true }),
    reqRel: attr.manyToOne(() => tag, { required: true }),
    reqComp: attr.component(() => section, { required: true }),
    def: attr.string({ default: 'dflt' }),
    defNum: attr.integer({ default: 7 }),
  },
});

export const strictItem: AnyModel = attr.contentType<Any, Any>({
  name: 'strict-item',
  plural: 'strict-items',
  table: tables.strictItems,
  draftAndPublish: true,
  attributes: {
    name: attr.string({ required: true, minLength: 3, maxLength: 10 }),
    code: attr.string({ regex: '^[A-Z]{2}\\d{2}$' }),
    uniq: attr.string({ unique: true }),
    slug: attr.uid(),
    qty: attr.integer({ min: 1, max: 5 }),
    big: attr.biginteger({ min: '10', max: '1000' }),
    dec: attr.decimal({ min: 0.5, max: 9.5 }),
    flt: attr.float({ min: -1, max: 1 }),
    level: attr.enumeration(['low', 'high'], { required: true, default: 'low' }),
    mail: attr.email({ minLength: 6 }),
    pw: attr.password({ minLength: 6 }),
    txt: attr.text({ maxLength: 20, unique: true }),
    rich: attr.richtext({ minLength: 2 }),
    flag: attr.boolean({ required: true, default: true }),
    day: attr.date({ unique: true }),
    num: attr.integer({ unique: true }),
    parts: attr.component(() => section, { repeatable: true, min: 1, max: 2 }),
    zone: attr.dynamicZone(() => [quote, hero], { min: 1, max: 2 }),
    codes: attr.component(() => code, { repeatable: true }),
    pic: attr.media({ allowedTypes: ['images'] }),
    tag: attr.oneToOne(() => tag),
    tags: attr.oneToMany(() => tag, { through: tables.strictItemsTags }),
  },
});

export const homepage: AnyModel = attr.contentType<Any, Any>({
  name: 'homepage',
  plural: 'homepages',
  single: true,
  table: tables.homepages,
  draftAndPublish: true,
  localized: true,
  attributes: {
    headline: attr.string({ required: true, localized }),
    visits: attr.integer(),
    hero: attr.component(() => hero, { localized }),
    featured: attr.oneToMany(() => article, { through: tables.homepagesFeatured }),
  },
});

export const setting: AnyModel = attr.contentType<Any, Any>({
  name: 'setting',
  plural: 'settings',
  single: true,
  table: tables.settings,
  attributes: { siteName: attr.string() },
});

export const comment: AnyModel = attr.contentType<Any, Any>({
  name: 'comment',
  plural: 'comments',
  table: tables.comments,
  attributes: { text: attr.string(), subject: attr.morphToOne() },
});

export const badge: AnyModel = attr.contentType<Any, Any>({
  name: 'badge',
  plural: 'badges',
  table: tables.badges,
  attributes: { name: attr.string(), items: attr.morphToMany({ through: tables.badgesItems }) },
});

export const restaurant: AnyModel = attr.contentType<Any, Any>({
  name: 'restaurant',
  plural: 'restaurants',
  table: tables.restaurants,
  draftAndPublish: true,
  localized: true,
  attributes: {
    name: attr.string({ required: true, localized }),
    stars: attr.integer(),
    badge: attr.morphOne(() => badge, { morphBy: 'items' }),
    badges: attr.morphMany(() => badge, { morphBy: 'items' }),
  },
});

export const book: AnyModel = attr.contentType<Any, Any>({
  name: 'book',
  plural: 'books',
  table: tables.books,
  draftAndPublish: true,
  attributes: {
    name: attr.string(),
    readers: attr.manyToMany(() => reader, { through: tables.booksReaders, inversedBy: 'books' }),
    shelf: attr.manyToOne(() => reader, { inversedBy: 'shelved' }),
    cover: attr.oneToOne(() => reader, { inversedBy: 'covered' }),
    marks: attr.morphToMany({ through: tables.booksMarks }),
    about: attr.morphToOne(),
  },
});

export const reader: AnyModel = attr.contentType<Any, Any>({
  name: 'reader',
  plural: 'readers',
  table: tables.readers,
  draftAndPublish: true,
  attributes: {
    name: attr.string(),
    books: attr.manyToMany(() => book, { mappedBy: 'readers' }),
    shelved: attr.oneToMany(() => book, { mappedBy: 'shelf' }),
    covered: attr.oneToOne(() => book, { mappedBy: 'cover' }),
    marked: attr.morphMany(() => book, { morphBy: 'marks' }),
    abouts: attr.morphMany(() => book, { morphBy: 'about' }),
  },
});

export const tale: AnyModel = attr.contentType<Any, Any>({
  name: 'tale',
  plural: 'tales',
  table: tables.tales,
  draftAndPublish: true,
  localized: true,
  attributes: {
    name: attr.string(),
    readers: attr.manyToMany(() => teller, { through: tables.talesReaders, inversedBy: 'books' }),
    shelf: attr.manyToOne(() => teller, { inversedBy: 'shelved' }),
    cover: attr.oneToOne(() => teller, { inversedBy: 'covered' }),
  },
});

export const teller: AnyModel = attr.contentType<Any, Any>({
  name: 'teller',
  plural: 'tellers',
  table: tables.tellers,
  draftAndPublish: true,
  localized: true,
  attributes: {
    name: attr.string(),
    books: attr.manyToMany(() => tale, { mappedBy: 'readers' }),
    shelved: attr.oneToMany(() => tale, { mappedBy: 'shelf' }),
    covered: attr.oneToOne(() => tale, { mappedBy: 'cover' }),
  },
});
