/** The forms of the studio in a real browser: conditions, undo, blocks, and images. */
import { fileURLToPath } from 'node:url';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Watched, expectAccessible, openBrowser } from './browser.js';
import { field as fieldOf, signedIn, startEditing } from './editing-project.js';
import type { Studio } from './project.js';

const LOGO = fileURLToPath(new URL('../../../../fixtures/example/seed/images/logo.png', import.meta.url));
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

const open = (path: string, of = page) => of.goto(`${server.url}/studio/content/${path}`);
const button = (name: string | RegExp, of = page) =>
  of.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
const field = (name: string) => fieldOf(page, name);
const said = (text: string) => page.getByRole('status').getByText(text).last().waitFor();
const read = async (path: string) => (await server.call('GET', path)).body.data;
const create = async (path: string, data: object) =>
  (await server.call('POST', path, { data })).body.data.documentId as string;
const savedId = async () => {
  await page.waitForURL(/\/\w{24}$/);
  return page.url().slice(-24);
};

test('an attribute that its condition hides is not shown and not required', async () => {
  await open('offer/new');
  await page.getByLabel(/^Kind/).selectOption('sale');
  await button('Save').click();
  await page.getByText('price must be defined').first().waitFor();
  await page.getByLabel(/^Price/).fill('5');
  await button('Save').click();
  const id = await savedId();
  await page.getByLabel(/^Kind/).selectOption('gift');
  expect(await page.getByLabel(/^Price/).count()).toBe(0);
  await button('Save').click();
  await expect.poll(() => read(`/offers/${id}`)).toMatchObject({ kind: 'gift', price: 5 });
  await page.getByLabel(/^Kind/).selectOption('sale');
  await page.getByLabel(/^Price/).fill('');
  await button('Save').click();
  await page.getByText('One value has a problem').waitFor();
});

test('a removed entry, relation or file comes back, and later changes stay', async () => {
  const id = await create('/playlists?status=draft', {
    name: 'Undo',
    parts: [{ name: 'One' }, { name: 'Two' }],
    tags: (await read('/tags?sort=name')).map(({ documentId }: { documentId: string }) => documentId),
  });
  await open(`playlist/${id}`);
  for (const [actions, removed] of [
    ['Actions of entry 1', 'Entry 1 is removed.'],
    ['Actions of Beta', 'Beta is removed.'],
  ] as const) {
    await button(actions).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await said(removed);
    await button('Two').click();
    await page.getByLabel(/^Text/).last().fill(`changed after ${removed}`);
    await button('Two').click();
    await button('Undo').last().click();
  }
  await button('Save draft').click();
  await said('The draft is saved.');
  expect(await read(`/playlists/${id}?status=draft&populate=*`)).toMatchObject({
    parts: [{ name: 'One' }, { name: 'Two', text: 'changed after Beta is removed.' }],
    tags: [{ name: 'Alpha' }, { name: 'Beta' }, { name: 'Gamma' }],
  });
});

describe('blocks', () => {
  test('have nested lists, every mark, links, code and images', async () => {
    await open('story/new');
    await field('Title').fill('Blocks');
    const body = page.getByRole('textbox', { name: 'body' });
    await body.click();
    await page.getByLabel('Kind of block').selectOption('unordered');
    for (const [keys, text] of [
      ['', 'one'],
      ['Tab', 'two'],
      ['Tab', 'three'],
      ['Shift+Tab', 'four'],
    ] as const) {
      if (keys !== '') {
        await page.keyboard.press('Enter');
        await page.keyboard.press(keys);
      }
      await page.keyboard.type(text);
    }
    await button('One level out').click();
    for (let count = 0; count < 2; count++) await page.keyboard.press('Enter');
    for (const mark of ['Bold', 'Italic', 'Underline', 'Strikethrough', 'Code']) {
      await page.getByRole('toolbar').getByRole('button', { name: mark, exact: true }).click();
    }
    await page.keyboard.type('marked');
    await page.keyboard.press('Enter');
    await page.getByLabel('Kind of block').selectOption('code');
    await page.getByLabel('Language of the code').selectOption('sql');
    await body.focus();
    await page.keyboard.type('select 1;');
    await button('Image').click();
    await page.locator('.dialog input[type=file]').setInputFiles(LOGO);
    await page.locator('.block-image').waitFor();
    await expectAccessible(page, 'blocks');
    await button('Save').click();
    const { body: saved } = await read(`/stories/${await savedId()}`);
    const item = (text: string) => ({ type: 'list-item', children: [{ type: 'text', text }] });
    const marks = { bold: true, italic: true, underline: true, strikethrough: true, code: true };
    expect(saved).toMatchObject([
      {
        type: 'list',
        format: 'unordered',
        children: [
          item('one'),
          { type: 'list', children: [item('two'), { type: 'list', children: [item('three')] }] },
          item('four'),
        ],
      },
      { type: 'paragraph', children: [{ text: 'marked', ...marks }] },
      { type: 'code', language: 'sql', children: [{ text: 'select 1;' }] },
      { type: 'image', image: { name: 'logo.png' } },
      { type: 'paragraph' },
    ]);
  });
});

test('a part of an image becomes a file of its own, with the texts of the image', async () => {
  await open('playlist/new');
  await field('Name').fill('Cropped');
  await button('Choose cover').click();
  await page.locator('.dialog input[type=file]').setInputFiles(LOGO);
  await button('Details of logo.png').click();
  await page.getByLabel('Alternative text').fill('The logo');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await button('Crop logo.png').click();
  await page.getByLabel('Shape').selectOption({ label: '16 : 9' });
  await page.getByText(/^Preview, \d+ × \d+$/).waitFor();
  await expectAccessible(page, 'the crop box');
  const corner = page.locator('.crop-bottom.crop-right');
  const at = (await corner.boundingBox())!;
  await page.mouse.move(at.x + 12, at.y + 12);
  await page.mouse.down();
  await page.mouse.move(at.x - 40, at.y - 40, { steps: 4 });
  await page.mouse.up();
  const [, width, height] = /(\d+) × (\d+)/.exec(await page.getByText(/^Preview, /).innerText()) ?? [];
  await button('Save as a new file').click();
  await button('Details of logo-cropped.png').waitFor();
  await button('Save draft').click();
  const { cover } = await read(`/playlists/${await savedId()}?status=draft&populate=cover`);
  expect(cover).toMatchObject({ width: Number(width), height: Number(height), alternativeText: 'The logo' });
  expect(Math.abs(cover.width / cover.height - 16 / 9)).toBeLessThan(0.05);
});

test('the console stayed silent', () => {
  expect(editor.complaints).toEqual([]);
});
