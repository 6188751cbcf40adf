/** Forms of types with drafts save themselves: in a real browser, with slow, failing and lost answers. */
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { patience } from '../serve/project.js';
import { type Browser, type Watched, expectAccessible, openBrowser, test, visit } from './browser.js';
import { field as fieldOf, signedIn } from './editing-project.js';
import { held, intercepted } from './interception.js';
import { type Studio, serveStudio, type } from './project.js';

const files = {
  'content-gen.config.ts': `import { defineConfig } from 'content-gen';
export default defineConfig({
  api: { rest: { ${patience} } },
  permissions: { public: { auth: ['callback', 'refresh'] }, editor: '*' },
  users: { rateLimit: false },
});
`,
  'content/tag.ts': type(`name: { type: 'string', required: true }`),
  'content/page.ts': type(
    `title: { type: 'string', required: true },
     intro: { type: 'text' },
     code: { type: 'string', unique: true },
     price: { type: 'decimal' },
     data: { type: 'json' },
     body: { type: 'blocks' },
     secret: { type: 'string', private: true }`,
    'draftAndPublish: true,',
  ),
};

let server: Studio;
let browser: Browser;
let editor: Watched;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([serveStudio(files, ['editor']), openBrowser()]);
  editor = await signedIn(server, browser, 'editor');
  page = editor.page;
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const open = (path: string) => visit(page, `/studio/content/page/${path}`);
const field = (name: string) => fieldOf(page, name);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const read = async (id: string, query = 'status=draft') =>
  (await server.call('GET', `/pages/${id}?${query}`)).body.data;
const create = async (data: object, query = '') =>
  (await server.call('POST', `/pages${query}`, { data })).body.data.documentId as string;
const titled = async (title: string) =>
  (await server.call('GET', `/pages?status=draft&filters[title]=${encodeURIComponent(title)}`)).body.data as {
    documentId: string;
  }[];
const savedAgo = () => page.locator('.autosave').getByText(/^Saved \d+ s ago$/);
const note = (text: string | RegExp) => page.locator('.autosave .note').getByText(text);
const savedId = async () => {
  await page.waitForURL(/\/page\/\w{24}$/);
  return page.url().slice(-24);
};
/** The writes of the page while `work` runs. */
async function writesOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const seen: string[] = [];
  const listen = (request: Request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/pages')) seen.push(request.method());
  };
  page.on('request', listen);
  await work();
  page.off('request', listen);
  return seen;
}

test('a draft is saved while a person types, and nothing is published', async () => {
  const id = await create({ title: 'Live' });
  await open(id);
  await field('Title').press('End');
  const writes = await writesOf(async () => {
    await page.keyboard.type(' and well');
    await expect.poll(() => read(id)).toMatchObject({ title: 'Live and well' });
    await savedAgo().waitFor();
  });
  expect(writes).toEqual(['PUT']);
  expect(await read(id, '')).toMatchObject({ title: 'Live' });
  await page.locator('.panel').getByText('Modified', { exact: true }).waitFor();
  await expectAccessible(page, 'a form that has saved itself');
});

test('a new form creates its document with the first words, and keeps the focus', async () => {
  const writes = await writesOf(async () => {
    await open('new');
    await field('Title').click();
    await page.keyboard.type('Created');
    const id = await savedId();
    await page.keyboard.type(' by itself');
    await expect.poll(() => read(id)).toMatchObject({ title: 'Created by itself' });
  });
  expect(writes).toEqual(['POST', 'PUT']);
  await open('new');
  await expect.poll(() => field('Title').inputValue()).toBe('');
  expect(await writesOf(() => visit(page, '/studio/content/page'))).toEqual([]);
});

test('a new form creates one document, though the answer is lost and the page loaded again', async () => {
  await open('new');
  let isReached: () => void;
  const reached = new Promise<void>((resolve) => (isReached = resolve));
  const goOn = await intercepted(page, '**/api/pages?**', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort();
    return isReached();
  });
  await field('Title').fill('Once');
  await reached;
  await note('Not saved yet.').waitFor();
  await field('Intro').fill('typed since');
  page.once('dialog', (question) => void question.accept());
  await expect.poll(() => page.evaluate('JSON.stringify(localStorage)')).toContain('typed since');
  goOn();
  await page.reload();
  await expect.poll(() => field('Title').inputValue()).toBe('Once');
  await field('Title').press('End');
  await page.keyboard.type(' only');
  const id = await savedId();
  await expect.poll(() => read(id)).toMatchObject({ title: 'Once only', intro: 'typed since' });
  expect(await titled('Once')).toEqual([]);
  expect((await titled('Once only')).length).toBe(1);
});

describe('what cannot be saved', () => {
  test('stays in the form and is said, and all else is saved', async () => {
    await create({ title: 'First', code: 'taken' }, '?status=published');
    const id = await create({ title: 'Second' }, '?status=draft');
    await open(id);
    await field('Price').fill('much');
    await field('Code').fill('taken');
    await field('Intro').fill('valid');
    await expect.poll(() => read(id)).toMatchObject({ intro: 'valid', price: null });
    await page.locator('.field-error').getByText('This is not a number. Write it like 1.5.').waitFor();
    expect(await field('Price').inputValue()).toBe('much');
    expect(await field('Intro').evaluate((control) => control.matches(':focus'))).toBe(true);
    await field('Price').fill('1.');
    await expect.poll(() => read(id)).toMatchObject({ price: 1 });
    await savedAgo().waitFor();
    // A number that grows is not changed below the caret.
    expect(await field('Price').inputValue()).toBe('1.');
    await button('Replace what is stored').click();
    await field('Secret').fill('half a word');
    await page.locator('.autosave').getByText('Not saved yet: Secret.').waitFor();
    await button('Save draft').click();
    await page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'hidden' });
  });

  test('is kept while the server does not answer, and saved as soon as it does', async () => {
    const id = await create({ title: 'Patient' }, '?status=draft');
    await open(id);
    await field('Title').fill('Patient offline');
    await page.context().setOffline(true);
    await note('The server cannot be reached. This browser keeps your words, and tries again.').waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => read(id)).toMatchObject({ title: 'Patient offline' });
    const goOn = await intercepted(page, `**/api/pages/${id}?**`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 429, json: {} }) : route.fallback(),
    );
    await field('Title').fill('Patient when busy');
    await note('Not saved yet.').waitFor();
    goOn();
    await expect.poll(() => read(id)).toMatchObject({ title: 'Patient when busy' });
    await note('Not saved yet.').waitFor({ state: 'hidden' });
  });

  test('because its answer was lost is no change of another person', async () => {
    const id = await create({ title: 'Lost' }, '?status=draft');
    await open(id);
    let isLost = false;
    await page.route(`**/api/pages/${id}?**`, async (route) => {
      if (isLost || route.request().method() !== 'PUT') return route.fallback();
      isLost = true;
      await route.fetch();
      return route.abort();
    });
    await field('Title').fill('Lost answer');
    await expect.poll(() => isLost).toBe(true);
    await field('Title').fill('Lost answer, more words');
    await expect.poll(() => read(id)).toMatchObject({ title: 'Lost answer, more words' });
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

test('rich text keeps its caret and its undo', async () => {
  const id = await create({ title: 'Rich' }, '?status=draft');
  await open(id);
  const body = page.getByRole('textbox', { name: 'body' });
  await body.click();
  await page.keyboard.type('one three');
  await expect.poll(async () => JSON.stringify((await read(id)).body)).toContain('one three');
  await savedAgo().waitFor();
  for (let count = 0; count < 'three'.length; count++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('two ');
  await expect.poll(async () => JSON.stringify((await read(id)).body)).toContain('one two three');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => body.innerText()).not.toContain('three');
});

test('JSON keeps its line breaks', async () => {
  const id = await create({ title: 'Data' }, '?status=draft');
  await open(id);
  const data = page.locator('.cm-content');
  await data.click();
  await page.keyboard.insertText('{"b":1,"a":[1]}');
  await expect.poll(() => read(id)).toMatchObject({ data: { a: [1], b: 1 } });
  await savedAgo().waitFor();
  expect(await data.innerText()).toBe('{"b":1,"a":[1]}');
});

test('publishing waits for a save that runs, and leaving saves at once', async () => {
  const id = await create({ title: 'Slow' }, '?status=draft');
  await open(id);
  const goOn = await held(page, `**/api/pages/${id}?**`, 'PUT');
  const isSent = page.waitForRequest((request) => request.method() === 'PUT');
  await field('Title').fill('Slow, but sure');
  await isSent;
  await field('Intro').fill('Typed meanwhile');
  await button('Publish').click();
  goOn();
  await expect.poll(() => read(id, '')).toMatchObject({ title: 'Slow, but sure', intro: 'Typed meanwhile' });
  await field('Title').fill('Left in a hurry');
  await page.getByRole('link', { name: 'All page documents' }).click();
  await page.waitForURL(/\/content\/page$/);
  expect(await read(id)).toMatchObject({ title: 'Left in a hurry' });
});

describe('another person', () => {
  test('who saved other fields is in the form, and who saved the same fields is a question', async () => {
    const id = await create({ title: 'Ours', intro: 'Ours' }, '?status=draft');
    await open(id);
    await expect.poll(() => field('Title').inputValue()).toBe('Ours');
    await server.call('PUT', `/pages/${id}?status=draft`, { data: { intro: 'Theirs' } });
    await field('Title').fill('Mine');
    await expect.poll(() => read(id)).toMatchObject({ title: 'Mine', intro: 'Theirs' });
    expect(await field('Intro').inputValue()).toBe('Theirs');
    await page.getByRole('status').getByText('Another person saved Intro meanwhile.').waitFor();

    await savedAgo().waitFor();
    await server.call('PUT', `/pages/${id}?status=draft`, { data: { title: 'Theirs' } });
    await field('Title').fill('Mine again');
    await note('another person saved fields that you changed, too').waitFor();
    await expectAccessible(page, 'a form that met another person');
    expect(await field('Title').evaluate((control) => control.matches(':focus'))).toBe(true);
    await button('Compare and choose…').click();
    await page.getByRole('dialog', { name: 'The document has changed meanwhile' }).waitFor();
    await button('Continue with these values').click();
    await expect.poll(() => read(id)).toMatchObject({ title: 'Mine again' });
  });

  test('who deleted the document is said, and the form does not create it again', async () => {
    const id = await create({ title: 'Gone' }, '?status=draft');
    await open(id);
    await expect.poll(() => field('Title').inputValue()).toBe('Gone');
    await server.call('DELETE', `/pages/${id}`);
    await field('Title').fill('Gone, and typed on');
    await note('Another person deleted the document.').waitFor();
    expect((await titled('Gone, and typed on')).length).toBe(0);
    await button('Keep my words…').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save as a new document' }).click();
    await expect.poll(() => titled('Gone, and typed on')).toHaveLength(1);
  });
});

test('a person switches it off, and then only “Save draft” saves', async () => {
  const id = await create({ title: 'Manual' }, '?status=draft');
  await open(id);
  await page.getByLabel('Save the draft while I type').uncheck();
  const writes = await writesOf(async () => {
    await field('Title').fill('Manual, typed');
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => field('Title').inputValue()).toBe('Manual, typed');
    expect(await page.getByLabel('Save the draft while I type').isChecked()).toBe(false);
    await button('Save draft').click();
    await page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'hidden' });
  });
  expect(writes).toEqual(['PUT']);
});

test('the console stayed silent', () => {
  expect(editor.complaints).toEqual([]);
});
