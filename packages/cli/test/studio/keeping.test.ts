/** Words in forms of the studio survive slow and failing requests, other tabs, other people and hasty keys. */
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { type Browser, type Watched, expectAccessible, openBrowser, test, visit } from './browser.js';
import { enter, field as fieldOf, signedIn, undo } from './editing-project.js';
import { held, intercepted } from './interception.js';
import type { Studio } from './project.js';
import { startSafety } from './safety-project.js';

let server: Studio;
let browser: Browser;
let editor: Watched;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startSafety(), openBrowser()]);
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
const field = (name: string, of = page) => fieldOf(of, name);
const dialog = (name: string, of = page) => of.getByRole('dialog', { name });
const unsaved = (of = page) => of.getByText('Unsaved changes', { exact: true });
const isClean = () => unsaved().waitFor({ state: 'hidden' });
const state = (text: string) => page.locator('.panel').getByText(text, { exact: true }).waitFor();
const kept = (of = page) => of.evaluate('JSON.stringify(localStorage)');
const read = async (path: string) => (await server.call('GET', path)).body.data;
const create = async (path: string, data: object) =>
  (await server.call('POST', path, { data })).body.data.documentId as string;
const isFocused = (name: string) => field(name).evaluate((control) => control.matches(':focus'));

/** Holds requests of a method back until the result is called, which ends when one of them is answered. */
async function answered(path: string, method: string): Promise<() => Promise<void>> {
  const goOn = await held(page, path, method);
  return async () => {
    const isDone = page.waitForResponse((answer) => answer.request().method() === method);
    goOn();
    expect((await isDone).status()).toBeLessThan(300);
  };
}

describe('a save', () => {
  test('of a new document keeps words that are typed meanwhile, and the focus', async () => {
    await open('note/new');
    await field('Name').fill('Created');
    await field('Weight').fill('1');
    const release = await answered('**/api/notes**', 'POST');
    await field('Name').press('Control+s');
    await field('Name').press('End');
    await page.keyboard.type(' and more');
    await release();
    await page.waitForURL(/\/note\/\w{24}$/);
    await unsaved().waitFor();
    expect(await isFocused('Name')).toBe(true);
    await page.keyboard.type(' words');
    await page.keyboard.press('Control+s');
    await isClean();
    const id = page.url().slice(-24);
    expect(await read(`/notes/${id}`)).toMatchObject({ name: 'Created and more words' });
    // The next new document has nothing of this one.
    await open('note/new');
    await expect.poll(() => field('Name').inputValue()).toBe('');
  });

  test('that is asked for during another one follows it, with the words since', async () => {
    const id = await create('/notes', { name: 'Hasty', weight: 1 });
    await open(`note/${id}`);
    await field('Name').press('End');
    await page.keyboard.type(' first');
    const release = await answered(`**/api/notes/${id}**`, 'PUT');
    await page.keyboard.press('Control+s');
    await page.keyboard.type(' second');
    await page.keyboard.press('Control+s');
    await release();
    await isClean();
    expect(await read(`/notes/${id}`)).toMatchObject({ name: 'Hasty first second' });
  });

  test('is followed by a publish that is asked for meanwhile, with the words since', async () => {
    const id = (await server.call('POST', '/pages?status=draft', { data: { title: 'Hasty' } })).body.data.documentId;
    await open(`page/${id}`);
    await state('Draft');
    await field('Title').press('End');
    await page.keyboard.type(' first');
    const release = await answered(`**/api/pages/${id}**`, 'PUT');
    await page.keyboard.press('Control+s');
    await page.keyboard.type(' second');
    await page.keyboard.press('Control+Enter');
    await release();
    await expect.poll(() => read(`/pages/${id}`)).toMatchObject({ title: 'Hasty first second' });
    await isClean();
  });

  test('does not wait for lists that are slow', async () => {
    await open('note/new');
    await field('Name').fill('Quick');
    await field('Weight').fill('1');
    const lists = /\/api\/notes\?.*pagination/;
    const goOn = await held(page, lists);
    const isAsked = page.waitForRequest(lists);
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/note\/\w{24}$/);
    await field('Name').fill('Quick again');
    await button('Save').click();
    await isClean();
    await isAsked;
    goOn();
  });

  test('leaves a new entry open, with the focus and one id', async () => {
    const id = await create('/notes', { name: 'Entries', weight: 1 });
    await open(`note/${id}`);
    await button('Add part').click();
    await field('Text').fill('first');
    await page.keyboard.press('Control+s');
    await isClean();
    const [{ id: first }] = (await read(`/notes/${id}?populate=parts`)).parts;
    expect(await isFocused('Text')).toBe(true);
    await page.keyboard.type(' words');
    await page.keyboard.press('Control+s');
    await isClean();
    expect((await read(`/notes/${id}?populate=parts`)).parts).toMatchObject([{ id: first, text: 'first words' }]);
  });

  test('is done although the form cannot be read afterwards, or was left', async () => {
    const id = await create('/notes', { name: 'One', weight: 1 });
    await open(`note/${id}`);
    await field('Name').fill('Two');
    const fail = async (route: Route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 503, json: {} }) : route.continue();
    const succeed = await intercepted(page, `**/api/notes/${id}**`, fail);
    await page.keyboard.press('Control+s');
    await isClean();
    succeed();
    await field('Name').fill('Three');
    await page.keyboard.press('Control+s');
    await isClean();
    expect(await read(`/notes/${id}`)).toMatchObject({ name: 'Three' });

    await field('Name').fill('Four');
    const release = await answered(`**/api/notes/${id}**`, 'PUT');
    await page.keyboard.press('Control+s');
    await page.getByRole('link', { name: 'All note documents' }).click();
    await button('Leave').click();
    await expect.poll(() => kept()).toContain('Four');
    await release();
    await expect.poll(() => kept()).not.toContain('Four');
    await open(`note/${id}`);
    await expect.poll(() => field('Name').inputValue()).toBe('Four');
    await isClean();
  });

  test('of a form without any change creates a document after a question alone', async () => {
    const count = async () => (await server.call('GET', '/pages?status=draft')).body.meta.pagination.total;
    const before = await count();
    await open('page/new');
    await page.getByRole('heading', { level: 1, name: 'New' }).waitFor();
    const question = dialog('Create an empty document?');
    const save = () => button('Save draft').click();
    for (const ask of [() => page.keyboard.press('Control+s'), save, () => page.keyboard.press('Control+Enter')]) {
      await ask();
      await expectAccessible(page, 'the question before an empty document', 'one');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'hidden' });
    }
    expect(await count()).toBe(before);
    await save();
    await question.getByRole('button', { name: 'Create it' }).click();
    await page.waitForURL(/\/page\/\w{24}\?/);
    expect(await count()).toBe(before + 1);
  });

  test('goes to the first problem, and says it plainly', async () => {
    const id = await create('/notes', { name: 'Numbers', weight: 1 });
    await open(`note/${id}`);
    for (const [text, problem] of [
      ['', 'A number is required here.'],
      ['1,5', 'This is not a number. Write it like 1.5.'],
    ] as const) {
      await field('Weight').fill(text);
      await field('Name').focus();
      await page.keyboard.press('Control+s');
      await page.locator('.field-error').getByText(problem).waitFor();
      await expect.poll(() => isFocused('Weight')).toBe(true);
    }
    await field('Weight').fill('1.5');
    const day = page.getByLabel('Day');
    await day.focus();
    await page.keyboard.type('12');
    await page.keyboard.press('Control+s');
    await page.locator('.field-error').getByText('This date is not complete.').waitFor();
    await unsaved().waitFor();
    await day.fill('2026-01-31');
    await page.keyboard.press('Control+s');
    await isClean();
    expect(await read(`/notes/${id}`)).toMatchObject({ weight: 1.5, day: '2026-01-31' });
  });

  test('needs changes, and a draft', async () => {
    const id = await create('/pages', { title: 'Untouched' });
    await open(`page/${id}`);
    await state('Published');
    let writes = 0;
    page.on('request', (request) => (writes += request.method() === 'GET' ? 0 : 1));
    await page.keyboard.press('Control+s');
    const { page: other } = await signedIn(server, browser, 'announcer');
    await open(`page/${id}`, other);
    await field('Title', other).fill('Published in a hurry');
    await other.keyboard.press('Control+s');
    await other.getByText('Your role has no drafts to save.').waitFor();
    expect(await read(`/pages/${id}`)).toMatchObject({ title: 'Untouched' });
    expect(writes).toBe(0);
    await other.context().close();
  });
});

describe('unsaved changes', () => {
  /** Another tab of the same browser, with the storage of the first, as a duplicate of it has. */
  const duplicate = async () => {
    const tab = await page.context().newPage();
    const stored = await page.evaluate('JSON.stringify(sessionStorage)');
    await tab.goto(`${server.url}/studio`);
    await button('Account', tab).waitFor();
    await tab.evaluate(`Object.assign(sessionStorage, ${stored})`);
    return tab;
  };

  test('of a new document belong to their tab', async () => {
    await open('note/new');
    await field('Name').fill('Of the first tab');
    await expect.poll(() => kept()).toContain('Of the first tab');
    const tab = await duplicate();
    await tab.goto(`${server.url}/studio/content/note/new`);
    expect(await field('Name', tab).inputValue()).toBe('');
    await field('Name', tab).fill('Of the second tab');
    await expect.poll(() => kept()).toContain('Of the second tab');
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await expect.poll(() => field('Name').inputValue()).toBe('Of the first tab');
    await tab.close();
  });

  test('of a new document are offered when their tab is closed, and only then', async () => {
    const tab = await duplicate();
    await tab.goto(`${server.url}/studio/content/note/new`);
    const offer = (words: string) => tab.locator('.note').filter({ hasText: words });
    await offer('Of the second tab').waitFor();
    expect(await offer('Of the first tab').count()).toBe(0);
    await expectAccessible(tab, 'an offer of unsaved words');
    await offer('Of the second tab').getByRole('button', { name: 'Take over' }).click();
    await expect.poll(() => field('Name', tab).inputValue()).toBe('Of the second tab');
    await unsaved(tab).waitFor();
    await field('Weight', tab).fill('1');
    await tab.keyboard.press('Control+s');
    await tab.waitForURL(/\/note\/\w{24}$/);
    expect(await kept()).not.toContain('Of the second tab');

    await tab.goto(`${server.url}/studio/content/note/new`);
    await field('Name', tab).fill('Nobody needs them');
    await expect.poll(() => kept()).toContain('Nobody needs them');
    await tab.close({ runBeforeUnload: false });
    const last = await duplicate();
    await last.goto(`${server.url}/studio/content/note/new`);
    await last.locator('.note').getByRole('button', { name: 'Forget' }).click();
    await dialog('Forget these words?', last).getByRole('button', { name: 'Forget' }).click();
    await last.locator('.note').waitFor({ state: 'hidden' });
    expect(await kept()).not.toContain('Nobody needs them');
    expect(await kept()).toContain('Of the first tab');
    await last.close();
  });

  test('of a document survive that another tab undoes them', async () => {
    const id = await create('/notes', { name: 'Shared', weight: 1 });
    await page.goto(`${server.url}/studio/content/note/${id}`);
    await field('Name').fill('Of the first tab');
    await expect.poll(() => kept()).toContain('Of the first tab');
    const tab = await duplicate();
    await tab.goto(`${server.url}/studio/content/note/${id}`);
    await field('Name', tab).fill('Of the second tab');
    await undo(tab);
    await unsaved(tab).waitFor({ state: 'hidden' });
    await tab.close();
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await expect.poll(() => field('Name').inputValue()).toBe('Of the first tab');
  });

  test('are not shown to another person at the same browser', async () => {
    const id = await create('/notes', { name: 'Shared', weight: 1 });
    await page.goto(`${server.url}/studio/content/note/${id}`);
    await field('Name').fill('Of the first person');
    await expect.poll(() => kept()).toContain('Of the first person');
    const tab = await page.context().newPage();
    // Without a sign that somebody is signed in, a new tab asks.
    await page.evaluate(`localStorage.removeItem('content-gen-studio:signed-in')`);
    await tab.goto(`${server.url}/studio/content/note/${id}`);
    await enter(tab, 'second');
    expect(await field('Name', tab).inputValue()).toBe('Shared');
    expect(await unsaved(tab).count()).toBe(0);
    await tab.close();
    await undo(page);
  });

  test('are undone to what is saved by then, but for changes since', async () => {
    const id = await create('/notes', { name: 'Old', weight: 1 });
    await page.goto(`${server.url}/studio/content/note/${id}`);
    await field('Name').fill('Mine');
    await expect.poll(() => kept()).toContain('Mine');
    await server.call('PUT', `/notes/${id}`, { data: { name: 'Newer' } });
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await page.getByText('These are your unsaved changes from an earlier visit.').waitFor();
    await undo(page);
    await expect.poll(() => field('Name').inputValue()).toBe('Newer');
    await isClean();

    await server.call('PUT', `/notes/${id}`, { data: { name: 'Newest' } });
    await field('Name').fill('Mine again');
    await page.keyboard.press('Control+s');
    await dialog('The document has changed meanwhile').getByRole('button', { name: 'Not now' }).click();
    const release = await answered(`**/api/notes/${id}**`, 'GET');
    await undo(page);
    await field('Weight').fill('2');
    await release();
    await expect.poll(() => field('Name').inputValue()).toBe('Newest');
    expect(await field('Weight').inputValue()).toBe('2');
    await field('Name').fill('Mine at last');
    await page.keyboard.press('Control+s');
    await expect.poll(() => read(`/notes/${id}`)).toMatchObject({ name: 'Mine at last', weight: 2 });
    await isClean();
  });

  test('of a document whose draft is missing are undone to its published version', async () => {
    const id = await create('/pages', { title: 'Live' });
    const goOn = await intercepted(page, new RegExp(`/api/pages/${id}\\?.*status=draft`), (route) =>
      route.fulfill({ status: 404, json: { data: null, error: { status: 404, name: 'NotFoundError', message: '' } } }),
    );
    await open(`page/${id}`);
    await expect.poll(() => field('Title').inputValue()).toBe('Live');
    await field('Title').fill('Mine');
    await server.call('PUT', `/pages/${id}`, { data: { title: 'Newer' } });
    await undo(page);
    await expect.poll(() => field('Title').inputValue()).toBe('Newer');
    await isClean();
    goOn();
  });

  test('are lost by no action without a question', async () => {
    const id = await create('/pages', { title: 'Live' });
    await server.call('PUT', `/pages/${id}?status=draft`, { data: { title: 'Draft' } });
    await open(`page/${id}`);
    await state('Modified');
    await field('Title').fill('Not saved');
    for (const [entry, question] of [
      ['Undo unsaved changes', 'Undo unsaved changes?'],
      ['Discard the draft', 'Discard the draft?'],
      ['Unpublish', 'Unpublish the document?'],
    ] as const) {
      await button('More actions').click();
      await page.getByRole('menuitem', { name: entry }).click();
      await dialog(question).getByText('your unsaved changes').waitFor();
      await button('Cancel').click();
    }
    expect(await field('Title').inputValue()).toBe('Not saved');
    expect(await read(`/pages/${id}?status=draft`)).toMatchObject({ title: 'Draft' });
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Discard the draft' }).click();
    await dialog('Discard the draft?').getByRole('button', { name: 'Discard the draft' }).click();
    await expect.poll(() => field('Title').inputValue()).toBe('Live');
  });
});

test('an unpublish is taken back where that brings back what readers saw', async () => {
  const id = await create('/pages', { title: 'Live' });
  const unpublish = async () => {
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Unpublish' }).click();
    await dialog('Unpublish the document?').getByRole('button', { name: 'Unpublish' }).click();
    await state('Draft');
  };
  await open(`page/${id}`);
  await state('Published');
  await unpublish();
  expect((await server.call('GET', `/pages/${id}`)).status).toBe(404);
  await field('Title').fill('Not what they saw');
  await button('Undo').click();
  await page.getByRole('status').getByText('The form has changed since.').waitFor();
  await undo(page);
  await button('Publish').click();
  await state('Published');
  await unpublish();
  await button('Undo').click();
  await expect.poll(() => read(`/pages/${id}`)).toMatchObject({ title: 'Live' });
  await state('Published');

  await server.call('PUT', `/pages/${id}?status=draft`, { data: { title: 'Draft' } });
  await page.goto(page.url());
  await state('Modified');
  await unpublish();
  expect(await button('Undo').count()).toBe(0);
});

describe('another person', () => {
  test('who changed the draft is seen before it is published', async () => {
    const id = await create('/pages', { title: 'Mine' });
    await open(`page/${id}`);
    await state('Published');
    await server.call('PUT', `/pages/${id}?status=draft`, { data: { intro: 'Not reviewed' } });
    await button('Publish').click();
    await dialog('The document has changed meanwhile').getByText('Another person saved Intro.').waitFor();
    expect(await read(`/pages/${id}`)).toMatchObject({ intro: null });
    await button('Continue with these values').click();
    expect(await field('Intro').inputValue()).toBe('Not reviewed');
    await button('Publish').click();
    await expect.poll(() => read(`/pages/${id}`)).toMatchObject({ intro: 'Not reviewed' });
  });

  test.each(['Publish', 'Unpublish'])('is seen after %s, though the form could not be read again', async (action) => {
    const id = await create('/pages', { title: 'Mine' });
    await open(`page/${id}`);
    await state('Published');
    if (action === 'Publish') await field('Title').fill('Mine, too');
    let isDone = false;
    const fail = async (route: Route) => {
      if (isDone && route.request().method() === 'GET') return route.fulfill({ status: 503, json: {} });
      if (!route.request().url().includes('/actions/')) return route.continue();
      // Reads of other versions may follow the save that comes first, while the action is under way.
      const response = await route.fetch();
      isDone = true;
      return route.fulfill({ response });
    };
    const succeed = await intercepted(page, `**/api/pages/${id}**`, fail);
    const isDraft = (url: string) => new URL(url).searchParams.get('status') === 'draft';
    const failed = page.waitForResponse((answer) => answer.status() === 503 && isDraft(answer.url()));
    if (action === 'Unpublish') {
      await button('More actions').click();
      await page.getByRole('menuitem', { name: action }).click();
      await page.getByRole('dialog').getByRole('button', { name: action }).click();
    } else await button(action).click();
    await failed;
    await server.call('PUT', `/pages/${id}?status=draft`, { data: { title: 'Theirs' } });
    // A form without changes would show what a later request reads.
    await field('Title').fill('Mine again');
    succeed();
    await button('Save draft').click();
    await dialog('The document has changed meanwhile').waitFor();
    expect(await read(`/pages/${id}?status=draft`)).toMatchObject({ title: 'Theirs' });
    await page.keyboard.press('Escape');
  });

  test('who deleted the document leaves the words to the form', async () => {
    const id = await create('/notes', { name: 'Gone', weight: 1, parts: [{ text: 'entry' }] });
    await open(`note/${id}`);
    await field('Name').fill('Hours of work');
    await server.call('DELETE', `/notes/${id}`);
    await page.keyboard.press('Control+s');
    const question = dialog('The document does not exist any more');
    await question.waitFor();
    await expectAccessible(page, 'a document that was deleted meanwhile');
    await question.getByRole('button', { name: 'Save as a new document' }).click();
    await page.waitForURL((url) => /\/note\/\w{24}$/.test(url.pathname) && !url.pathname.endsWith(id));
    await isClean();
    const saved = await read(`/notes/${page.url().slice(-24)}?populate=parts`);
    expect(saved).toMatchObject({ name: 'Hours of work', weight: 1, parts: [{ text: 'entry' }] });

    await open(`note/${id}`);
    await page.getByRole('heading', { name: 'This document does not exist' }).waitFor();
    await page.getByRole('link', { name: 'All note documents' }).click();
    await page.getByRole('link', { name: 'Hours of work' }).waitFor();
  });
});

test('the console stayed silent', () => {
  expect(editor.complaints).toEqual([]);
});
