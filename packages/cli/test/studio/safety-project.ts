/** A project in which forms could lose words: drafts in three locales, shared lists, private attributes, two editors. */
import { patience } from '../serve/project.js';
import { component, serveStudio, type } from './project.js';

const files = {
  'content-gen.config.ts': `import { defineConfig } from 'content-gen';
export default defineConfig({
  api: { rest: { ${patience} } },
  locales: { default: 'en', all: ['en', 'fr', 'de'] },
  permissions: {
    public: { auth: ['callback', 'refresh'] },
    editor: '*',
    second: '*',
    // It may not read drafts, so all that it writes is published.
    announcer: { auth: ['logout', 'refresh'], page: ['find', 'findOne', 'create', 'update'], tag: ['find'] },
  },
  users: { rateLimit: false },
  studio: { autosave: false },
});
`,
  'content/tag.ts': type(`name: { type: 'string', required: true }`),
  'content/page.ts': type(
    `title: { type: 'string', required: true, localized: true },
     intro: { type: 'text', localized: true },
     kind: { type: 'enumeration', enum: ['news', 'opinion'], default: 'news', required: true },
     featured: { type: 'boolean', default: false },
     parts: { type: 'component', component: 'shared.part', repeatable: true },
     tags: { type: 'relation', relation: 'manyToMany', target: 'tag', localized: false }`,
    'draftAndPublish: true, localized: true,',
  ),
  'content/home.ts': type(
    `title: { type: 'string', localized: true }, rank: { type: 'integer', default: 1 }`,
    `kind: 'singleType', localized: true,`,
  ),
  'content/note.ts': type(
    `name: { type: 'string' },
     day: { type: 'date' },
     parts: { type: 'component', component: 'shared.part', repeatable: true },
     weight: { type: 'decimal', required: true },
     secret: { type: 'string', private: true },
     secretParts: { type: 'component', component: 'shared.part', repeatable: true, private: true },
     secretTags: { type: 'relation', relation: 'manyToMany', target: 'tag', private: true }`,
  ),
  'content/components/shared/part.ts': component(`text: { type: 'string' }`),
};

export const startSafety = () => serveStudio(files, ['editor', 'second', 'announcer']);
