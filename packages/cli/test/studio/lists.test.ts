/** Lists, the media library and the frame of the studio, in a real browser against the real server. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Watched, expectAccessible, openBrowser, openPage } from './browser.js';
import { type Studio, startStudio } from './project.js';

const LOGO = fileURLToPath(new URL('../../../../fixtures/example/seed/images/logo.png', import.meta.url));
const NOTES = 260;

let server: Studio;
let browser: Browser;
let developer: Watched;
let page: Page;
/** It cannot be published, because it lacks its title. */
let incomplete: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startStudio(), openBrowser()]);
  for (const title of ['One', 'Two', 'Three']) await create('/articles?status=draft', { title });
  incomplete = await create('/articles?status=draft', { slug: 'without-a-title' });
  for (let at = 0; at < NOTES; at += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => create('/notes', { text: noteName(at + index + 1) })));
  }
  developer = await openPage(browser);
  page = developer.page;
  page.setDefaultTimeout(40_000);
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

async function create(path: string, data: object): Promise<string> {
  const { status, body } = await server.call('POST', path, { data });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.documentId;
}

const noteName = (place: number) => `Note ${String(place).padStart(3, '0')}`;
const go = (path: string) => page.goto(`${server.url}/studio${path}`);
const said = (text: string | RegExp) => page.getByRole('status').getByText(text).last().waitFor();
const choose = (label: string) => page.getByRole('checkbox', { name: `Choose ${label}`, exact: true }).check();
const published = async () => {
  const { body } = await server.call('GET', '/articles?sort=title&fields=title');
  return body.data.map(({ title }: { title: string }) => title);
};

const FIRST_LOAD_BYTES = 300_000;

test('everything that the first screen loads has less than 300 kB, compressed', async () => {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    const sent = request.sizes();
    sizes.push(sent.then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(server.studio);
  await page.getByRole('link', { name: 'One', exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(sizes.length).toBeGreaterThan(5);
  expect(total).toBeLessThan(FIRST_LOAD_BYTES);
  page.removeAllListeners('requestfinished');
});

test('built files are served compressed as well as the client accepts', async () => {
  const html = await (await fetch(`${server.url}/studio`)).text();
  const [, script = ''] = /src="\.\/(assets\/[^"]+)"/.exec(html) ?? [];
  const get = async (encoding: string) => {
    const answer = await fetch(`${server.url}/studio/${script}`, { headers: { 'accept-encoding': encoding } });
    return { encoding: answer.headers.get('content-encoding'), text: await answer.text() };
  };
  const plain = await get('identity');
  expect(plain.encoding).toBeNull();
  expect(await get('gzip, deflate, br')).toEqual({ encoding: 'br', text: plain.text });
  expect(await get('gzip')).toEqual({ encoding: 'gzip', text: plain.text });
});

test('documents are published together, and the list says why one was refused', async () => {
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  // One request has all of them.
  expect((await sent).url()).toContain('/api/articles/actions/bulk?');
  expect((await sent).postDataJSON().data).toHaveLength(4);
  const failures = page.getByRole('dialog', { name: '1 of 4 documents not published' });
  const { body } = await server.call('POST', `/articles/${incomplete}/actions/publish`);
  await failures.getByText(body.error.message).waitFor();
  await expectAccessible(page, 'refused documents');
  await failures.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('1 chosen').waitFor();
  expect(await published()).toEqual(['One', 'Three', 'Two']);
  await page.getByRole('button', { name: 'Cancel' }).click();
});

test('unpublishing is taken back where that changes nothing else', async () => {
  await choose('One');
  await choose('Two');
  await page.getByRole('row', { name: /One/ }).getByText('Published').waitFor();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await said('2 unpublished.');
  expect(await published()).toEqual(['Three']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await said('2 published.');
  expect(await published()).toEqual(['One', 'Three', 'Two']);
});

test('deleting waits for a second thought', async () => {
  await choose('Three');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('One document in en will be deleted for good').waitFor();
  await expectAccessible(page, 'a deletion');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 chosen').waitFor();
  expect(await published()).toContain('Three');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete now' }).click();
  await said('1 deleted.');
  expect(await published()).toEqual(['One', 'Two']);
});

test('a long page draws the rows in sight, and all of them can be chosen', async () => {
  await go('/content/note?size=250&sort=text:asc');
  const table = page.getByRole('region', { name: 'Table of note' });
  await table.getByRole('link', { name: noteName(1), exact: true }).waitFor();
  const drawn = () => table.getByRole('checkbox', { name: /^Choose Note/ }).count();
  expect(await drawn()).toBeLessThan(80);
  await table.evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await table.getByRole('link', { name: noteName(250), exact: true }).waitFor();
  expect(await drawn()).toBeLessThan(80);
  expect(await table.getByRole('link', { name: noteName(1), exact: true }).count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
  await page.getByText('250 chosen').waitFor();
  await expectAccessible(page, 'a long page');
  await page.getByRole('button', { name: 'Next page' }).click();
  await table.getByRole('link', { name: noteName(260), exact: true }).waitFor();
  await page.getByText('251–260 of 260').waitFor();
});

test('a file lists every document that uses it, before it is deleted', async () => {
  const form = new FormData();
  form.append('files', new Blob([await readFile(LOGO)], { type: 'image/png' }), 'used.png');
  const { token } = await page.evaluate<{ token: string }>(`(() => {
    const { secret } = JSON.parse(Object.values(sessionStorage)[0]);
    return { token: secret };
  })()`);
  const headers = { authorization: `Bearer ${token}` };
  const uploaded = await fetch(`${server.url}/api/upload`, { method: 'POST', headers, body: form });
  const [file] = (await uploaded.json()) as [{ readonly id: number; readonly url: string }];
  for (let index = 1; index <= 23; index++) {
    await create('/articles?status=draft', { title: `With picture ${index}`, cover: file.id });
  }
  await create('/notes', { text: `![](${file.url})` });

  await go('/content/media');
  await page.getByRole('button', { name: 'used.png' }).click();
  const dialog = page.getByRole('dialog', { name: 'used.png' });
  await dialog.getByRole('heading', { name: 'Used in 24 documents' }).waitFor();
  await dialog.getByRole('link', { name: 'With picture 23' }).waitFor();
  expect(await dialog.getByRole('link', { name: 'With picture 1', exact: true }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Show more' }).click();
  await dialog.getByRole('link', { name: 'With picture 1', exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('24 documents use it and lose it.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
});

test('the palette opens screens of both halves, and the keys are listed', async () => {
  await go('/content/note');
  await page.getByRole('heading', { level: 1, name: 'Note' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByLabel('Search types and actions').last().fill('rights');
  await expectAccessible(page, 'the palette');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/api/rights');
  await page.getByRole('heading', { level: 1, name: 'Rights' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('tag');
  expect(await page.getByLabel('Search endpoints').inputValue()).toBe('tag');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('New document, in a list').waitFor();
  await expectAccessible(page, 'the shortcuts');
});

test.each([
  ['/content', 'With picture 23'],
  ['/content/tag', 'Alpha'],
  ['/content/article?q=nothing-has-this', 'No document fits'],
  ['/content/article/new', 'Save draft'],
  ['/content/media', 'used.png'],
  ['/content/no-such-type', 'There is no such type'],
  ['/nowhere', 'There is no such page'],
])('%s is accessible in both themes, and fits a phone', async (path, text) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await go(path);
  await page.getByText(text, { exact: true }).first().waitFor();
  await expectAccessible(page, path);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
});

test('filters, columns and the sign-in are accessible, and the console stayed silent', async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await go('/content/article');
  for (const name of ['Filter', 'Columns']) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog', { name }).waitFor();
    await expectAccessible(page, name);
    await page.keyboard.press('Escape');
  }
  const { page: stranger } = await openPage(browser);
  await stranger.goto(`${server.url}/studio`);
  await stranger.getByRole('heading', { name: 'Sign in to the studio' }).waitFor();
  await expectAccessible(stranger, 'sign in');
  // A link of `serve` in an open tab changes only the part behind “#”.
  await stranger.goto(server.studio);
  await stranger.getByRole('heading', { level: 1, name: 'Article' }).waitFor();
  expect(developer.complaints).toEqual([]);
});
