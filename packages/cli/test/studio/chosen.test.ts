/** Chosen documents of lists, and what the studio says of writes, in a real browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';

import { type Browser, type Watched, openBrowser, test, visit } from './browser.js';
import { field, signedIn, startEditing } from './editing-project.js';
import { held, intercepted } from './interception.js';
import type { Studio } from './project.js';

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
/** Each test has three playlists of its own, whose names end with its number. */
let round = 0;
/** The list of these playlists. */
let shown = '';
const named = (name: string) => `${name} ${round}`;
beforeEach(async () => {
  round++;
  for (const name of ['One', 'Two', 'Three']) {
    await server.call('POST', '/playlists?status=draft', { data: { name: named(name) } });
  }
  shown = `/studio/content/playlist?sort=name:asc&where=${encodeURIComponent(`name $endsWith  ${round}`)}`;
  await visit(page, shown);
  await page.getByRole('checkbox', { name: `Choose ${named('One')}` }).waitFor();
});

const said = (text: string | RegExp) => page.getByRole('status').getByText(text).last().waitFor();
const box = (name: string) => page.getByRole('checkbox', { name: `Choose ${named(name)}`, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const left = async (query = 'status=draft') => {
  const { data } = (await server.call('GET', `/playlists?${query}&sort=name&filters[name][$endsWith]= ${round}`)).body;
  return data.map(({ name }: { name: string }) => name.split(' ')[0]);
};

describe('a deletion that counts down', () => {
  test('spares documents that are chosen no more', async () => {
    for (const name of ['One', 'Two']) await box(name).check();
    await button('Delete').click();
    await page.getByText('2 documents will be deleted').waitFor();
    await box('Two').uncheck();
    await box('Three').check();
    await page.getByText('One document will be deleted').waitFor();
    await button('Delete now').click();
    await said('1 deleted.');
    expect(await left()).toEqual(['Three', 'Two']);
    // It was chosen for something else.
    await page.getByText('1 chosen').waitFor();
    await box('Three').uncheck();
  });

  test('ends when no document is chosen any more, and spares them if the list is left', async () => {
    await box('One').check();
    await box('Two').check();
    await button('Delete').click();
    await box('Two').uncheck();
    await visit(page, '/studio/content/tag');
    await expect.poll(() => left()).toEqual(['Three', 'Two']);
    await page.goBack();
    await box('Three').check();
    await button('Delete').click();
    await box('Three').uncheck();
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    await visit(page, '/studio/content/tag');
    await page.getByRole('link', { name: 'Alpha' }).waitFor();
    expect(await left()).toEqual(['Three', 'Two']);
  });
});

test('an undo keeps the documents that were chosen since', async () => {
  await box('One').check();
  await button('Publish').click();
  await said('1 published.');
  await box('Two').check();
  await box('Three').check();
  await button('Undo').click();
  await said('1 unpublished.');
  await page.getByText('2 chosen').waitFor();
  expect(await left('status=published')).toEqual([]);
  await button('Cancel').click();
});

test('an undo is offered for documents whose state the list does not know', async () => {
  const goOn = await intercepted(page, /publicationFilter=/, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(server.url + shown);
  await box('One').check();
  goOn();
  await button('Publish').click();
  await button('Undo').click();
  await said('1 unpublished.');
  expect(await left('status=published')).toEqual([]);
});

test('documents that could not be published are named, also if their list was left', async () => {
  await box('One').check();
  const goOn = await held(page, '**/actions/bulk**', 'POST');
  await button('Publish').click();
  await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
  const { data } = (await server.call('GET', `/playlists?status=draft&filters[name]=${named('One')}`)).body;
  await server.call('DELETE', `/playlists/${data[0].documentId}`);
  await visit(page, '/studio/content/tag');
  await page.getByRole('link', { name: 'Alpha' }).waitFor();
  goOn();
  await said(/^1 of 1 document not published: /);
});

describe('an answer that a proxy gives instead of the API', () => {
  const page200 = { status: 200, contentType: 'text/html', body: '<h1>Sign in</h1>' };
  const strange = 'The answer does not come from the API.';

  test('is no success of an action on chosen documents', async () => {
    await box('One').check();
    const goOn = await intercepted(page, '**/actions/bulk**', (route) => route.fulfill(page200));
    await button('Publish').click();
    const failures = page.getByRole('dialog', { name: '1 of 1 documents not published' });
    await failures.getByText(strange).waitFor();
    goOn();
    await failures.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('1 chosen').waitFor();
    await button('Cancel').click();
  });

  test('is no success of a form, which keeps its changes', async () => {
    await page.getByRole('link', { name: named('One') }).click();
    await field(page, 'Name').fill(`Changed ${round}`);
    const isWrite = /\/api\/playlists\/\w{24}/;
    const goOn = await intercepted(page, isWrite, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill(page200),
    );
    await button('Save draft').click();
    await said(strange);
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => page.getByRole('status').getByText(strange).count()).toBe(2);
    goOn();
    expect(await left()).toContain('One');
    await button('Save draft').click();
    await said('The draft is saved.');
    expect(await left()).toContain('Changed');
  });
});

test('the console stayed silent', () => {
  expect(editor.complaints).toEqual([]);
});
