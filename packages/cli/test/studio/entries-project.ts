/** A project whose forms have entries in entries, with dates, files, and a limit of their number. */
import { patience } from '../serve/project.js';
import { component, serveStudio, type } from './project.js';

const files = {
  'content-gen.config.ts': `import { defineConfig } from 'content-gen';
export default defineConfig({
  api: { rest: { ${patience} } },
  locales: { default: 'en', all: ['en', 'fr'] },
  permissions: { public: { auth: ['callback', 'refresh'] }, editor: '*' },
  users: { rateLimit: false },
  studio: { autosave: false },
});
`,
  'content/tag.ts': type(
    `name: { type: 'string', required: true },
     plans: { type: 'relation', relation: 'manyToMany', target: 'plan', mappedBy: 'tags' },
     lastOf: { type: 'relation', relation: 'oneToOne', target: 'plan', mappedBy: 'main' }`,
  ),
  'content/plan.ts': type(
    `title: { type: 'string' },
     begin: { type: 'datetime' },
     lead: { type: 'component', component: 'shared.slot' },
     slots: { type: 'component', component: 'shared.slot', repeatable: true, max: 3 },
     zone: { type: 'dynamiczone', components: ['shared.slot', 'shared.line'], max: 2 },
     main: { type: 'relation', relation: 'oneToOne', target: 'tag', inversedBy: 'lastOf' },
     tags: { type: 'relation', relation: 'manyToMany', target: 'tag', inversedBy: 'plans' },
     images: { type: 'media', multiple: true }`,
  ),
  'content/article.ts': type(
    `title: { type: 'string', localized: true },
     intro: { type: 'text', localized: true },
     slots: { type: 'component', component: 'shared.slot', repeatable: true, localized: true }`,
    'draftAndPublish: true, localized: true,',
  ),
  'content/components/shared/slot.ts': component(
    `name: { type: 'string' }, day: { type: 'date' }, picture: { type: 'media' },
     body: { type: 'blocks' },
     lines: { type: 'component', component: 'shared.line', repeatable: true }`,
  ),
  'content/components/shared/line.ts': component(`text: { type: 'string', maxLength: 10 }`),
};

export const startEntries = () => serveStudio(files, ['editor']);
