/** Roles with few rights in the studio: it offers what they may do, and says what was refused. */
import { fileURLToPath } from 'node:url';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { patience } from '../serve/project.js';
import { type Browser, openBrowser, test, visit } from './browser.js';
import { field, signedIn } from './editing-project.js';
import { type Studio, serveStudio, type } from './project.js';

const LOGO = fileURLToPath(new URL('../../../../fixtures/example/seed/images/logo.png', import.meta.url));

const files = {
  'content-gen.config.ts': `import { defineConfig } from 'content-gen';
const auth = ['logout', 'refresh'];
export default defineConfig({
  api: { rest: { ${patience} } },
  permissions: {
    public: { auth: ['callback', 'refresh'] },
    editor: '*',
    author: { auth, article: { actions: '*', where: { author: '$caller' } } },
    guest: { auth, article: { actions: ['find', 'create'], where: { author: '$caller' }, writable: ['title'] } },
    lister: { auth, article: ['find', 'findOne', 'findDraft', 'update'], tag: ['find', 'create'], upload: ['upload'] },
    keeper: { auth, tag: { actions: '*', whereTo: { delete: { name: 'Alpha' } } }, upload: ['findPage'] },
    drafter: {
      auth,
      article: ['find', 'findOne', 'findDraft', 'createDraft', 'updateDraft'],
      tag: ['find', 'findOne'],
    },
    clerk: {
      auth,
      tag: { actions: ['find', 'findOne', 'delete'], whereTo: { delete: { name: 'Alpha' } } },
    },
  },
  users: { rateLimit: false },
});
`,
  'content/article.ts': type(
    `title: { type: 'string' },
     author: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' },
     tags: { type: 'relation', relation: 'manyToMany', target: 'tag' },
     cover: { type: 'media' }`,
    'draftAndPublish: true,',
  ),
  'content/tag.ts': type(`name: { type: 'string', required: true }`),
};

let server: Studio;
let browser: Browser;

beforeAll(async () => {
  const people = ['editor', 'author', 'guest', 'lister', 'keeper', 'clerk', 'drafter'];
  [server, browser] = await Promise.all([serveStudio(files, people), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const read = async (path: string) => (await server.call('GET', path)).body.data;
const said = (page: Page, text: string) => page.getByRole('status').getByText(text).last().waitFor();
const as = async (name: string) => (await signedIn(server, browser, name)).page;
const tagNames = async () => (await read('/tags?sort=name')).map(({ name }: { name: string }) => name);

test('a role with its own documents alone creates one, though it sees no users', async () => {
  const page = await as('author');
  await page.getByRole('button', { name: 'New article' }).click();
  await field(page, 'Title').fill('Mine');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await said(page, 'The draft is saved.');
  await page.waitForURL(/\/article\/\w{24}$/);
  expect(await read('/articles?status=draft&populate=author')).toMatchObject([
    { title: 'Mine', author: { username: 'author' } },
  ]);
});

test('a role that writes drafts alone saves and is not offered to publish', async () => {
  const { body } = await server.call('POST', '/articles', { data: { title: 'Shown' } });
  const { documentId } = body.data;
  const page = await as('drafter');
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await visit(page, `/studio/content/article/${documentId}`);
  await field(page, 'Title').fill('Proposed');
  expect(await publish.count()).toBe(0);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await said(page, 'The draft is saved.');
  await visit(page, '/studio/content/article/new');
  await field(page, 'Title').fill('Fresh');
  expect(await publish.count()).toBe(0);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.waitForURL(/\/article\/\w{24}$/);
  expect(await publish.count()).toBe(0);
  const titles = async (status: string) =>
    (await read(`/articles?status=${status}&sort=title&filters[title][$ne]=Mine`)).map(
      ({ title }: { title: string }) => title,
    );
  expect([await titles('draft'), await titles('published')]).toEqual([['Fresh', 'Proposed'], ['Shown']]);
  await server.call('DELETE', `/articles/${documentId}`);
});

test('a role that cannot own a document is not offered a new one', async () => {
  const page = await as('guest');
  await page.getByText('There is no article yet').waitFor();
  expect(await page.getByRole('button', { name: /New|Create/ }).count()).toBe(0);
  await page.keyboard.press('Control+k');
  await page
    .getByRole('option', { name: /Article/ })
    .first()
    .waitFor();
  expect(await page.getByRole('option', { name: /New article|Media library/ }).count()).toBe(0);
});

test('documents that a role may list, and not open, have no links', async () => {
  const [tag] = await read('/tags?sort=name');
  const { body } = await server.call('POST', '/articles', { data: { title: 'Tagged', tags: [tag.documentId] } });
  const page = await as('lister');
  await visit(page, '/studio/content/tag');
  await page.getByRole('cell', { name: 'Alpha' }).waitFor();
  expect(await page.getByRole('link', { name: 'Alpha' }).count()).toBe(0);
  await visit(page, `/studio/content/tag/${tag.documentId}`);
  await page.getByText('You may not open this document').waitFor();

  await visit(page, '/studio/content/tag/new');
  await field(page, 'Name').fill('Delta');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('cell', { name: 'Delta' }).waitFor();

  await visit(page, `/studio/content/article/${body.data.documentId}`);
  await page.getByRole('button', { name: 'Actions of Alpha' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Open' }).count()).toBe(0);
});

test('a role that may upload files, and not see them, uploads one in a form', async () => {
  const [{ documentId }] = await read('/articles?filters[title]=Tagged');
  const page = await as('lister');
  await visit(page, `/studio/content/article/${documentId}`);
  await page.getByRole('button', { name: 'Choose cover' }).click();
  await page.getByText('Your role may not see the files of the library.').waitFor();
  expect(await page.getByLabel('Search files').count()).toBe(0);
  await page.locator('.dialog input[type=file]').setInputFiles(LOGO);
  await page.getByRole('button', { name: 'Details of logo.png' }).click();
  await page.getByRole('dialog', { name: 'logo.png' }).waitFor();
  expect(await page.getByText('Forbidden').count()).toBe(0);
  await page.keyboard.press('Escape');
  await visit(page, '/studio/media');
  await page.getByText('You may not see the files').waitFor();
});

test('a role that may read files by pages alone has the library', async () => {
  const page = await as('keeper');
  await page.getByRole('link', { name: 'Media library' }).click();
  await page.getByRole('button', { name: 'logo.png' }).waitFor();
  expect(await page.getByLabel('Upload files').count()).toBe(0);
});

test.each(['keeper', 'clerk'])('documents that the role %s may not delete are not said to be deleted', async (name) => {
  await server.call('POST', '/tags', { data: { name: 'Alpha' } });
  const page = await as(name);
  await visit(page, '/studio/content/tag?sort=name:asc');
  await page.getByRole('checkbox', { name: 'Choose Alpha' }).first().check();
  await page.getByRole('checkbox', { name: 'Choose Beta' }).check();
  const before = await tagNames();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete now' }).click();
  const failures = page.getByRole('dialog', { name: '1 of 2 documents not deleted' });
  await failures.getByRole('row', { name: 'Beta It is still there: your role may not delete it.' }).waitFor();
  await failures.getByRole('button', { name: 'Close' }).last().click();
  expect(await tagNames()).toEqual(before.slice(1));

  await page.getByRole('link', { name: 'Beta' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await said(page, 'It is still there: your role may not delete it.');
  expect(await tagNames()).toContain('Beta');
});
