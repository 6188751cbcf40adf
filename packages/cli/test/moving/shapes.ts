/** Small Strapi projects of other shapes than the fixture, as packages of a monorepo. */
import type { Files } from '../temporary-project.js';

const localized = { pluginOptions: { i18n: { localized: true } } };

function schema(name: string, attributes: object, more: object = {}): Files {
  const info = { singularName: name, pluralName: `${name}s`, displayName: name };
  return { [`src/api/${name}/content-types/${name}/schema.json`]: { info, attributes, ...more } };
}

const schemas: Files = {
  ...schema(
    'article',
    {
      title: { type: 'string', required: true, ...localized },
      status: { type: 'enumeration', enum: ['new', 'old'] },
      cover: { type: 'media', allowedTypes: ['images'] },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author', inversedBy: 'articles' },
      'blog-tags': { type: 'relation', relation: 'manyToMany', target: 'api::blog-tag.blog-tag' },
      zone: { type: 'dynamiczone', components: ['blocks.hero', 'blocks.quote'], ...localized },
    },
    { options: { draftAndPublish: true }, ...localized },
  ),
  ...schema('author', {
    name: { type: 'string' },
    articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article', mappedBy: 'author' },
    photos: { type: 'media', multiple: true },
  }),
  ...schema('blog-tag', { name: { type: 'string', unique: true } }),
  ...schema(
    'home-page',
    { items: { type: 'component', component: 'blocks.hero', repeatable: true, min: 1 } },
    {
      kind: 'singleType',
    },
  ),
  ...schema('remark', { about: { type: 'relation', relation: 'morphToOne' }, count: { type: 'biginteger' } }),
  'src/components/blocks/hero.json': { info: {}, attributes: { title: { type: 'string' }, image: { type: 'media' } } },
  'src/components/blocks/quote.json': {
    info: {},
    attributes: { by: { type: 'relation', relation: 'oneToOne', target: 'api::author.author' } },
  },
};

/** The code of a project: the core routers, a route with a policy, a middleware around every request, and a lifecycle. */
function code(extension: 'js' | 'ts', exported: string): Files {
  const names = ['article', 'author', 'blog-tag', 'home-page', 'remark'];
  const routers = names.map((name) => [`src/api/${name}/routes/${name}`, `createCoreRouter('api::${name}.${name}')`]);
  const parts = {
    ...Object.fromEntries(routers),
    'config/api': '{ rest: { defaultLimit: 10, maxLimit: 50 } }',
    'config/middlewares': "['strapi::errors', 'strapi::query', 'strapi::body', 'global::stamp']",
    'src/index': '{ register() {}, bootstrap() {} }',
    'src/middlewares/stamp': '() => async (ctx, next) => next()',
    'src/policies/is-nice': '(context) => context.state.user !== undefined && context.request.query.nice === "yes"',
    'src/api/article/routes/custom':
      "{ routes: [{ method: 'GET', path: '/articles/slug/:slug', handler: 'article.bySlug', config: { policies: ['global::is-nice'] } }] }",
    'src/api/article/content-types/article/lifecycles': '{ beforeCreate(event) { event.params.data.title ??= "x"; } }',
  };
  return Object.fromEntries(
    Object.entries(parts).map(([path, value]) => [`${path}.${extension}`, `${exported} ${value};\n`]),
  );
}

const manifest = { name: 'cms', private: true, dependencies: { '@strapi/strapi': '5.31.0' } };

/** By their names. */
export const shapes: Readonly<Record<string, Files>> = {
  'of CommonJS without a tsconfig': {
    ...schemas,
    ...code('js', 'module.exports ='),
    'package.json': manifest,
    'jsconfig.json': { compilerOptions: { moduleResolution: 'nodenext', checkJs: true } },
  },
  'of ES modules without a tsconfig': {
    ...schemas,
    ...code('js', 'export default'),
    'package.json': { ...manifest, type: 'module' },
  },
  'with a tsconfig that extends a missing package': {
    ...schemas,
    ...code('ts', 'export default'),
    'package.json': manifest,
    'tsconfig.json': { extends: '@strapi/typescript-utils/tsconfigs/server', include: ['./'] },
  },
};

/** The folder above: its tsconfig.json is for code that a bundler reads. */
export const monorepo: Files = {
  'package.json': { name: 'monorepo', private: true, workspaces: ['packages/*'] },
  'tsconfig.json': {
    compilerOptions: { module: 'ESNext', moduleResolution: 'Bundler', noEmit: true, strict: true, skipLibCheck: true },
  },
};
