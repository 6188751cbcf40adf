/** The media library of the studio in a real browser: it stores what it says that it has stored. */
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { type Browser, type Watched, expectAccessible, openBrowser, test, visit } from './browser.js';
import { signedIn, startEditing } from './editing-project.js';
import { held, intercepted } from './interception.js';
import type { Studio } from './project.js';

const LOGO = fileURLToPath(new URL('../../../../fixtures/example/seed/images/logo.png', import.meta.url));

let server: Studio;
let browser: Browser;
let editor: Watched;
let page: Page;
/** It has an image of each name that a test asks `imageFile` for. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'library-'));
  [server, browser] = await Promise.all([startEditing(), openBrowser()]);
  editor = await signedIn(server, browser, 'editor');
  page = editor.page;
  await visit(page, '/studio/media');
  await page.getByRole('heading', { level: 1, name: 'Media library' }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
  await rm(folder, { recursive: true, force: true });
});

async function imageFile(name: string): Promise<string> {
  const path = join(folder, name);
  await copyFile(LOGO, path);
  return path;
}

/** Drags files of this machine over the page, as a person does who takes them from another window. */
async function drag(
  files: readonly string[],
  type: 'dragEnter' | 'dragOver' | 'drop',
  over = page.locator('body'),
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { x, y, width, height } = (await over.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  await session.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data });
  await session.detach();
}

/**
 * Drops files on the page. The browser takes back a drop that comes before it knows that the page wants the files, which
 * the page sees as the end of the drag. They are dropped again then.
 */
async function drop(files: readonly string[]): Promise<void> {
  for (let end = ''; end !== 'drop';) {
    await drag(files, 'dragEnter');
    await expect.poll(async () => (await drag(files, 'dragOver'), page.locator('.drop-zone-over').count())).toBe(1);
    await page.evaluate(`window.dragEnd = '';
      for (const type of ['drop', 'dragleave'])
        window.addEventListener(type, () => (window.dragEnd ||= type), { capture: true, once: true })`);
    await drag(files, 'drop');
    await expect.poll(() => page.evaluate('dragEnd')).not.toBe('');
    end = String(await page.evaluate('dragEnd'));
  }
}

const said = (text: string) => page.getByRole('status').getByText(text).last().waitFor();
const records = async () => (await server.call('GET', '/upload/files?sort=id')).body;
const names = async () => (await records()).map(({ name }: { name: string }) => name);
async function closeWithoutSaving(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

const tile = (name: string) => page.getByRole('button', { name, exact: true });

test('files that are chosen together are stored, and shown', async () => {
  const files = [await imageFile('one.png'), await imageFile('two.png')];
  await page.getByLabel('Upload files').last().setInputFiles(files);
  await said('2 files are uploaded.');
  for (const name of ['one.png', 'two.png']) await tile(name).waitFor();
  expect(await names()).toEqual(['one.png', 'two.png']);
});

test('files that are dropped on the library are stored, and shown', async () => {
  await drop([await imageFile('three.png'), await imageFile('four.png')]);
  for (const name of ['three.png', 'four.png']) await tile(name).waitFor();
  expect(await names()).toEqual(['one.png', 'two.png', 'three.png', 'four.png']);
});

test('files that are dropped on the dialog of a file are not taken for new files of the library', async () => {
  const before = await names();
  await tile('three.png').click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const files = [await imageFile('behind.png')];
  await page.evaluate(`window.drags = 0; window.addEventListener('dragover', () => drags++)`);
  await drag(files, 'dragEnter');
  await expect.poll(async () => (await drag(files, 'dragOver'), page.evaluate('drags'))).toBeGreaterThan(2);
  expect(await page.locator('.drop-zone-over').count()).toBe(0);
  await drag(files, 'drop');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await drop([await imageFile('five.png')]);
  await tile('five.png').waitFor();
  expect(await names()).toEqual([...before, 'five.png']);
});

test('files that are dropped on a form do not replace it, and an image goes into a text after a question', async () => {
  const files = [await imageFile('dropped.png')];
  await visit(page, '/studio/content/story/new');
  const title = page.getByLabel(/^Title/);
  await title.fill('Words');
  await page.evaluate(`window.drags = 0; window.addEventListener('dragover', () => drags++)`);
  const over = async (place: Locator) => {
    await page.evaluate('window.drags = 0');
    await drag(files, 'dragEnter', place);
    await expect.poll(async () => (await drag(files, 'dragOver', place), page.evaluate('drags'))).toBeGreaterThan(2);
  };
  for (const place of [title, page.getByRole('heading', { level: 1 }), page.getByRole('textbox', { name: 'Text' })]) {
    await over(place);
    await drag(files, 'drop', place);
  }
  const body = page.getByRole('textbox', { name: 'body' });
  const question = page.getByRole('dialog', { name: 'Upload 1 image?' });
  await over(body);
  await drag(files, 'drop', body);
  await question.getByRole('button', { name: 'Upload' }).click();
  await page.locator('.block-image').waitFor();
  expect(await title.inputValue()).toBe('Words');
  await page.getByRole('link', { name: 'Media library' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await tile('dropped.png').waitFor();
});

test('the name, the alternative text and the caption of a file are saved', async () => {
  await tile('one.png').click();
  const dialog = page.getByRole('dialog', { name: 'one.png' });
  await dialog.getByLabel('Name').fill('first.png');
  await dialog.getByLabel('Alternative text').fill('A logo');
  await dialog.getByLabel('Caption').fill('Our logo');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said('The file is saved.');
  await tile('A logo first.png').waitFor();
  expect((await records())[0]).toMatchObject({ name: 'first.png', alternativeText: 'A logo', caption: 'Our logo' });
});

test.each([
  ['a page', { status: 200, contentType: 'text/html', body: '<h1>Sign in</h1>' }],
  ['nothing', { status: 204 }],
  ['other data', { status: 200, json: { ok: true } }],
])('an answer with %s, which a proxy may give, is no success', async (_, answer) => {
  const before = await records();
  const goOn = await intercepted(page, /\/api\/upload(\?|$)/, (route) => route.fulfill(answer));
  const answered = (url: RegExp) =>
    page.waitForResponse((each) => each.request().method() === 'POST' && url.test(each.url()));
  const sent = answered(/upload$/);
  await page
    .getByLabel('Upload files')
    .last()
    .setInputFiles(await imageFile('lost.png'));
  await sent;
  await said('lost.png: The answer does not come from the API.');
  await tile('A logo first.png').click();
  const dialog = page.getByRole('dialog', { name: 'first.png' });
  await dialog.getByLabel('Caption').fill('Lost');
  const saved = answered(/upload\?id=/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await saved;
  await page
    .getByRole('status')
    .getByText(/^The answer does not come from the API/)
    .last()
    .waitFor();
  expect(await dialog.getByLabel('Caption').inputValue()).toBe('Lost');
  goOn();
  await closeWithoutSaving(dialog);
  expect(await records()).toEqual(before);
});

test('a file that is too large for a proxy is refused in words', async () => {
  const answer = { status: 413, contentType: 'text/html', body: '<h1>413</h1>' };
  const goOn = await intercepted(page, /\/api\/upload$/, (route) => route.fulfill(answer));
  await page
    .getByLabel('Upload files')
    .last()
    .setInputFiles(await imageFile('large.png'));
  await said('large.png: It is larger than the server, or a proxy before it, accepts.');
  goOn();
});

test('texts that are not saved survive a replacement of the file, and are saved alone', async () => {
  await tile('three.png').click();
  await page.getByRole('dialog', { name: 'three.png' }).getByLabel('Caption').fill('Three');
  const [, , { id }] = await records();
  await server.call('POST', `/upload?id=${id}`, { fileInfo: { alternativeText: 'Of another person' } });
  await page
    .getByLabel('Replace file')
    .last()
    .setInputFiles(await imageFile('new-three.png'));
  await said('The file is replaced. Its links stay.');
  const dialog = page.getByRole('dialog', { name: 'new-three.png' });
  expect(await dialog.getByLabel('Caption').inputValue()).toBe('Three');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const file = (await server.call('GET', `/upload/files/${id}`)).body;
  expect(file).toMatchObject({ name: 'new-three.png', caption: 'Three', alternativeText: 'Of another person' });
});

test('a file keeps its name where none is given, and the dialog says so', async () => {
  await tile('four.png').click();
  const dialog = page.getByRole('dialog', { name: 'four.png' });
  await dialog.getByLabel('Name').fill(' ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said('A file needs a name.');
  await closeWithoutSaving(dialog);
  expect(await names()).toContain('four.png');
});

test('a dropped folder is named, and the files beside it are stored', async () => {
  const inner = join(folder, 'Holidays');
  await mkdir(inner);
  await drop([inner, await imageFile('beside.png')]);
  await said('Holidays is a folder. Open it, and drop the files that it contains.');
  await tile('beside.png').waitFor();
  expect(await names()).not.toContain('Holidays');
});

test('a file that was removed since it was chosen is named', async () => {
  const path = await imageFile('removed.png');
  const goOn = await held(page, /\/api\/upload$/, 'POST');
  await page
    .getByLabel('Upload files')
    .last()
    .setInputFiles([await imageFile('first-sent.png'), path]);
  await page.getByText('Sending 1 of 2').waitFor();
  await rm(path);
  goOn();
  await said('removed.png: It could not be sent. The connection was lost, or the file was moved');
  await tile('first-sent.png').waitFor();
  expect(await names()).not.toContain('removed.png');
});

test('a kind of file that the library lacks is no empty library', async () => {
  await page.getByLabel('Kind of file').selectOption({ label: 'Videos' });
  await page.getByRole('heading', { name: 'No file fits' }).waitFor();
  await page.getByLabel('Kind of file').selectOption({ label: 'All files' });
});

test('an image that the browser cannot show has nothing to crop, and the dialog says why', async () => {
  const [{ id, url }] = await records();
  const story = await server.call('POST', '/playlists', { data: { name: 'Broken', cover: id } });
  await page.route(`**${url}`, (route) => route.fulfill({ status: 404 }));
  await visit(page, `/studio/content/playlist/${story.body.data.documentId}`);
  await page.getByRole('button', { name: /^Crop/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Crop first.png' });
  await dialog.getByRole('alert').getByText('Its file is missing or damaged').waitFor();
  expect(await dialog.getByRole('button', { name: 'Replace the file' }).isDisabled()).toBe(true);
  await expectAccessible(page, 'an image that cannot be cropped');
  await page.keyboard.press('Escape');
});

test('the console stayed silent', () => {
  expect(editor.complaints).toEqual([]);
});
