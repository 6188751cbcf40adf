/** The keyboard in the forms of the studio, in a real browser: the focus stays where the work is. */
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { type Browser, type Watched, openBrowser, pressEnter, test, visit } from './browser.js';
import { field as fieldOf, signedIn } from './editing-project.js';
import { startEntries } from './entries-project.js';
import { held } from './interception.js';
import type { Studio } from './project.js';

const PNG = readFileSync(new URL('../../../../fixtures/example/seed/images/logo.png', import.meta.url));
let server: Studio;
let browser: Browser;
let editor: Watched;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startEntries(), openBrowser()]);
  editor = await signedIn(server, browser, 'editor');
  page = editor.page;
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const open = (path: string) => visit(page, `/studio/content/${path}`);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => fieldOf(page, name);
const isClean = () => page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'hidden' });
const create = async (path: string, data: object) =>
  (await server.call('POST', path, { data })).body.data.documentId as string;
const press = (name: string) => pressEnter(button(name));
/** The name of the control that has the focus. */
const focused = () =>
  page.evaluate(`(() => {
    const { activeElement: active, body } = document;
    return active === body ? 'the page' : (active.getAttribute('aria-label') ?? active.textContent).trim();
  })()`);
const expectFocus = async (name: string) => {
  await expect.poll(focused).toBe(name);
};

async function removeBy(actions: string): Promise<void> {
  await press(actions);
  await pressEnter(page.getByRole('menuitem', { name: 'Remove' }));
}

describe('a removal', () => {
  test('of an entry gives the focus to the next one, then to the button that adds one', async () => {
    const id = await create('/plans', {
      title: 'Entries',
      slots: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
    });
    await open(`plan/${id}`);
    await removeBy('Actions of entry 1');
    await expectFocus('Actions of entry 1');
    await removeBy('Actions of entry 2');
    await expectFocus('Add slot');
    await pressEnter(page.getByRole('status').getByRole('button', { name: 'Undo' }).last());
    await button('Three').waitFor();
    await expectFocus('Add slot');
    // The list is full with the next entry, and has no button any more.
    await press('Add slot');
    await expectFocus('Move entry 3');
  });

  test('of a relation or a file gives it to the next one', async () => {
    const tags = await Promise.all(['Red', 'Green'].map((name) => create('/tags', { name })));
    const id = await create('/plans', { title: 'Relations', tags, main: tags[0] });
    await open(`plan/${id}`);
    const many = page.locator('fieldset', { has: page.getByText('Tags', { exact: true }) });
    await pressEnter(many.getByRole('button', { name: 'Actions of Red' }));
    await pressEnter(page.getByRole('menuitem', { name: 'Remove' }));
    await expectFocus('Actions of Green');
    await removeBy('Actions of Green');
    await expectFocus('Add to tags');
    await removeBy('Actions of Red');
    await expectFocus('Choose main');
    await button('Add to images').click();
    const images = ['a.png', 'b.png'].map((name) => ({ name, mimeType: 'image/png', buffer: PNG }));
    await page.locator('.dialog input[type=file]').setInputFiles(images);
    await button('Remove b.png').waitFor({ state: 'attached' });
    await button('Done').click();
    await press('Remove a.png');
    await expectFocus('Remove b.png');
    await press('Remove b.png');
    await expectFocus('Add to images');
  });

  test('of a component gives it to the button that adds it again', async () => {
    const id = await create('/plans', { title: 'Component', lead: { name: 'Lead' } });
    await open(`plan/${id}`);
    await press('Remove lead');
    await expectFocus('Add lead');
    await press('Add lead');
    expect(await focused()).not.toBe('the page');
  });
});

describe('an action', () => {
  test('keeps the focus on its button: a save, a publish, a discard and an unpublish', async () => {
    const id = await create('/articles?status=draft', { title: 'One' });
    await open(`article/${id}`);
    for (const [name, action] of [
      ['Save draft', 'PUT'],
      ['Publish', 'POST'],
    ] as const) {
      await field('Title').fill(`Before ${name}`);
      const isDone = page.waitForResponse(
        (answer) => answer.request().method() === action && answer.url().includes(id),
      );
      await press(name);
      await isDone;
      await isClean();
      await expectFocus(name);
    }
    await field('Title').fill('Changed');
    await press('Save draft');
    await page.locator('.panel').getByText('Modified', { exact: true }).waitFor();
    for (const [name, state] of [
      ['Discard the draft', 'Published'],
      ['Unpublish', 'Draft'],
    ] as const) {
      await press('More actions');
      await pressEnter(page.getByRole('menuitem', { name }));
      await pressEnter(page.getByRole('dialog').getByRole('button', { name }));
      await page.locator('.panel').getByText(state, { exact: true }).waitFor();
      await expectFocus('More actions');
    }
  });

  test('is not begun twice by its button', async () => {
    const id = await create('/plans', { title: 'Once' });
    await open(`plan/${id}`);
    await field('Title').fill('Twice');
    let writes = 0;
    page.on('request', (request) => (writes += request.method() === 'PUT' ? 1 : 0));
    const goOn = await held(page, `**/api/plans/${id}**`, 'PUT');
    await press('Save');
    await page.keyboard.press('Enter');
    goOn();
    await isClean();
    expect(writes).toBe(1);
  });
});

test('a text that is written from right to left begins at the right', async () => {
  await open('tag/new');
  await field('Name').fill('مرحبا');
  const directionOf = (name: string) =>
    field(name).evaluate((control) => (control.matches(':dir(rtl)') ? 'rtl' : 'ltr'));
  expect(await directionOf('Name')).toBe('rtl');
  await field('Name').fill('Hello');
  expect(await directionOf('Name')).toBe('ltr');
  await open('article/new');
  await field('Intro').fill('שלום');
  expect(await directionOf('Intro')).toBe('rtl');
});

test('the console stayed silent', () => {
  expect(editor.complaints).toEqual([]);
});
