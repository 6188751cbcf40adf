/** The session of the studio in a real browser: how it ends, goes on, and is shared by tabs. */
import { fileURLToPath } from 'node:url';

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

import { type Browser, expectAccessible, openBrowser, test } from './browser.js';
import { enter, field, signedIn, startEditing } from './editing-project.js';
import { intercepted } from './interception.js';
import type { Studio } from './project.js';

const LOGO = fileURLToPath(new URL('../../../../fixtures/example/seed/images/logo.png', import.meta.url));
let server: Studio;
let browser: Browser;
let id: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startEditing(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});
beforeEach(async () => {
  id = (await server.call('POST', '/playlists?status=draft', { data: { name: 'Saved' } })).body.data.documentId;
});

/** A page of the editor with a change in the form. */
async function writing(): Promise<Page> {
  const { page } = await signedIn(server, browser, 'editor');
  await page.goto(`${server.url}/studio/content/playlist/${id}`);
  await field(page, 'Name').fill('An hour of work');
  return page;
}

const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });
const savedName = async () => (await server.call('GET', `/playlists/${id}?status=draft`)).body.data.name;
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
};
/** The server refuses the access token of a request of each page once, as it does after some minutes. */
async function expire(context: BrowserContext, url: RegExp): Promise<ReadonlySet<Page>> {
  const refused = new Set<Page>();
  await context.route(url, (route) => {
    const page = route.request().frame().page();
    if (refused.has(page)) return route.fallback();
    refused.add(page);
    return route.fulfill({ status: 401, json: { error: { message: 'Missing or invalid credentials' } } });
  });
  return refused;
}

test('a session that ended elsewhere keeps the form, and its user signs in again and saves', async () => {
  const page = await writing();
  const elsewhere = await signedIn(server, browser, 'editor');
  await signOut(elsewhere.page);
  await elsewhere.page.getByRole('heading', { name: 'Sign in to the studio' }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.keyboard.press('Control+s');
  await again(page).getByText('Your session has ended').waitFor();
  // A screen behind the dialog does not ask again and again.
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
  expect(await page.evaluate('JSON.stringify(localStorage)')).toContain('An hour of work');
  await expectAccessible(page, 'the dialog that asks to sign in again');
  expect(asked.length).toBeLessThan(20);
  await page.keyboard.press('Escape');
  await enter(page, 'editor');
  await again(page).waitFor({ state: 'hidden' });
  expect(await field(page, 'Name').inputValue()).toBe('An hour of work');
  await page.keyboard.press('Control+s');
  await expect.poll(savedName).toBe('An hour of work');
});

test('a server that cannot refresh a session for the moment does not end it', async () => {
  const page = await writing();
  await expire(page.context(), /\/api\/playlists\//);
  const recover = await intercepted(page, '**/auth/refresh', (route) => route.fulfill({ status: 503 }));
  await page.keyboard.press('Control+s');
  await page.getByRole('status').getByText('The server cannot be reached').waitFor();
  expect(await again(page).count()).toBe(0);
  recover();
  await page.keyboard.press('Control+s');
  await expect.poll(savedName).toBe('An hour of work');
});

test('a file is sent again when its access token was too old', async () => {
  const page = await writing();
  const refused = await expire(page.context(), /\/api\/upload$/);
  await page.getByRole('button', { name: 'Choose cover' }).click();
  await page.locator('.dialog input[type=file]').setInputFiles(LOGO);
  await page.getByRole('button', { name: 'Details of logo.png' }).waitFor();
  expect(refused.size).toBe(1);
  expect(await field(page, 'Name').inputValue()).toBe('An hour of work');
});

test('a new tab goes on with the session of its browser, and tabs refresh one after the other', async () => {
  const page = await writing();
  const context = page.context();
  const other = await context.newPage();
  const refreshed: string[] = [];
  other.on('request', (request) => refreshed.push(...(/auth\/refresh$/.exec(request.url()) ?? [])));
  // A tab that is loaded again would lose the answer to a refresh, and with it the session. The page has asked by now. Any
  // earlier, the browser may refuse to load it again, because it is still exchanging the empty page for this one.
  await other.goto(`${server.url}/studio/content/tag`, { waitUntil: 'domcontentloaded' });
  await other.reload();
  await other.getByRole('link', { name: 'Alpha' }).waitFor();
  expect(refreshed).toEqual([]);

  const refused = await expire(context, /\/api\/(playlists|tags)/);
  let [running, most] = [0, 0];
  await context.route('**/auth/refresh', async (route) => {
    most = Math.max(most, ++running);
    const response = await route.fetch();
    // Both tabs need another token by now. A longer time than this, in which one would not wait for the other, cannot fail.
    await expect.poll(() => refused.size).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 300));
    running -= 1;
    await route.fulfill({ response });
  });
  await Promise.all([page.keyboard.press('Control+s'), other.getByLabel('Search documents').fill('Beta')]);
  await expect.poll(savedName).toBe('An hour of work');
  await other.getByRole('link', { name: 'Alpha' }).waitFor({ state: 'hidden' });
  await other.getByRole('link', { name: 'Beta' }).waitFor();
  expect(most).toBe(1);
});

test('the cookie starts a session when no tab has one', async () => {
  const page = await writing();
  const other = await page.context().newPage();
  await page.close();
  await other.goto(`${server.url}/studio/content/tag`);
  await other.getByRole('link', { name: 'Alpha' }).waitFor();
  await other.context().close();
});

test('a tab does not become another user who signs in in its browser', async () => {
  const page = await writing();
  await page.evaluate(`fetch('/api/auth/local', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: 'curator', password: 'correct horse' }),
  })`);
  await expire(page.context(), /\/api\/playlists\//);
  await page.keyboard.press('Control+s');
  await again(page).getByText('Another user has signed in in this browser').waitFor();
  expect(await savedName()).toBe('Saved');
  // The other user gets a page of its own, and the changes stay in the browser.
  await enter(page, 'curator');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByText('Role “curator”').waitFor();
  expect(await page.evaluate('JSON.stringify(localStorage)')).toContain('An hour of work');
});

test('signing out asks before it deletes unsaved changes, and lasts', async () => {
  const page = await writing();
  const question = page.getByRole('dialog', { name: 'Sign out and delete unsaved changes?' });
  await signOut(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await field(page, 'Name').inputValue()).toBe('An hour of work');
  await signOut(page);
  await question.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to the studio' }).waitFor();
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('An hour of work');
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in to the studio' }).waitFor();
});
