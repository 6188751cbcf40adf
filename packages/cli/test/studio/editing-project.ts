/** A project whose types have every difficulty of forms: conditions, polymorphic relations, blocks, images. */
import type { Page } from 'playwright-core';

import { patience } from '../serve/project.js';
import { type Browser, type Watched, openPage } from './browser.js';
import { type Studio, component, serveStudio, type } from './project.js';

const files = {
  'content-gen.config.ts': `import { defineConfig } from 'content-gen';
export default defineConfig({
  api: { rest: { ${patience} } },
  permissions: {
    public: { auth: ['callback', 'refresh'] },
    editor: '*',
    curator: { auth: ['logout', 'refresh'], playlist: '*', tag: ['find', 'findOne'] },
  },
  users: { rateLimit: false },
  studio: { autosave: false },
});
`,
  'content/tag.ts': type(`name: { type: 'string', required: true }, color: { type: 'string', maxLength: 10 }`),
  'content/playlist.ts': type(
    `name: { type: 'string' },
     tags: { type: 'relation', relation: 'manyToMany', target: 'tag' },
     parts: { type: 'component', component: 'shared.part', repeatable: true },
     cover: { type: 'media', allowedTypes: ['images'] },
     remark: { type: 'richtext' }`,
    'draftAndPublish: true,',
  ),
  'content/badge.ts': type(
    `name: { type: 'string' },
     subject: { type: 'relation', relation: 'morphToOne' },
     items: { type: 'relation', relation: 'morphToMany' }`,
  ),
  'content/offer.ts': type(
    `kind: { type: 'enumeration', enum: ['gift', 'sale'], required: true },
     price: { type: 'decimal', required: true, min: 1, conditions: { visible: { '==': [{ var: 'kind' }, 'sale'] } } }`,
  ),
  'content/story.ts': type(
    `title: { type: 'string' }, body: { type: 'blocks' }, text: { type: 'richtext' }, image: { type: 'media' },
     images: { type: 'media', multiple: true, allowedTypes: ['images'] }, data: { type: 'json' }`,
  ),
  // The studio has a media library of its own.
  'content/media.ts': type(`name: { type: 'string' }`),
  'content/components/shared/part.ts': component(
    `name: { type: 'string' }, text: { type: 'text' }, tags: { type: 'relation', relation: 'manyToMany', target: 'tag' }`,
  ),
};

export const startEditing = () => serveStudio(files, ['editor', 'curator']);

/** A page on which a user has signed in. */
export async function signedIn(
  server: Studio,
  browser: Browser,
  name: string,
  viewport?: { width: number; height: number },
): Promise<Watched> {
  const watched = await openPage(browser, viewport);
  const { page } = watched;
  await page.goto(`${server.url}/studio`);
  await enter(page, name);
  return watched;
}

/** Fills in the form that signs in. */
export async function enter(page: Page, name: string): Promise<void> {
  await page.getByLabel('Email or username').fill(name);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Account' }).waitFor();
}

/** The control of an attribute by its whole name. */
export function field(page: Page, name: string) {
  return page.getByRole('textbox', { name: new RegExp(`^${name}( \\*)?$`) });
}

/** Drops the unsaved changes of a form. */
export async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Undo unsaved changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo changes' }).click();
}
