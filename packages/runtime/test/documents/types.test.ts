/** The types of documents in code. The compiler checks this file; running it proves nothing. */
import { expectTypeOf, it } from 'vitest';

import * as models from '../../../../fixtures/desk/src/content/models.js';
import type { Article } from '../../../../fixtures/desk/src/content/article/types.js';
import { articleFilters, articlePopulate } from '../../../../fixtures/desk/src/content/article/validators.js';
import { authorFilters, authorPopulate } from '../../../../fixtures/desk/src/content/author/validators.js';
import type { SharedSeo as DocumentedSeo } from '../../../../fixtures/blog/src/content/components/shared/seo.js';
import { defineHooks } from '../../src/content/hooks.js';
import type { DocumentsApi } from '../../src/content/documents.js';
import type * as t from '../../src/kinds.js';
import type { Blocks, Json } from '../../src/shape/index.js';

type Content = DocumentsApi<typeof models, 'public' | 'authenticated'>;

/** Declares checks without running them. */
function compiled(_check: (content: Content) => Promise<void>): () => void {
  return () => undefined;
}

interface Keys {
  id: number;
  documentId: string;
}

interface Stamps extends Keys {
  createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
}

it(
  'every kind of scalar has its type, and private ones are absent',
  compiled(async (content) => {
    const { data } = await content.asSystem().articles.findOne('a');
    expectTypeOf(data).toEqualTypeOf<{
      title: string | null;
      slug: string | null;
      body: string | null;
      blocks: Blocks | null;
      rating: number | null;
      price: number | null;
      views: string | null;
      score: number | null;
      isFeatured: boolean | null;
      publishedOn: string | null;
      startsAt: string | null;
      opensAt: string | null;
      kind: 'news' | 'guide' | 'review' | null;
      extra: Json | null;
      contact: string | null;
      locale: string;
      id: number;
      documentId: string;
      createdAt: string;
      updatedAt: string;
      publishedAt: string | null;
    }>();
  }),
);

it(
  'required values of a type without drafts are never null',
  compiled(async (content) => {
    const { data } = await content.asSystem().plainItems.findOne('a', { fields: ['name', 'def'] });
    expectTypeOf(data).toEqualTypeOf<{ name: string; def: string | null; id: number; documentId: string }>();
    expectTypeOf(data.name).toEqualTypeOf<string>();
  }),
);

it(
  'fields choose, and id and documentId are always there',
  compiled(async (content) => {
    const { data, meta } = await content.asSystem().articles.find({ fields: ['title', 'kind'] });
    expectTypeOf(data).toEqualTypeOf<
      { title: string | null; kind: 'news' | 'guide' | 'review' | null; id: number; documentId: string }[]
    >();
    expectTypeOf(meta.pagination.total).toEqualTypeOf<number | undefined>();
    const { data: bare } = await content.asSystem().articles.findOne('a', { fields: [] });
    expectTypeOf(bare).toEqualTypeOf<Keys>();
  }),
);

it(
  'three levels of populate show exactly what was chosen',
  compiled(async (content) => {
    const { data } = await content.asSystem().articles.findOne('a', {
      fields: ['title'],
      populate: {
        author: {
          fields: ['name'],
          populate: {
            articles: {
              fields: ['rating'],
              sort: 'title:asc',
              limit: 3,
              populate: { categories: { fields: ['name'] } },
            },
            profile: true,
          },
        },
        related: { count: true },
        vault: false,
      },
    });
    expectTypeOf(data).toEqualTypeOf<{
      title: string | null;
      author: {
        name: string;
        articles: {
          rating: number | null;
          categories: { name: string | null; id: number; documentId: string }[];
          id: number;
          documentId: string;
        }[];
        profile: {
          nickname: string | null;
          id: number;
          documentId: string;
          createdAt: string;
          updatedAt: string;
          publishedAt: string | null;
        } | null;
        id: number;
        documentId: string;
      } | null;
      related: { count: number };
      id: number;
      documentId: string;
    }>();
  }),
);

it(
  'components, zones and media',
  compiled(async (content) => {
    const { data } = await content.asSystem().articles.findOne('a', {
      fields: [],
      populate: {
        seo: { populate: { metaImage: { fields: ['url'] } } },
        sections: { fields: ['heading'] },
        content: { on: { 'blocks.quote': true, 'blocks.hero': { fields: ['title'] } } },
        cover: { fields: ['url', 'width'] },
        gallery: true,
      },
    });
    expectTypeOf(data.seo?.metaImage).toEqualTypeOf<
      { url: string; id: number; documentId: string } | null | undefined
    >();
    expectTypeOf(data.sections).toEqualTypeOf<{ heading: string | null; id: number }[]>();
    const [block] = data.content;
    if (block?.__component === 'blocks.hero') {
      expectTypeOf(block).toEqualTypeOf<{ title: string | null; id: number; __component: 'blocks.hero' }>();
    }
    expectTypeOf<NonNullable<typeof block>['__component']>().toEqualTypeOf<'blocks.quote' | 'blocks.hero'>();
    expectTypeOf(data.cover).toEqualTypeOf<{
      width: number | null;
      url: string;
      id: number;
      documentId: string;
    } | null>();
    expectTypeOf(data.gallery[0]!.mime).toEqualTypeOf<string>();
  }),
);

it(
  'polymorphic relations from both sides',
  compiled(async (content) => {
    const { badges, comments, restaurants } = content.asSystem();
    const { data } = await badges.findOne('a', {
      populate: { items: { on: { 'api::restaurant.restaurant': { fields: ['name'] }, 'api::tag.tag': true } } },
    });
    const [item] = data.items;
    if (item?.__type === 'api::restaurant.restaurant') expectTypeOf(item.name).toEqualTypeOf<string | null>();
    expectTypeOf<NonNullable<typeof item>['__type']>().toEqualTypeOf<'api::restaurant.restaurant' | 'api::tag.tag'>();
    const comment = await comments.findOne('a', { populate: { subject: true } });
    if (comment.data.subject?.__type === 'api::author.author') {
      expectTypeOf(comment.data.subject.name).toEqualTypeOf<string>();
    }
    const restaurant = await restaurants.findOne('a', { populate: { badges: { fields: ['name'] }, badge: true } });
    expectTypeOf(restaurant.data.badges).toEqualTypeOf<{ name: string | null; id: number; documentId: string }[]>();
    expectTypeOf(restaurant.data.badge).toExtend<Stamps | null>();
  }),
);

it(
  'everything, names and localizations',
  compiled(async (content) => {
    const { data } = await content.asSystem().articles.findOne('a', { fields: [], populate: '*' });
    expectTypeOf<keyof typeof data>().toEqualTypeOf<
      | ('id' | 'documentId' | 'author' | 'categories' | 'related' | 'vault' | 'seo')
      | ('sections' | 'content' | 'cover' | 'gallery' | 'localizations')
    >();
    const { data: named } = await content
      .asSystem()
      .articles.find({ fields: [], populate: ['vault', 'localizations'] });
    expectTypeOf<keyof (typeof named)[number]>().toEqualTypeOf<'id' | 'documentId' | 'vault' | 'localizations'>();
    expectTypeOf(named[0]!.localizations[0]!.title).toEqualTypeOf<string | null>();
  }),
);

it(
  'what only the program knows may be missing',
  compiled(async (content) => {
    const isWanted: boolean = Math.random() > 0.5;
    const { data } = await content.asSystem().articles.findOne('a', { populate: { vault: isWanted } });
    expectTypeOf(data.vault?.name).toEqualTypeOf<string | null | undefined>();
    const parsed = await content.asSystem().articles.find({
      filters: articleFilters.parse('filters[title]=x'),
      populate: articlePopulate.parse('populate=*'),
    });
    expectTypeOf(parsed.data[0]!.title).toEqualTypeOf<string | null>();
    expectTypeOf<undefined>().toExtend<(typeof parsed.data)[0]['author']>();
  }),
);

it(
  'names and options that only the program knows may be missing',
  compiled(async (content) => {
    const { articles } = content.asSystem();
    const isWanted: boolean = Math.random() > 0.5;
    const either = await articles.findOne('a', {
      fields: isWanted ? ['title', 'slug'] : ['title', 'rating'],
      populate: isWanted ? ['vault', 'author'] : ['vault'],
    });
    expectTypeOf(either.data).toExtend<{ title: string | null; vault: object | null }>();
    expectTypeOf(either.data.slug).toEqualTypeOf<string | null | undefined>();
    expectTypeOf(either.data.author?.name).toEqualTypeOf<string | undefined>();
    expectTypeOf<undefined>().toExtend<(typeof either.data)['author']>();
    const fields: ('title' | 'slug')[] = ['title'];
    const populate: ('author' | 'vault')[] = ['author'];
    const listed = await articles.findOne('a', { fields, populate });
    expectTypeOf<undefined>().toExtend<(typeof listed.data)['author']>();
    expectTypeOf(listed.data.title).toEqualTypeOf<string | null | undefined>();
    expectTypeOf(listed.data.documentId).toEqualTypeOf<string>();
    const [one] = [isWanted ? ('author' as const) : ('vault' as const)];
    const chosen = await articles.findOne('a', { fields: [isWanted ? 'title' : 'slug'], populate: [one] });
    expectTypeOf<undefined>().toExtend<(typeof chosen.data)['author']>();
    expectTypeOf(chosen.data.title).toEqualTypeOf<string | null | undefined>();
    const some: { author: true } | { vault: true } = isWanted ? { author: true } : { vault: true };
    const { data } = await articles.findOne('a', { fields: [], populate: some as { author: true } | { vault: true } });
    expectTypeOf<undefined>().toExtend<(typeof data)['author']>();
  }),
);

it(
  'options below populate that only the program knows give every result that they may have',
  compiled(async (content) => {
    const { articles } = content.asSystem();
    const isWanted: boolean = Math.random() > 0.5;
    const author: { fields?: readonly ('name' | 'createdAt')[]; populate?: readonly ['profile'] } = {};
    const { data } = await articles.findOne('a', {
      fields: [],
      populate: {
        author,
        categories: { fields: ['name'], count: isWanted },
        content: { on: { 'blocks.hero': { fields: isWanted ? ['title'] : [] }, 'blocks.quote': false } },
        related: { count: false, fields: [] },
      },
    });
    expectTypeOf(data.author?.name).toEqualTypeOf<string | undefined>();
    expectTypeOf(data.author?.updatedAt).toEqualTypeOf<string | undefined>();
    expectTypeOf<undefined>().toExtend<NonNullable<typeof data.author>['profile']>();
    expectTypeOf(data.categories).toEqualTypeOf<
      { count: number } | { name: string | null; id: number; documentId: string }[]
    >();
    expectTypeOf(data.content).toEqualTypeOf<
      { title: string | null | undefined; id: number; __component: 'blocks.hero' }[]
    >();
    expectTypeOf(data.related).toEqualTypeOf<Keys[]>();
  }),
);

it(
  'a first document may be missing, a count is a number, and a create may lack the row id',
  compiled(async (content) => {
    const { articles, authors } = content.asSystem();
    expectTypeOf((await articles.findFirst({ fields: [] })).data).toEqualTypeOf<Keys | null>();
    expectTypeOf(await articles.count({ filters: { rating: 3 } })).toEqualTypeOf<number>();
    const { data } = await authors.create({ data: { name: 'a' }, fields: ['name'] });
    expectTypeOf(data).toEqualTypeOf<{ id?: number; name: string; documentId: string }>();
    const taken: Article = (await articles.findOne('a', { populate: { author: true } })).data;
    expectTypeOf(taken.author?.name).toEqualTypeOf<string | undefined>();
    // Responses of the profile "documented" have it, results in code do not, and those of "strapi" neither.
    expectTypeOf<DocumentedSeo['documentId']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<NonNullable<Article['sections']>[number]>().not.toHaveProperty('documentId');
  }),
);

it(
  'single types have calls without an id, and types without drafts no actions',
  compiled(async (content) => {
    const { homepage, setting, tags } = content.asSystem();
    expectTypeOf((await homepage.find({ fields: ['headline'] })).data.headline).toEqualTypeOf<string | null>();
    expectTypeOf((await homepage.publish()).data.visits).toEqualTypeOf<number | null>();
    // @ts-expect-error A single type is not created.
    void homepage.create;
    // @ts-expect-error It has no drafts.
    void setting.publish;
    // @ts-expect-error It has no drafts.
    void tags.discard;
    // @ts-expect-error There is no such role.
    content.asRole('editr');
    // @ts-expect-error A caller is always named.
    void content.articles;
  }),
);

it(
  'a required entry is null if filters exclude it',
  compiled(async (content) => {
    const { plainItems } = content.asSystem();
    const filters = { heading: 'a' };
    const { data } = await plainItems.findOne('a', {
      fields: [],
      populate: { reqComp: { fields: ['heading'], filters } },
    });
    expectTypeOf(data.reqComp).toEqualTypeOf<{ id: number; heading: string | null } | null>();
    const options: { filters?: typeof filters; fields: readonly ['heading'] } = { fields: ['heading'] };
    const maybe = await plainItems.findOne('a', { populate: { reqComp: options } });
    expectTypeOf(maybe.data.reqComp).toEqualTypeOf<{ id: number; heading: string | null } | null>();
    const whole = await plainItems.findOne('a', { populate: { reqComp: { fields: ['heading'] } } });
    expectTypeOf(whole.data.reqComp).toEqualTypeOf<{ id: number; heading: string | null }>();
  }),
);

it(
  'wrong names do not compile',
  compiled(async (content) => {
    const { articles } = content.asSystem();
    // @ts-expect-error It is wrong.
    await articles.find({ filters: { titel: 'x' } });
    // @ts-expect-error It is private.
    await articles.find({ filters: { secret: 'x' } });
    // @ts-expect-error Media cannot be filtered.
    await articles.find({ filters: { cover: 1 } });
    // @ts-expect-error It is wrong.
    await articles.find({ filters: { author: { nmae: 'x' } } });
    // @ts-expect-error It is wrong.
    await articles.find({ filters: { $or: [{ title: 'a' }, { titel: 'b' }] } });
    // @ts-expect-error It is wrong.
    await articles.find({ fields: ['titel'] });
    // @ts-expect-error It is a password.
    await articles.find({ fields: ['pass'] });
    // @ts-expect-error It is wrong.
    await articles.find({ sort: 'titel' });
    // @ts-expect-error It is wrong.
    await articles.find({ sort: 'title:down' });
    // @ts-expect-error It is wrong.
    await articles.find({ sort: 'author.nmae:asc' });
    // @ts-expect-error It is wrong.
    await articles.find({ sort: { author: { profile: { nick: 'asc' } } } });
    // @ts-expect-error It is wrong.
    await articles.find({ populate: { autor: true } });
    // @ts-expect-error It is wrong.
    await articles.find({ populate: { author: true, autor: true } });
    // @ts-expect-error It is wrong.
    await articles.find({ populate: ['autor'] });
    // @ts-expect-error It is a scalar.
    await articles.find({ populate: { title: true } });
    // @ts-expect-error It is wrong.
    await articles.find({ limit: 1 });
    // @ts-expect-error It is wrong.
    await articles.find({ pagination: { page: 1, limit: 1 } });
  }),
);

it(
  'a locale is one of the configuration',
  compiled(async (content) => {
    const { articles, tags, homepage } = content.asSystem();
    type Locale = 'en' | 'fr' | 'de' | undefined;
    type LocaleIn<Call extends (...args: never[]) => unknown> = NonNullable<Parameters<Call>[0]>;
    expectTypeOf<Parameters<typeof articles.create>[0]['locale']>().toEqualTypeOf<Locale>();
    expectTypeOf<LocaleIn<typeof homepage.update>['locale']>().toEqualTypeOf<Locale>();
    await articles.find({ locale: ['en', 'fr'] });
    await articles.count({ locale: '*' });
    await articles.delete('a', { locale: '*' });
    // @ts-expect-error It is none of the configuration.
    await articles.find({ locale: 'es' });
    // @ts-expect-error It is none of the configuration.
    await articles.findFirst({ locale: ['en', 'es'] });
    // @ts-expect-error It is none of the configuration.
    await articles.findOne('a', { locale: 'es' });
    // @ts-expect-error It is none of the configuration.
    await articles.create({ data: { title: 'a' }, locale: 'es' });
    // @ts-expect-error It is none of the configuration.
    await articles.publish('a', { locale: 'es' });
    // @ts-expect-error It is none of the configuration.
    await articles.bulk({ action: 'delete', data: [], locale: 'es' });
    // @ts-expect-error It is none of the configuration.
    await articles.delete('a', { locale: 'es' });
    // @ts-expect-error It is none of the configuration, also for a type that is not localized.
    await tags.find({ locale: 'es' });
  }),
);

it(
  'the locale of a hook is one of the configuration',
  compiled(() => {
    defineHooks(models, {
      article: {
        beforePublish: async ({ documentId, locale, tx }) => {
          expectTypeOf(locale).toEqualTypeOf<'en' | 'fr' | 'de' | undefined>();
          if (locale !== undefined) await tx.asSystem().articles.findOne(documentId, { locale, status: 'draft' });
        },
      },
    });
    return Promise.resolve();
  }),
);

it(
  'wrong names below populate do not compile',
  compiled(async (content) => {
    const { articles, badges } = content.asSystem();
    // @ts-expect-error It is wrong.
    await articles.find({ populate: { author: { fields: ['nmae'] } } });
    // @ts-expect-error It is wrong.
    await articles.find({ populate: { author: { fields: ['name'], wrong: 1 } } });
    // @ts-expect-error It is wrong.
    await articles.find({ populate: { author: { filters: { name: 'a', nmae: 'b' } } } });
    // @ts-expect-error It is wrong.
    await articles.find({ populate: { author: { filters: { name: { $eq: 'a', $equals: 'b' } } } } });
    // @ts-expect-error It is wrong.
    await articles.find({ populate: { author: { filters: { articles: { title: 'a', titel: 'b' } } } } });
    // @ts-expect-error It is wrong.
    await articles.find({ populate: { author: { sort: { name: 'asc', nmae: 'asc' } } } });
    // @ts-expect-error It is wrong.
    await articles.find({ populate: { author: { populate: { articles: { populate: { autor: true } } } } } });
    // @ts-expect-error Only lists have pages.
    await articles.find({ populate: { author: { limit: 3 } } });
    // @ts-expect-error It is wrong.
    await articles.find({ populate: { categories: { pagination: { pageSzie: 3 } } } });
    // @ts-expect-error Pages, or a start.
    await articles.find({ populate: { categories: { pagination: { page: 1, start: 0 } } } });
    // @ts-expect-error It is wrong.
    await articles.find({ populate: { content: { on: { 'blocks.heroo': true } } } });
    // @ts-expect-error It is wrong.
    await articles.find({ populate: { content: { on: { 'blocks.hero': { fields: ['titel'] } } } } });
    // @ts-expect-error It is wrong.
    await articles.find({ populate: { cover: { fields: ['uri'] } } });
    // @ts-expect-error It is wrong.
    await badges.find({ populate: { items: { on: { 'api::nothing.nothing': true } } } });
  }),
);

it(
  'wrong operators and values do not compile',
  compiled(async (content) => {
    const { articles } = content.asSystem();
    // @ts-expect-error It is wrong.
    await articles.find({ filters: { title: { $contain: 'x' } } });
    // @ts-expect-error It is wrong.
    await articles.find({ filters: { rating: { $contains: '1' } } });
    // @ts-expect-error It is wrong.
    await articles.find({ filters: { rating: { $gt: 'abc' } } });
    // @ts-expect-error It is wrong.
    await articles.find({ filters: { rating: { $between: [1, 2, 3] } } });
    // @ts-expect-error It is wrong.
    await articles.find({ filters: { kind: 'poem' } });
    // @ts-expect-error It is wrong.
    await articles.find({ filters: { isFeatured: 'yes' } });
    // @ts-expect-error It is wrong.
    await articles.find({ filters: { title: 5 } });
    // @ts-expect-error It is wrong.
    await articles.find({ filters: { title: null } });
    // @ts-expect-error It is wrong.
    await articles.find({ filters: { title: { $null: 'yes' } } });
    // @ts-expect-error It is wrong.
    await articles.find({ filters: { extra: { $gt: 'x' } } });
    // @ts-expect-error It is wrong.
    await articles.find({ status: 'drafts' });
    // @ts-expect-error It is wrong.
    await articles.find({ publicationFilter: 'never' });
    // @ts-expect-error It is wrong.
    await articles.find({ pagination: { page: '1' } });
  }),
);

it(
  'wrong types through variables, and below populate, do not compile',
  compiled(async (content) => {
    const { articles, authors } = content.asSystem();
    const fields = ['name'] as const;
    // @ts-expect-error They are fields of another type.
    await articles.find({ fields });
    const populate = { author: { fields: ['nmae'] } } as const;
    // @ts-expect-error It is wrong.
    await articles.find({ populate });
    // @ts-expect-error They are filters of another type.
    await authors.find({ populate: { articles: { filters: authorFilters.parse('') } } });
    // @ts-expect-error It is a populate of another type.
    await authors.find({ populate: { articles: { populate: authorPopulate.parse('') } } });
    // @ts-expect-error They are filters of another type.
    await authors.count({ filters: articleFilters.parse('') });
    // @ts-expect-error A list of conditions.
    await articles.find({ filters: { $and: { title: 'x' } } });
    // @ts-expect-error A zone cannot be filtered.
    await articles.find({ filters: { content: { title: 'x' } } });
    // @ts-expect-error A relation cannot be sorted by.
    await articles.find({ sort: 'author:asc' });
    // @ts-expect-error One locale.
    await articles.findOne('a', { locale: ['en'] });
    // @ts-expect-error A count shows no fields.
    await authors.count({ fields: ['name'] });
    // @ts-expect-error The first document has no page.
    await authors.findFirst({ pagination: { page: 1 } });
    // @ts-expect-error It was not chosen.
    void (await articles.find({ fields: ['title'] })).data[0]!.rating;
    // @ts-expect-error It was not populated.
    void (await articles.find()).data[0]!.author;
  }),
);

it(
  'filters and populate of another type do not compile',
  compiled(async (content) => {
    const { articles, authors } = content.asSystem();
    await authors.find({ filters: authorFilters.parse(''), populate: authorPopulate.parse('') });
    // @ts-expect-error It is wrong.
    await articles.find({ filters: authorFilters.parse('') });
    // @ts-expect-error It is wrong.
    await articles.find({ populate: authorPopulate.parse('') });
  }),
);

it(
  'wrong data does not compile',
  compiled(async (content) => {
    const { articles, authors, badges, plainItems, strictItems } = content.asSystem();
    // @ts-expect-error It is wrong.
    await articles.create({ data: { titel: 'x' } });
    // @ts-expect-error It is wrong.
    await articles.create({ data: { rating: '3' } });
    // @ts-expect-error It is wrong.
    await articles.create({ data: { kind: 'poem' } });
    // @ts-expect-error The name is required.
    await authors.create({ data: {} });
    // @ts-expect-error The name is required.
    await authors.update('a', { data: { name: null } });
    // @ts-expect-error A required relation is needed.
    await plainItems.create({ data: { name: 'a', req: 1, reqComp: { heading: 'a' } } });
    await plainItems.create({ data: { name: 'a', req: 1, reqRel: 'a', reqComp: { heading: 'a' } } });
    // @ts-expect-error A new entry has its required attributes.
    await plainItems.create({ data: { name: 'a', req: 1, reqRel: 'a', reqComp: { level: 1 } } });
    // @ts-expect-error An entry without an id is new.
    await plainItems.update('a', { data: { reqComp: { level: 1 } } });
    // @ts-expect-error So are entries of a list.
    await plainItems.bulk({ action: 'update', data: [{ documentId: 'a', reqComp: {} }] });
    await plainItems.update('a', { data: { reqComp: { id: 1, level: 1 } } });
    await articles.create({ data: { sections: [{ level: 1 }] } });
    // @ts-expect-error The id is given.
    await articles.create({ data: { documentId: 'a' } });
    // @ts-expect-error Entries of a zone name their component.
    await strictItems.create({ data: { zone: [{ title: 'a' }] } });
    // @ts-expect-error It is wrong.
    await strictItems.create({ data: { zone: [{ __component: 'blocks.slider' }] } });
    // @ts-expect-error It is wrong.
    await badges.create({ data: { items: [{ __type: 'api::nothing.nothing', documentId: 'a' }] } });
    // @ts-expect-error There is no such block.
    await articles.create({ data: { blocks: [{ type: 'table', children: [] }] } });
    // @ts-expect-error A heading has a level from 1 to 6.
    await articles.create({ data: { blocks: [{ type: 'heading', level: 7, children: [] }] } });
    // @ts-expect-error Text is inside a block.
    await articles.create({ data: { blocks: [{ type: 'text', text: 'a' }] } });
    const text = { type: 'text', text: 'a', bold: true } as const;
    await articles.create({ data: { blocks: [{ type: 'list', format: 'ordered', indentLevel: 0, children: [] }] } });
    await articles.create({
      data: { blocks: [{ type: 'quote', children: [{ type: 'link', url: '/a', children: [text] }] }] },
    });
    await articles.create({ data: { startsAt: new Date() } });
    await articles.bulk({ action: 'update', data: [{ documentId: 'a', startsAt: new Date() }] });
    // @ts-expect-error A day has no time.
    await articles.create({ data: { publishedOn: new Date() } });
    await articles.create({ data: { secret: 'written', pass: 'never shown', seo: null, cover: 1 } });
  }),
);

it(
  'only lists that have cursors take them',
  compiled(async (content) => {
    const { articles } = content.asSystem();
    const pagination = { after: '', pageSize: 2 };
    const { data } = await articles.findOne('a', {
      populate: { categories: { pagination }, localizations: { pagination: { before: '' } } },
    });
    expectTypeOf(data?.categories[0]?.__cursor).toEqualTypeOf<string | undefined>();
    await articles.findOne('a', { populate: { gallery: { pagination: { pageSize: 2 } } } });
    // @ts-expect-error Files have no cursors.
    await articles.findOne('a', { populate: { gallery: { pagination } } });
    // @ts-expect-error Entries have none.
    await articles.findOne('a', { populate: { sections: { pagination } } });
    await articles.findOne('a', {
      // @ts-expect-error Neither have relations of entries.
      populate: { content: { on: { 'blocks.slider': { populate: { tags: { pagination } } } } } },
    });
  }),
);

it(
  'wrong positions do not compile',
  compiled(async (content) => {
    const { articles } = content.asSystem();
    await articles.update('a', { data: { categories: { connect: [{ documentId: 'a', position: { before: 'b' } }] } } });
    await articles.update('a', { data: { categories: { connect: ['a', 5], disconnect: 'b' }, author: null } });
    await articles.update('a', {
      // @ts-expect-error Exactly one of the keys.
      data: { categories: { connect: [{ documentId: 'a', position: { before: 'b', after: 'c' } }] } },
    });
    await articles.update('a', {
      // @ts-expect-error It is wrong.
      data: { categories: { connect: [{ documentId: 'a', position: { begin: true } }] } },
    });
    await articles.update('a', {
      // @ts-expect-error `set` stands alone.
      data: { categories: { set: ['a'], connect: ['b'] } },
    });
    // @ts-expect-error It is wrong.
    await articles.update('a', { data: { categories: { link: ['b'] } } });
  }),
);

interface HolderType extends t.DocumentType {
  $: t.Collection<'holders', 'api::holder.holder'>;
  title: t.Text<'required' | 'kept'>;
  rank: t.Num<'present' | 'kept'>;
  kind: t.Enum<'a' | 'b', 'kept'>;
  body: t.RichText<'required' | 'kept'>;
  hero: t.Entry<HeroType, 'required' | 'kept'>;
}

interface HeroType extends t.ComponentType<'shared.hero'> {
  kind: t.Enum<'a', 'kept'>;
}

it('answers with old values are wide, and bodies obey the rules', () => {
  type Holder = t.Document<HolderType>;
  expectTypeOf<Pick<Holder, 'title' | 'rank' | 'kind' | 'body'>>().toEqualTypeOf<{
    title: string | null;
    rank: number | null;
    kind: string | null;
    body: Json | null;
  }>();
  expectTypeOf<t.Result<HolderType, undefined, { hero: true }>['hero']>().toEqualTypeOf<{
    kind: string | null;
    id: number;
  } | null>();
  type Create = t.CreateInput<HolderType>;
  expectTypeOf<Create['title']>().toEqualTypeOf<string>();
  expectTypeOf<Create['body']>().toEqualTypeOf<Blocks>();
  expectTypeOf<t.Input<HolderType>['kind']>().toEqualTypeOf<'a' | 'b' | null | undefined>();
  expectTypeOf<t.Input<HolderType>['rank']>().toEqualTypeOf<number | undefined>();
});
