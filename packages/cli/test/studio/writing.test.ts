/** Texts and files in the forms of the studio, in a real browser: nothing that was written is lost or rewritten. */
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { type Browser, type Watched, openBrowser, test, visit } from './browser.js';
import { GOOGLE_DOCS, WEB_PAGE, WORD, copyHtml } from './clipboard.js';
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

test('JSON keeps the caret when it is saved, and its own lines', async () => {
  const id = await create('/stories', { title: 'JSON' });
  await open(`story/${id}`);
  await page.locator('.facts').getByText(id).waitFor();
  await page.getByRole('textbox', { name: 'Data' }).click();
  await page.keyboard.type('{"a": [1');
  await page.keyboard.type(']}');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  // The form shows what this answer has.
  const answer = page.waitForResponse((each) => each.request().method() === 'GET' && each.url().includes(id));
  await page.keyboard.press('Control+s');
  await (await answer).finished();
  await said('Saved.');
  await page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'hidden' });
  await page.keyboard.type(', 2');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await read(`/stories/${id}`)).data).toEqual({ a: [1, 2] });
  await page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'hidden' });
});

test('Markdown with the line breaks of Windows is as it was saved, and keeps them when it is changed', async () => {
  const id = await create('/stories', { title: 'Breaks', text: 'one\r\ntwo' });
  await open(`story/${id}`);
  await page.locator('.cm-line').getByText('two').waitFor();
  expect(await page.getByText('Unsaved changes', { exact: true }).count()).toBe(0);
  await page.getByRole('textbox', { name: 'Text' }).click();
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

describe('pasted text', () => {
  const text = (words: string, marks = {}) => ({ type: 'text', text: words, ...marks });
  const item = (...words: string[]) => ({ type: 'list-item', children: words.map((each) => text(each)) });
  const list = (format: string, ...children: object[]) => ({ type: 'list', format, children });
  const quote = (...children: object[]) => ({ type: 'quote', children });
  /** Opens a document. The form before it has an editor, too. */
  const opened = async (id: string) => {
    await open(`story/${id}`);
    await page.locator('.facts').getByText(id).waitFor();
  };
  const bodyOf = async (id: string) => (await read(`/stories/${id}`)).body;
  /** Pastes into a document of its own. */
  const pasted = async (html: string) => {
    await copyHtml(page, html);
    const id = await create('/stories', { title: 'Pasted' });
    await opened(id);
    await page.getByRole('textbox', { name: 'body' }).click();
    await page.keyboard.press('Control+v');
    return id;
  };
  const saved = async (id: string) => {
    await page.keyboard.press('Control+s');
    await page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'hidden' });
    return bodyOf(id);
  };

  test('between two words leaves both, and so does a copy of two paragraphs of the text itself', async () => {
    const id = await create('/stories', { title: 'Middle', body: [paragraph('before after'), paragraph('last')] });
    await copyHtml(page, '<p>one</p><p>two</p>');
    await opened(id);
    const first = page.locator('.blocks-text p').first();
    await first.click();
    await page.keyboard.press('Home');
    for (let count = 0; count < 'before '.length; count++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+v');
    expect(await saved(id)).toEqual([paragraph('before one'), paragraph('twoafter'), paragraph('last')]);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+v');
    const again = [paragraph('lastbefore one'), paragraph('twoafter'), paragraph('last')];
    expect(await saved(id)).toEqual([paragraph('before one'), paragraph('twoafter'), ...again]);
  });

  test('of Google Docs keeps marks, links and lists', async () => {
    const id = await pasted(GOOGLE_DOCS);
    await said('Pasted without 1 image. Save images as files');
    expect(await saved(id)).toEqual([
      { type: 'heading', level: 2, children: [text('Boats')] },
      {
        type: 'paragraph',
        children: [
          text('Plain '),
          text('bold', { bold: true }),
          text(' and '),
          text('italic', { italic: true }),
          text(' and '),
          text('old', { strikethrough: true }),
          text(', see '),
          { type: 'link', url: 'https://example.org/a', children: [text('here')] },
          text(''),
        ],
      },
      list('unordered', item('one'), { ...list('unordered', item('two')), indentLevel: 1 }, item('three')),
    ]);
  });

  test('of Word keeps marks, numbered headings and lists, and has its tables as lines', async () => {
    const id = await pasted(WORD);
    await said(
      'Pasted without 1 image. Save images as files, and add them with “Image”. A table became lines of text.',
    );
    expect(await saved(id)).toEqual([
      { type: 'paragraph', children: [text('A '), text('bold', { bold: true }), text(' word')] },
      { type: 'heading', level: 2, children: [text('1. Boats')] },
      list('unordered', item('one'), { ...list('unordered', item('two')), indentLevel: 1 }, item('three')),
      list('ordered', item('first')),
      paragraph('Boat | Price'),
      { type: 'paragraph', children: [text('Skiff | '), text('12\u00a0€', { bold: true })] },
    ]);
  });

  test('of a page keeps its paragraphs apart, and their links', async () => {
    const linked = (words: string) => ({ type: 'link', url: 'https://example.org/tour', children: [text(words)] });
    const id = await pasted(WEB_PAGE);
    await said('Pasted without 1 embedded part.');
    expect(await saved(id)).toEqual([
      { type: 'heading', level: 3, children: [text('Harbour')] },
      quote(text('First '), text('words', { italic: true }), text('.')),
      quote(text('Second words.')),
      list('unordered', item('One thing\nand more'), item('Two things')),
      paragraph('A table of'),
      paragraph('one column'),
      { type: 'heading', level: 4, children: [text(''), linked('Tour'), text('')] },
      { type: 'paragraph', children: [text(''), linked('By boat'), text('')] },
      paragraph('End\nof page'),
    ]);
  });

  test('offers its images for upload', async () => {
    const address = `data:image/png;base64,${PNG.toString('base64')}`;
    const id = await pasted(`<p>Above</p><img src="${address}" alt=""><img src="${address}" alt=""><p>Below</p>`);
    const question = page.getByRole('dialog', { name: 'Upload 2 images?' });
    await question.getByRole('button', { name: 'Upload' }).click();
    await expect.poll(() => page.locator('.block-image').count()).toBe(2);
    const nodes = await saved(id);
    expect(nodes).toMatchObject([
      paragraph('Above'),
      paragraph('Below'),
      { type: 'image', image: { name: 'pasted.png' } },
      { type: 'image', image: { name: 'pasted.png' } },
      { type: 'paragraph' },
    ]);
  });

  test('that is an image is uploaded, and replaces no words', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit(page, '/studio/content/tag');
    await page.evaluate(`(async () => {
      const bytes = Uint8Array.from(atob('${PNG.toString('base64')}'), (character) => character.charCodeAt(0));
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })]);
    })()`);
    const id = await create('/stories', { title: 'Picture', body: [paragraph('Words')] });
    await opened(id);
    await page.locator('.blocks-text p').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+v');
    await page.getByRole('dialog', { name: 'Upload 1 image?' }).getByRole('button', { name: 'Upload' }).click();
    await page.locator('.block-image').waitFor();
    expect(await saved(id)).toMatchObject([paragraph('Words'), { type: 'image' }, { type: 'paragraph' }]);
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
