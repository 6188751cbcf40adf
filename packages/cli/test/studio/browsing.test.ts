/** The way between lists and documents of the studio in a real browser: filters, Back, locales, phones. */
import type { Locator, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { patience } from '../serve/project.js';
import { type Browser, type Watched, expectAccessible, openBrowser, test, visit } from './browser.js';
import { enter, field, signedIn } from './editing-project.js';
import { type Studio, serveStudio, type } from './project.js';

const files = {
  'content-gen.config.ts': `import { defineConfig } from 'content-gen';
export default defineConfig({
  api: { rest: { ${patience} } },
  locales: { default: 'en', all: ['en', 'fr'] },
  permissions: {
    public: { auth: ['callback', 'refresh'] },
    editor: '*',
    reader: { auth: ['logout', 'refresh'], article: ['find', 'findOne'] },
  },
  users: { rateLimit: false },
  studio: { autosave: false },
});
`,
  'content/article.ts': type(
    `title: { type: 'string', localized: true },
     rating: { type: 'decimal' },
     body: { type: 'blocks', required: true, localized: true },
     text: { type: 'richtext', maxLength: 10 },
     related: { type: 'relation', relation: 'manyToMany', target: 'article' },
     ${Array.from({ length: 20 }, (_, index) => `more${index}: { type: 'text', localized: true }`).join(', ')}`,
    'draftAndPublish: true, localized: true,',
  ),
  'content/tag.ts': type(`name: { type: 'string' }`),
};

let server: Studio;
let browser: Browser;
let editor: Watched;
let page: Page;
let first: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([serveStudio(files, ['editor', 'reader']), openBrowser()]);
  const body = [{ type: 'paragraph', children: [{ type: 'text', text: 'Text' }] }];
  const create = async (title: string, more: object = {}, query = '') => {
    const answer = await server.call('POST', `/articles${query}`, { data: { title, body, ...more } });
    return answer.body.data.documentId as string;
  };
  for (let index = 1; index <= 30; index++) await create(`Entry ${index}`, { rating: index / 2 });
  first = await create('Première', {}, '?locale=fr');
  await create('Deuxième', { related: [first] }, '?locale=fr');
  editor = await signedIn(server, browser, 'editor');
  page = editor.page;
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const open = (path: string) => visit(page, `/studio/content/${path}`);
const search = () => new URL(page.url()).search;

test('a filter says that its value is no number, and the list stays', async () => {
  await open('article');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByLabel('Attribute').selectOption({ label: 'Rating' });
  const value = page.getByLabel('Value');
  await value.fill('1,5');
  await page.getByText('Write a number with a point, such as 1.5.').waitFor();
  expect(await value.getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page, 'a filter with a wrong value');
  await page.getByRole('link', { name: 'Entry 30' }).waitFor();
  await value.fill('1.5');
  await page.getByRole('link', { name: 'Entry 30' }).waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Entry 3', exact: true }).waitFor();
  await page.keyboard.press('Escape');
});

test('the way back from a document leads to the list as it was', async () => {
  await open('article?q=Entry');
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('link', { name: 'Entry 1', exact: true }).click();
  await page.getByRole('link', { name: 'All article documents' }).click();
  await page.getByRole('link', { name: 'Entry 1', exact: true }).waitFor();
  expect(search()).toContain('q=Entry');
  expect(search()).toContain('page=2');
});

test('a list stays as it was over a form and a reload, for its person alone, until they sign out', async () => {
  const { page: own, complaints } = await signedIn(server, browser, 'reader');
  const link = own.getByRole('navigation').getByRole('link', { name: /^Article/ });
  const state = () => [...new URL(own.url()).searchParams];
  await own.getByRole('button', { name: 'Columns' }).click();
  await own.getByRole('checkbox', { name: 'Rating' }).uncheck();
  await own.keyboard.press('Escape');
  await own.getByLabel('Search documents').fill('Entry');
  await own.waitForURL(/q=Entry/);
  await own.getByRole('button', { name: 'Title' }).click();
  await own.getByRole('link', { name: 'Entry 10' }).waitFor();
  await own.getByRole('button', { name: 'Next page' }).click();
  await own.getByRole('link', { name: 'Entry 10' }).waitFor({ state: 'hidden' });
  await own.getByRole('link', { name: 'Entry 8' }).click();
  await own.waitForURL(({ pathname }) => /\/article\/\w{24}$/.test(pathname));
  await own.reload();
  await link.click();
  await own.getByRole('link', { name: 'Entry 8' }).waitFor();
  const columns = ['columns', 'title'];
  expect(state()).toEqual(expect.arrayContaining([['q', 'Entry'], ['sort', 'title:asc'], ['page', '2'], columns]));
  // From the list itself, the same link leads to its start. The columns stay.
  await link.click();
  await expect.poll(state).toEqual([columns]);
  await own.goBack();
  await own.getByRole('link', { name: 'Entry 8' }).waitFor();
  await own.getByRole('button', { name: 'Account' }).click();
  await own.getByRole('menuitem', { name: 'Sign out' }).click();
  await own.getByLabel('Password').waitFor();
  expect(await own.evaluate('JSON.stringify(localStorage) + location')).not.toContain('Entry');
  await enter(own, 'editor');
  await visit(own, '/studio/content/article/new');
  await link.click();
  await own.getByRole('link', { name: 'Entry 30' }).waitFor();
  expect(state()).toEqual([]);
  expect(complaints).toEqual([]);
});

test('Back from the second page of a list leads to the first', async () => {
  await open('article?q=Entry');
  await page.getByRole('link', { name: 'Entry 30' }).waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('link', { name: 'Entry 1', exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Entry 30' }).waitFor();
  expect(search()).toBe('?q=Entry');
});

test('a related document opens in the locale of the form, and its list has that locale, too', async () => {
  await open('article?locale=fr');
  await page.getByRole('link', { name: 'Deuxième' }).click();
  await page.getByRole('button', { name: 'Actions of Première' }).click();
  await page.getByRole('menuitem', { name: 'Open' }).click();
  await page.waitForURL(`**/article/${first}?locale=fr`);
  await expect.poll(() => field(page, 'Title').inputValue()).toBe('Première');
  await page.getByRole('link', { name: 'All article documents' }).click();
  await page.getByRole('link', { name: 'Deuxième' }).waitFor();
});

test('a click in a row opens its document, and a new form begins in its first field', async () => {
  await open('article');
  await page.locator('.list-row .list-moment').first().click();
  await page.waitForURL(({ pathname }) => /\/article\/\w{24}$/.test(pathname));
  await open('article/new');
  await expect.poll(() => field(page, 'Title').evaluate((control) => control.matches(':focus'))).toBe(true);
});

test('a draft that was never published asks for nothing that is not there', async () => {
  const missing: string[] = [];
  const note = (answer: Response) => answer.status() === 404 && missing.push(answer.url());
  const draft = await server.call('POST', '/articles?status=draft', { data: { title: 'Never published' } });
  page.on('response', note);
  const isAsked = page.waitForResponse((answer) => answer.url().includes('has-published-version'));
  await open(`article/${draft.body.data.documentId}`);
  await isAsked;
  await page.locator('.panel').getByText('Draft', { exact: true }).waitFor();
  page.off('response', note);
  expect(missing).toEqual([]);
});

test('editors of rich text and Markdown name their attribute, and what is wrong with its value', async () => {
  await open('article/new');
  const [body, text] = [field(page, 'Body'), field(page, 'Text')];
  await body.waitFor();
  expect(await body.getAttribute('aria-required')).toBe('true');
  expect(await text.getAttribute('aria-required')).toBe('false');
  const problemOf = async (each: Locator) => {
    await expect.poll(() => each.getAttribute('aria-invalid')).toBe('true');
    return page.locator(`[id="${await each.getAttribute('aria-describedby')}"]`).innerText();
  };
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  // Nothing is typed yet.
  await page.getByRole('dialog').getByRole('button', { name: 'Create it' }).click();
  expect(await problemOf(body)).toBe('Body is required.');
  await text.click();
  await page.keyboard.type('longer than ten characters');
  await page.getByRole('button', { name: 'Save draft' }).click();
  expect(await problemOf(text)).toBe('Text may have at most 10 characters, and has 26.');
  await expectAccessible(page, 'editors with problems');
});

test('on a phone, a long form is saved from its end', async () => {
  const phone = await signedIn(server, browser, 'editor', { width: 360, height: 740 });
  await visit(phone.page, `/studio/content/article/${first}?locale=fr`);
  const last = field(phone.page, 'More19');
  await last.fill('The end');
  const save = phone.page.getByRole('button', { name: 'Save draft' });
  const { y = -1, height = 0 } = (await save.boundingBox()) ?? {};
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThan(740);
  // Nothing covers it.
  await save.click({ trial: true });
  await expectAccessible(phone.page, 'the end of a form on a phone', 'one');
  expect(phone.complaints).toEqual([]);
});

test('a role that can do nothing with chosen documents chooses none', async () => {
  const reader = await signedIn(server, browser, 'reader');
  await visit(reader.page, '/studio/content/article');
  await reader.page.getByRole('columnheader', { name: 'Title' }).waitFor();
  expect(await reader.page.getByRole('checkbox').count()).toBe(0);
  await open('article');
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).waitFor();
});

test('the console stayed silent', () => {
  expect(editor.complaints).toEqual([]);
});
