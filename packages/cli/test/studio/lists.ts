/** Lists, the media library and the frame of the studio, in a real browser against the real server. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';

import { type Browser, type Watched, expectAccessible, openPage, pressEnter, test, visit } from './browser.js';
import { enter } from './editing-project.js';
import { held } from './interception.js';
import type { Studio } from './project.js';

const LOGO = fileURLToPath(new URL('../../../../fixtures/example/seed/images/logo.png', import.meta.url));
/** A PNG. */
const ONE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const NOTES = 260;

let server: Studio;
let browser: Browser;
let developer: Watched;
let page: Page;
/** It cannot be published, because it lacks its title. */
let incomplete: string;

async function create(path: string, data: object): Promise<string> {
  const { status, body } = await server.call('POST', path, { data });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.documentId;
}

const noteName = (place: number) => `Note ${String(place).padStart(3, '0')}`;
const go = (path: string) => visit(page, `/studio${path}`);
const said = (text: string | RegExp) => page.getByRole('status').getByText(text).last().waitFor();
const choose = (label: string) => page.getByRole('checkbox', { name: `Choose ${label}`, exact: true }).check();
const published = async () => {
  const { body } = await server.call('GET', '/articles?sort=title&fields=title');
  return body.data.map(({ title }: { title: string }) => title);
};

const FIRST_LOAD_BYTES = 300_000;

/** Tests of lists, with a project that has no articles and no notes yet. */
export function testLists(studio: () => { readonly server: Studio; readonly browser: Browser }): void {
  beforeAll(async () => {
    ({ server, browser } = studio());
    for (const title of ['One', 'Two', 'Three']) await create('/articles?status=draft', { title });
    incomplete = await create('/articles?status=draft', { slug: 'without-a-title' });
    const notes = Array.from({ length: NOTES }, (_, index) => ({ text: noteName(index + 1) }));
    expect(
      (await server.call('POST', '/notes/actions/bulk?fields=documentId', { action: 'create', data: notes })).status,
    ).toBe(200);
    developer = await openPage(browser);
    page = developer.page;
  });

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
    // With the keyboard, the notice waits for as long as one of its buttons has the focus.
    await pressEnter(page.getByRole('button', { name: 'Delete', exact: true }));
    await page.getByText('One document in en will be deleted for good').waitFor();
    await expectAccessible(page, 'a deletion');
    await pressEnter(page.getByRole('button', { name: 'Undo' }));
    await page.getByText('1 chosen').waitFor();
    expect(await published()).toContain('Three');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete now' }).click();
    await said('1 deleted.');
    expect(await published()).toEqual(['One', 'Two']);
  });

  test('filters through relations, columns, sort and status are in the address', async () => {
    const tags = (await server.call('GET', '/tags?sort=name')).body.data;
    for (const [title, tag] of [
      ['Beta first', tags[1]],
      ['Alpha first', tags[0]],
      ['Alpha second', tags[0]],
    ])
      await create('/articles?status=draft', { title, tags: [tag.documentId] });
    await page.getByRole('button', { name: 'Filter' }).click();
    const filters = page.getByRole('dialog', { name: 'Filters' });
    await filters.getByRole('button', { name: 'Add a condition' }).click();
    await filters.getByLabel('Attribute').selectOption({ label: 'Tags › Name' });
    await filters.getByLabel('Value').fill('alph');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Tags' }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Title' }).click();
    await page.getByLabel('Status').selectOption({ label: 'Drafts' });
    const cells = async () => {
      const rows = await page.getByRole('row').allInnerTexts();
      return rows.slice(1).map((row) => row.split(/\s*\t\s*/).slice(1, -1));
    };
    const wanted = [
      ['Alpha first', 'Alpha', 'Draft'],
      ['Alpha second', 'Alpha', 'Draft'],
    ];
    await expect.poll(cells).toEqual(wanted);
    await page.reload();
    await expect.poll(cells).toEqual(wanted);
    await page.getByLabel('Locale').selectOption('fr');
    await page.getByText('No document fits').waitFor();
  });

  describe('a role without the action bulk, and without rights to tags', () => {
    let writer: Watched;
    let id: string;
    beforeAll(async () => {
      const [tag] = (await server.call('GET', '/tags')).body.data;
      id = await create('/articles?status=draft', { title: 'Tagged', tags: [tag.documentId] });
      await create('/articles?status=draft', { title: 'Plain' });
      writer = await openPage(browser);
      await writer.page.goto(`${server.url}/studio`);
      await enter(writer.page, 'writer');
    });

    test('publishes and deletes documents with a request for each', async () => {
      const { page: own } = writer;
      const asked: string[] = [];
      own.on('request', (request) => request.method() !== 'GET' && asked.push(`${request.method()} ${request.url()}`));
      for (const name of ['Tagged', 'Plain', 'Untitled'])
        await own.getByRole('checkbox', { name: new RegExp(`^Choose .*${name}`) }).check();
      await own.getByRole('button', { name: 'Publish', exact: true }).click();
      await own
        .getByRole('dialog', { name: '1 of 3 documents not published' })
        .getByRole('button', { name: 'Close' })
        .last()
        .click();
      expect(await published()).toEqual(expect.arrayContaining(['Plain', 'Tagged']));
      expect(asked).toHaveLength(3);
      for (const each of asked) expect(each).toMatch(/^POST .*\/articles\/\w{24}\/actions\/publish/);
      await own.getByRole('button', { name: 'Cancel' }).click();
      await own.getByRole('checkbox', { name: 'Choose Plain' }).check();
      await own.getByRole('button', { name: 'Delete', exact: true }).click();
      await own.getByRole('button', { name: 'Delete now' }).click();
      await own.getByRole('status').getByText('1 deleted.').waitFor();
      expect(await published()).not.toContain('Plain');
    });

    test('edits a document without its tags, and leaves them as they are', async () => {
      const { page: own, complaints } = writer;
      expect(await own.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual([
        expect.stringMatching(/^Article/),
      ]);
      await own.getByRole('button', { name: 'Columns' }).click();
      await own.getByRole('checkbox', { name: 'Slug' }).waitFor();
      expect(await own.getByRole('checkbox', { name: 'Tags' }).count()).toBe(0);
      await own.keyboard.press('Escape');
      await own.getByRole('link', { name: 'Tagged' }).click();
      await own.getByLabel('Slug').waitFor();
      expect(await own.getByRole('group', { name: /^Tags/ }).count()).toBe(0);
      await own.getByRole('textbox', { name: /^Title/ }).fill('Still tagged');
      await own.getByRole('button', { name: 'Save draft' }).click();
      await own.getByRole('status').getByText('The draft is saved.').waitFor();
      const { body } = await server.call('GET', `/articles/${id}?status=draft&populate=tags`);
      expect(body.data).toMatchObject({ title: 'Still tagged', tags: [{ name: 'Alpha' }] });
      expect(complaints).toEqual([]);
    });
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

  test('the number of documents on a page is chosen, begins at the first page, and is in the URL', async () => {
    const table = page.getByRole('region', { name: 'Table of note' });
    await page.getByLabel('Documents on a page').selectOption({ label: '50 on a page' });
    await page.getByText('1–50 of 260').waitFor();
    expect(new URL(page.url()).searchParams.get('size')).toBe('50');
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.reload();
    await page.getByText('51–100 of 260').waitFor();
    await table.getByRole('link', { name: noteName(51), exact: true }).waitFor();
    expect(await page.getByLabel('Documents on a page').inputValue()).toBe('50');
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

    await go('/media');
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

  test('a file is replaced, which shows how far it is, and documents show the new one', async () => {
    const withPicture = 'status=draft&filters[title][$startsWith]=With&populate=cover';
    const used = async () => (await server.call('GET', `/articles?${withPicture}`)).body.data;
    const [{ cover: before }] = await used();
    const goOn = await held(page, '**/api/upload**', 'POST');
    const dialog = page.getByRole('dialog', { name: 'used.png' });
    await dialog.getByLabel('Replace file').setInputFiles({
      name: 'used.png',
      mimeType: 'image/png',
      buffer: Buffer.from(ONE_PIXEL, 'base64'),
    });
    await dialog.getByRole('progressbar', { name: 'Sending' }).waitFor({ state: 'attached' });
    goOn();
    await said('The file is replaced. Its links stay.');
    const after: { cover: object }[] = await used();
    expect(after).toHaveLength(23);
    for (const { cover } of after) {
      expect(cover).toMatchObject({ id: before.id, documentId: before.documentId, width: 1, height: 1 });
    }
  });

  test('the palette opens screens of both halves, and the keys are listed', async () => {
    await page.goto(`${server.url}/studio/content/note`);
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
    await page.keyboard.press('Escape');
  });

  test.each([
    ['/content', 'With picture 23'],
    ['/content/article?q=nothing-has-this', 'No document fits'],
    ['/content/article/new', 'Save draft'],
    ['/media', 'used.png'],
    ['/content/no-such-type', 'There is no such type'],
  ])('%s is accessible in both themes, and fits a phone', async (path, text) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await go(path);
    await page.getByText(text, { exact: true }).first().waitFor();
    await expectAccessible(page, path);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });

  test('filters and columns are accessible, a wrong address is said, and the console stayed silent', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await go('/content/article');
    for (const name of ['Filter', 'Columns']) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog', { name }).waitFor();
      await expectAccessible(page, name);
      await page.keyboard.press('Escape');
    }
    await go('/nowhere');
    await page.getByText('There is no such page').waitFor();
    expect(developer.complaints).toEqual([]);
  });
}
