/** Texts and files in the forms of the studio, in a real browser: nothing that was written is lost or rewritten. */
import { readFileSync } from 'node:fs';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { type Watched, openBrowser, test, visit } from './browser.js';
import { field, signedIn, startEditing } from './editing-project.js';
import type { Studio } from './project.js';

const PNG = readFileSync(new URL('../../../../fixtures/example/seed/images/logo.png', import.meta.url));
let server: Studio;
let browser: Browser;
let editor: Watched;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startEditing(), openBrowser()]);
  editor = await signedIn(server, browser, 'editor');
  page = editor.page;
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const open = (path: string) => visit(page, `/studio/content/${path}`);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const said = (text: string) => page.getByRole('status').getByText(text).last().waitFor();
const read = async (path: string) => (await server.call('GET', path)).body.data;
const create = async (path: string, data: object) =>
  (await server.call('POST', path, { data })).body.data.documentId as string;
const image = (name: string) => ({ name, mimeType: 'image/png', buffer: PNG });
const pdf = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };
const paragraph = (text: string) => ({ type: 'paragraph', children: [{ type: 'text', text }] });

test('blocks keep the caret and the history when they are saved', async () => {
  const id = await create('/stories', { title: 'Caret', body: [paragraph('one'), paragraph('two')] });
  await open(`story/${id}`);
  await page.locator('.blocks-text p').first().click();
  await page.keyboard.press('End');
  await page.keyboard.type(' and');
  await page.keyboard.press('Control+s');
  await said('Saved.');
  await page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'hidden' });
  await page.keyboard.type(' more');
  await page.keyboard.press('Control+s');
  const texts = async () =>
    (await read(`/stories/${id}`)).body.map(({ children }: { children: { text: string }[] }) => children[0]?.text);
  await expect.poll(texts).toEqual(['one and more', 'two']);
  await button('Undo').click();
  await button('Undo').click();
  expect(await page.locator('.blocks-text p').first().innerText()).toBe('one');
});

test('Markdown with the line breaks of Windows is as it was saved, and keeps them when it is changed', async () => {
  const id = await create('/stories', { title: 'Breaks', text: 'one\r\ntwo' });
  await open(`story/${id}`);
  await page.locator('.cm-line').getByText('two').waitFor();
  expect(await page.getByText('Unsaved changes', { exact: true }).count()).toBe(0);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nthree');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await read(`/stories/${id}`)).text).toBe('one\r\ntwo\r\nthree');
});

test('Ctrl Enter publishes Markdown and saves a dialog with it, without a line of its own', async () => {
  const id = await create('/playlists?status=draft', { name: 'Keys' });
  await open(`playlist/${id}`);
  await page.getByRole('textbox', { name: 'Remark' }).click();
  await page.keyboard.type('one line');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => read(`/playlists/${id}`)).toMatchObject({ remark: 'one line' });

  await open('badge/new');
  await button('Choose subject').click();
  const picker = page.getByRole('dialog', { name: 'Choose subject' });
  await picker.getByLabel('Type').selectOption('Story');
  await picker.getByRole('button', { name: 'New story' }).click();
  const story = page.getByRole('dialog', { name: 'New story' });
  await story.getByLabel(/^Title/).fill('In a dialog');
  await story.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.type('one line');
  await page.keyboard.press('Control+Enter');
  await story.waitFor({ state: 'hidden' });
  expect(await read('/stories?filters[title]=In a dialog')).toMatchObject([{ text: 'one line' }]);
});

describe('files', () => {
  const files = async (id: string) =>
    (await read(`/stories/${id}?populate=images`)).images.map(({ name }: { name: string }) => name);
  const records = async () => (await server.call('GET', '/upload/files')).body;

  test('that are sent together are all added, and one of a wrong type is refused at once', async () => {
    const id = await create('/stories', { title: 'Gallery' });
    await open(`story/${id}`);
    await button('Add to images').click();
    const control = page.locator('.dialog input[type=file]');
    await control.setInputFiles([image('one.png'), pdf, image('two.png'), image('three.png')]);
    await said('paper.pdf: Only images can be used here.');
    await button('Details of three.png').waitFor({ state: 'attached' });
    await button('Done').click();
    await page.keyboard.press('Control+s');
    await expect.poll(() => files(id)).toEqual(['one.png', 'two.png', 'three.png']);
    expect((await records()).map(({ name }: { name: string }) => name)).not.toContain('paper.pdf');
  });

  test('keep their texts: their dialog saves with the keys of the page, and asks before it drops a caption', async () => {
    const id = await create('/playlists?status=draft', { name: 'Texts', cover: (await records())[0].id });
    await open(`playlist/${id}`);
    await field(page, 'Name').fill('Behind the dialog');
    await page.getByRole('button', { name: /^Details of/ }).click();
    await page.getByLabel('Caption').fill('A caption');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Caption').press('Control+Enter');
    await said('The file is saved.');
    expect((await records())[0].caption).toBe('A caption');
    expect((await read(`/playlists/${id}?status=draft`)).name).toBe('Texts');
    expect((await server.call('GET', `/playlists/${id}`)).status).toBe(404);
  });

  test('are replaced by files of the same type alone, so that their addresses stay', async () => {
    const [{ id, name, url }] = await records();
    const now = async () => (await server.call('GET', `/upload/files/${id}`)).body;
    await visit(page, '/studio/media');
    await button(name).first().click();
    const control = page.locator('.dialog input[type=file]');
    await control.setInputFiles(pdf);
    await said('A file of the type image/png keeps the address');
    expect(await now()).toMatchObject({ url, mime: 'image/png' });
    // The name has no extension that the server could take.
    await control.setInputFiles(image('replaced'));
    await said('The file is replaced. Its links stay.');
    expect(await now()).toMatchObject({ url, mime: 'image/png', name: 'replaced.png' });
  });
});

test('a type that is called like the media library has a list of its own', async () => {
  await create('/media', { name: 'A newspaper' });
  await page.getByRole('link', { name: /^Media \d/ }).click();
  await page.getByRole('link', { name: 'A newspaper' }).waitFor();
  await page.getByRole('link', { name: 'Media library' }).click();
  await page.getByRole('heading', { level: 1, name: 'Media library' }).waitFor();
});

test('the console stayed silent', () => {
  expect(editor.complaints).toEqual([]);
});
