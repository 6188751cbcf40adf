import { patience } from './project.js';

/** A project for the clients of Strapi: articles with drafts and locales, a single type, files and users. */
export const clientProject = (profile: string) => ({
  'content/article.json': JSON.stringify({
    info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
    options: { draftAndPublish: true },
    pluginOptions: { i18n: { localized: true } },
    attributes: {
      title: { type: 'string', required: true, pluginOptions: { i18n: { localized: true } } },
      cover: { type: 'media' },
      tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
    },
  }),
  'content/tag.json': JSON.stringify({
    info: { singularName: 'tag', pluralName: 'tags', displayName: 'Tag' },
    attributes: { name: { type: 'string' } },
  }),
  'content/homepage.json': JSON.stringify({
    kind: 'singleType',
    info: { singularName: 'homepage', pluralName: 'homepages', displayName: 'Homepage' },
    attributes: { heading: { type: 'string' } },
  }),
  'content-gen.config.ts': `import { defineConfig } from 'content-gen';

export default defineConfig({
  api: { responses: '${profile}', rest: { ${patience} } },
  locales: { default: 'en', all: ['en', 'fr'] },
  permissions: { public: { article: '*', tag: '*', homepage: '*', auth: '*', upload: '*' }, authenticated: { user: ['me'], article: ['find'] } },
});
`,
});
