/** A project with users, drafts, locales and every kind of attribute that the journey through the studio needs. */
import { createProject, patience } from '../serve/project.js';
import type { Files } from '../temporary-project.js';

export const type = (attributes: string, more = '') =>
  `import { defineContentType } from 'content-gen';\nexport default defineContentType({ ${more} attributes: { ${attributes} } });\n`;
export const component = (attributes: string) =>
  `import { defineComponent } from 'content-gen';\nexport default defineComponent({ attributes: { ${attributes} } });\n`;

const files = {
  'content-gen.config.ts': `import { defineConfig } from 'content-gen';
export default defineConfig({
  locales: { default: 'en', all: ['en', 'fr'] },
  api: { rest: { maxLimit: 500, ${patience} } },
  permissions: {
    public: { auth: ['callback', 'refresh'] },
    editor: '*',
    reader: {
      auth: ['logout', 'refresh'],
      article: { actions: ['find', 'findOne'], readable: ['title', 'tags'] },
      tag: ['find'],
    },
    // It may not send bulk requests, and knows nothing of tags.
    writer: {
      auth: ['logout', 'refresh'],
      article: ['find', 'findOne', 'findDraft', 'create', 'update', 'delete', 'publish'],
    },
  },
  users: { rateLimit: false },
  studio: { autosave: false },
});
`,
  'content/article.ts': type(
    `title: { type: 'string', required: true, maxLength: 80, localized: true },
     slug: { type: 'uid', targetField: 'title', localized: true },
     body: { type: 'blocks', localized: true },
     cover: { type: 'media', allowedTypes: ['images'] },
     seo: { type: 'component', component: 'shared.seo', localized: true },
     sections: { type: 'dynamiczone', components: ['shared.seo', 'shared.quote'], localized: true },
     tags: { type: 'relation', relation: 'manyToMany', target: 'tag', inversedBy: 'articles' },
     secret: { type: 'string', private: true }`,
    'draftAndPublish: true, localized: true,',
  ),
  'content/tag.ts': type(
    `name: { type: 'string', required: true },
     articles: { type: 'relation', relation: 'manyToMany', target: 'article', mappedBy: 'tags' }`,
  ),
  'content/note.ts': type(`text: { type: 'richtext' }, data: { type: 'json' }, count: { type: 'integer', max: 10 }`),
  'content/components/shared/seo.ts': component(`metaTitle: { type: 'string', maxLength: 60 }`),
  'content/components/shared/quote.ts': component(`text: { type: 'text', required: true }`),
};

export type Studio = Awaited<ReturnType<typeof startStudio>>;

/** Serves the project with three users and three tags. */
export async function startStudio() {
  return serveStudio(files, ['editor', 'reader', 'writer']);
}

/** Serves a project with a type of tags: three of them, and a user of each role. */
export async function serveStudio(definitions: Files, people: readonly string[]) {
  const project = await createProject(definitions, { database: true });
  const { url, token, studio } = await project.serve(['--no-watch']).event('ready');
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // Answers of the API are looked into freely.
    const read: any = answer.status === 204 ? undefined : await answer.json();
    return { status: answer.status, body: read };
  };
  const { roles } = (await call('GET', '/users-permissions/roles')).body;
  for (const name of people) {
    const { id } = roles.find((each: { type: string }) => each.type === name);
    const person = {
      username: name,
      email: `${name}@example.org`,
      password: 'correct horse',
      confirmed: true,
      role: id,
    };
    const made = await call('POST', '/users', person);
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  }
  for (const name of ['Alpha', 'Beta', 'Gamma']) await call('POST', '/tags', { data: { name } });
  return { url, studio, call, remove: () => project.remove() };
}
