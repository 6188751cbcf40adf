/** The forms of the studio in a real browser: relations, conditions, undo, blocks, and images. */
import { fileURLToPath } from 'node:url';

import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { type Browser, type Watched, expectAccessible, openBrowser, pressEnter, test, visit } from './browser.js';
import { field as fieldOf, signedIn, startEditing } from './editing-project.js';
import { testHostileContent } from './hostile.js';
import { held } from './interception.js';
import type { Studio } from './project.js';

const LOGO = fileURLToPath(new URL('../../../../fixtures/example/seed/images/logo.png', import.meta.url));
/** More than a page of labels, and more than rows in sight. */
const COUNT = 300;
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

const open = (path: string, of = page) => visit(of, `/studio/content/${path}`);
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
  await page.getByText('A number is required here.').first().waitFor();
  await page.getByLabel(/^Price/).fill('5');
  await button('Save').click();
  const id = await savedId();
  await page.getByLabel(/^Kind/).selectOption('gift');
  expect(await page.getByLabel(/^Price/).count()).toBe(0);
  await button('Save').click();
  await expect.poll(() => read(`/offers/${id}`)).toMatchObject({ kind: 'gift', price: 5 });
  // The form reads the saved document again.
  await page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'hidden' });
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

test('a relation that is removed, added again and brought back is there once', async () => {
  const [tag] = await read('/tags?filters[name]=Beta');
  const id = await create('/playlists?status=draft', { name: 'Once', tags: [tag.documentId] });
  await open(`playlist/${id}`);
  await button('Actions of Beta').click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await said('Beta is removed.');
  await button('Add to tags').click();
  const picker = page.getByRole('dialog', { name: 'Add to tags' });
  await picker.getByRole('button', { name: 'Beta' }).click();
  await page.keyboard.press('Escape');
  await button('Undo').last().click();
  await page.getByRole('status').getByText('Beta is removed.').waitFor({ state: 'hidden' });
  expect(await page.getByRole('button', { name: 'Actions of Beta' }).count()).toBe(1);
});

test('a dialog gives the focus back to the control or the menu that opened it', async () => {
  const id = await create('/playlists', { name: 'Focused' });
  await open(`playlist/${id}`);
  for (const [opener, entry] of [['Add to tags'], ['More actions', 'Delete']] as const) {
    await button(opener).focus();
    await page.keyboard.press('Enter');
    if (entry !== undefined) await pressEnter(page.getByRole('menuitem', { name: entry }));
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => button(opener).evaluate((each) => each.matches(':focus'))).toBe(true);
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => button('More actions').evaluate((each) => each.matches(':focus'))).toBe(true);
});

test('words that are typed while a save runs stay, unsaved, and an unpublish keeps unsaved changes', async () => {
  const id = await create('/playlists?status=published', { name: 'One' });
  await open(`playlist/${id}`);
  const name = field('Name');
  const goOn = await held(page, `**/api/playlists/${id}**`, 'PUT');
  await name.fill('Two');
  await button('Save draft').click();
  await name.fill('Three');
  // The message of an earlier save may still be there, so the form is known to be saved when its button is free again.
  const isWritten = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes(id));
  goOn();
  await isWritten;
  await expect.poll(() => button('Save draft').isEnabled()).toBe(true);
  expect((await read(`/playlists/${id}?status=draft`)).name).toBe('Two');
  await page.getByText('Unsaved changes', { exact: true }).waitFor();
  expect(await name.inputValue()).toBe('Three');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Unpublish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
  await said('Unpublished. Readers do not see the document any more.');
  expect(await name.inputValue()).toBe('Three');
  await button('Save draft').click();
  await expect.poll(async () => (await read(`/playlists/${id}?status=draft`)).name).toBe('Three');
});

describe('a relation', () => {
  test('gets a document that is created in place, with the problems of the API at its fields', async () => {
    await open('playlist/new');
    await field('Name').fill('Morning');
    await button('Add to tags').click();
    await page.getByLabel('Search documents').fill('Delta');
    await page.getByText('No tag is called “Delta”.').waitFor();
    await button('New tag').click();
    const dialog = page.getByRole('dialog', { name: 'New tag' });
    expect(await dialog.getByLabel(/^Name/).inputValue()).toBe('Delta');
    await dialog.getByLabel(/^Color/).fill('a colour that is too long');
    await page.keyboard.press('Control+s');
    await dialog.getByText('color must be at most 10 characters').waitFor();
    await expectAccessible(page, 'a document that is created in place');
    await dialog.getByLabel(/^Color/).fill('blue');
    await button('Create and add').click();
    await dialog.waitFor({ state: 'hidden' });
    await button('Done').click();
    await button('Save draft').click();
    const id = await savedId();
    expect(await read(`/playlists/${id}?status=draft&populate=tags`)).toMatchObject({
      name: 'Morning',
      tags: [{ name: 'Delta', color: 'blue' }],
    });
  });

  test('offers no new document to a role that may not create it', async () => {
    const curator = await signedIn(server, browser, 'curator', { width: 360, height: 740 });
    await open('playlist/new', curator.page);
    await button('Add to tags', curator.page).click();
    await curator.page.getByRole('button', { name: 'Alpha' }).waitFor();
    expect(await button('New tag', curator.page).count()).toBe(0);
    await expectAccessible(curator.page, 'a picker on a phone');
    expect(curator.complaints).toEqual([]);
  });

  test('to documents of every type keeps their types and their order', async () => {
    const playlist = await create('/playlists', { name: 'Evening' });
    await open('badge/new');
    await field('Name').fill('Gold');
    await button('Choose subject').click();
    await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Playlist' });
    await button('Evening').click();
    await button('Add to items').click();
    await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Tag' });
    await button('Beta').click();
    await button('Alpha').click();
    await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Playlist' });
    await button('Evening').click();
    await button('Done').click();
    await button('Actions of Evening').last().click();
    await page.getByRole('menuitem', { name: 'Move to the start' }).click();
    await button('Save').click();
    const id = await savedId();
    const badge = await read(`/badges/${id}?populate=*&status=draft`);
    expect(badge.subject).toMatchObject({ __type: 'api::playlist.playlist', documentId: playlist });
    expect(badge.items.map(({ name }: { name: string }) => name)).toEqual(['Evening', 'Beta', 'Alpha']);

    await button('Actions of Beta').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await button('Save').click();
    const names = async () =>
      (await read(`/badges/${id}?populate=items&status=draft`)).items.map(({ name }: { name: string }) => name);
    await expect.poll(names).toEqual(['Evening', 'Alpha']);
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

let numbered: Promise<readonly string[]> | undefined;

/** The documents of numbered tags. A test that is repeated finds them once. */
function numberedTags(): Promise<readonly string[]> {
  numbered ??= createTags();
  return numbered;
}

async function createTags(): Promise<readonly string[]> {
  const names = Array.from({ length: COUNT }, (_, index) => `Tag ${String(index + 1).padStart(4, '0')}`);
  const bulk = { action: 'create', data: names.map((name) => ({ name })) };
  const { body } = await server.call('POST', '/tags/actions/bulk?fields=name', bulk);
  return body.data.map(({ documentId }: { documentId: string }) => documentId);
}

/**
 * Moves the entry that is picked up. The list takes no key before it has measured its rows, so a key that had no effect
 * is pressed again, as a person does.
 */
async function moveByKeys(name: string, wanted: number): Promise<void> {
  const announced = page.getByText(new RegExp(`^${name} is at place \\d+ of`));
  const place = async () => Number(/place (\d+)/.exec((await announced.allTextContents()).join())?.[1] ?? 1);
  for (let at = await place(); at !== wanted; at = await place()) {
    await page.keyboard.press(at < wanted ? 'ArrowDown' : 'ArrowUp');
    await expect
      .poll(place, { timeout: 5_000 })
      .not.toBe(at)
      .catch(() => undefined);
  }
}

test('a long relation loads labels as they are seen, moves by keyboard and by number, and saves one change', async () => {
  const tags = await numberedTags();
  const id = await create('/playlists?status=draft', { name: 'Long', tags });
  const asked: string[] = [];
  const note = (request: Request) => asked.push(decodeURIComponent(request.url()));
  page.on('request', note);
  await open(`playlist/${id}`);
  await button('Move Tag 0001').waitFor();
  expect(await page.locator('.ref').count()).toBeLessThan(40);
  const whole = asked.filter((url) => url.includes(`/playlists/${id}?`));
  expect(whole.length).toBeGreaterThan(0);
  for (const url of whole) expect(url).toContain('populate[tags][fields]=documentId');
  const labels = asked.filter((url) => url.includes('/api/tags?'));
  expect(labels.join('\n')).toContain(tags[0]);
  expect(labels.join('\n')).not.toContain(tags[COUNT - 1]);
  page.off('request', note);

  await button('Move Tag 0001').focus();
  await page.keyboard.press('Space');
  // The live region says that it is picked up, and a moment later where it is.
  await page.getByText(/Tag 0001 is (picked up|at place 1 of)/).waitFor({ state: 'attached' });
  await moveByKeys('Tag 0001', 12);
  await page.keyboard.press('Space');
  await button('Actions of Tag 0003').scrollIntoViewIfNeeded();
  await button('Actions of Tag 0003').click();
  await page.getByRole('menuitem', { name: 'Move to a place…' }).click();
  await page.getByLabel('Place, from 1 to').fill('250');
  await button('Move').click();
  await button('Move Tag 0003').waitFor();
  await button('Move Tag 0250').waitFor();

  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await button('Save draft').click();
  expect((await sent).postDataJSON().data.tags).toMatchObject({ connect: [{}, {}], disconnect: [] });
  const places = async () => {
    const saved = await read(`/playlists/${id}?status=draft&populate[tags][fields]=name`);
    const order = saved.tags.map(({ name }: { name: string }) => name);
    return [order.length, order.indexOf('Tag 0001'), order.indexOf('Tag 0003')];
  };
  await expect.poll(places).toEqual([COUNT, 10, 249]);
});

test('long lists of entries and of every type load labels as they are seen, too', async () => {
  const tags = (await numberedTags()).slice(0, 100);
  const items = tags.map((documentId: string) => ({ __type: 'api::tag.tag', documentId }));
  const badge = await create('/badges', { name: 'Of all types', items });
  const playlist = await create('/playlists?status=draft', { name: 'In an entry', parts: [{ name: 'Part', tags }] });
  const asked: string[] = [];
  const note = (request: Request) => asked.push(decodeURIComponent(request.url()));
  page.on('request', note);
  for (const [path, populate] of [
    [`badge/${badge}`, 'populate[items][on][api::tag.tag][fields]=documentId'],
    [`playlist/${playlist}`, 'populate[parts][populate][tags][fields]=documentId'],
  ] as const) {
    await open(path);
    if (path.startsWith('playlist')) await button('Part').click();
    await button('Move Tag 0001').waitFor();
    expect(await page.locator('.ref').count()).toBeLessThan(40);
    expect(asked.filter((url) => url.includes(path.slice(-24))).join('\n')).toContain(populate);
    expect(asked.filter((url) => url.includes('/api/tags?')).join('\n')).not.toContain(tags.at(-1));
    await page.locator('.refs').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await button('Move Tag 0100').waitFor();
    asked.length = 0;
  }
  page.off('request', note);
});

test('a comparison of long lists names the entries that differ', async () => {
  await numberedTags();
  const all = (await read('/tags?sort=name&pagination[limit]=100')).map(
    ({ documentId }: { documentId: string }) => documentId,
  );
  const [first, second, ...rest] = all;
  const id = await create('/playlists', { name: 'Compared', tags: [first, second, ...rest] });
  await server.call('PUT', `/playlists/${id}?status=draft`, { data: { tags: [second, ...rest] } });
  await open(`playlist/${id}`);
  await button(/field differs from the published version/).click();
  const dialog = page.getByRole('dialog', { name: 'What publishing changes' });
  await dialog.getByText('1. Alpha').waitFor();
  await dialog
    .getByText(`${rest.length + 1} more entries`)
    .first()
    .waitFor();
  expect(await dialog.getByText('Beta').count()).toBe(0);
  await expectAccessible(page, 'a comparison');
});

test('the console stayed silent', () => {
  expect(editor.complaints).toEqual([]);
});

describe('hostile content', () => {
  testHostileContent(() => ({ server, browser }));
});
