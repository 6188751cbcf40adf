/** Lists, and the journey of an editor through the studio, in a real browser against the real server. */
import { fileURLToPath } from 'node:url';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { type Browser, type Watched, expectAccessible, openBrowser, openPage, test, visit } from './browser.js';
import { undo } from './editing-project.js';
import { testLists } from './lists.js';
import { type Studio, startStudio } from './project.js';

let server: Studio;
let browser: Browser;
let editor: Watched;
let page: Page;
let documentId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startStudio(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

describe('lists', () => {
  testLists(() => ({ server, browser }));
});

const LOGO = fileURLToPath(new URL('../../../../fixtures/example/seed/images/logo.png', import.meta.url));

async function signIn(to: Page, name: string): Promise<void> {
  await to.goto(`${server.url}/studio`);
  await to.getByLabel('Email or username').fill(name);
  await to.getByLabel('Password').fill('correct horse');
  await to.getByRole('button', { name: 'Sign in', exact: true }).click();
  await to.getByRole('heading', { level: 1, name: 'Article' }).waitFor();
}

const tagNames = async () => {
  const { body } = await server.call('GET', `/articles/${documentId}?status=draft&populate[tags][fields]=name`);
  return body.data.tags.map(({ name }: { name: string }) => name);
};
/** The control of an attribute by its whole name, because “Title” is also a part of “Meta title”. */
const field = (of: Page, name: string) => of.getByRole('textbox', { name: new RegExp(`^${name}( \\*)?$`) });
const said = (text: string) => page.getByRole('status').getByText(text).last().waitFor();

test('a wrong password is refused, and a right one opens the first type', async () => {
  editor = await openPage(browser);
  page = editor.page;
  await page.goto(`${server.url}/studio`);
  await page.getByLabel('Email or username').fill('editor');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Invalid identifier or password').waitFor();
  await expectAccessible(page, 'sign in');
  await signIn(page, 'editor');
  await page.getByLabel('Locale').selectOption('fr');
  await page.getByText('There is no article yet').waitFor();
  await expectAccessible(page, 'an empty list');
  await page.getByLabel('Locale').selectOption('en');
});

test('an article with blocks, an image, a component, a zone and ordered relations is saved as a draft', async () => {
  await page.getByRole('button', { name: 'New article' }).click();
  await field(page, 'Title').fill('A quiet morning');
  await page.getByRole('button', { name: 'Suggest' }).click();
  await page.getByText('This address is free.').waitFor();

  const body = page.getByRole('textbox', { name: 'body' });
  await body.click();
  await page.keyboard.type('Plain and ');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('bold');
  await page.keyboard.press('Enter');
  await page.keyboard.type('A heading');
  await page.getByLabel('Kind of block').selectOption('heading-2');

  await page.getByRole('button', { name: 'Choose cover' }).click();
  await page.locator('.dialog input[type=file]').setInputFiles(LOGO);
  await page.getByText('No alternative text').waitFor();

  await page.getByRole('button', { name: 'Add seo' }).click();
  await field(page, 'Meta title').fill('Quiet');
  await page.getByRole('button', { name: 'Add to sections' }).click();
  await page.getByRole('menuitem', { name: 'Quote' }).click();
  await field(page, 'Text').fill('Hush.');
  await page.getByRole('button', { name: 'Add to tags' }).click();
  for (const name of ['Alpha', 'Beta', 'Gamma']) await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expectAccessible(page, 'a form');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await said('The draft is saved.');
  await page.waitForURL(/\/content\/article\/\w{24}/);
  documentId = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  const { data } = (await server.call('GET', `/articles/${documentId}?status=draft&populate=*`)).body;
  expect(data).toMatchObject({
    title: 'A quiet morning',
    slug: 'a-quiet-morning',
    body: [
      {
        type: 'paragraph',
        children: [
          { type: 'text', text: 'Plain and ' },
          { type: 'text', text: 'bold', bold: true },
        ],
      },
      { type: 'heading', level: 2, children: [{ type: 'text', text: 'A heading' }] },
    ],
    cover: { name: 'logo.png' },
    seo: { metaTitle: 'Quiet' },
    sections: [{ __component: 'shared.quote', text: 'Hush.' }],
    publishedAt: null,
  });
  expect(await tagNames()).toEqual(['Alpha', 'Beta', 'Gamma']);
});

test('publishing shows the document to readers', async () => {
  await page.getByText('Draft', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await said('Published.');
  await page.locator('.panel').getByText('Published', { exact: true }).waitFor();
  expect((await server.call('GET', `/articles/${documentId}`)).status).toBe(200);
});

test('a relation moves by dragging, and with the keyboard', async () => {
  const handle = page.getByRole('button', { name: 'Move Gamma' });
  await handle.scrollIntoViewIfNeeded();
  const [from, to] = [await handle.boundingBox(), await page.getByRole('button', { name: 'Move Alpha' }).boundingBox()];
  await page.mouse.move(from!.x + 8, from!.y + 8);
  await page.mouse.down();
  await page.mouse.move(from!.x + 8, from!.y - 10, { steps: 4 });
  await page.mouse.move(to!.x + 8, to!.y + 4, { steps: 8 });
  await page.mouse.up();
  await page.keyboard.press('Control+s');
  await expect.poll(tagNames).toEqual(['Gamma', 'Alpha', 'Beta']);
  await page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Move Beta' }).focus();
  await page.keyboard.press('Space');
  await page.getByText('Beta is at place 3').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowUp');
  await page.getByText('Beta is at place 2').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await page.getByText('Unsaved changes', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect.poll(tagNames).toEqual(['Gamma', 'Beta', 'Alpha']);
  await page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'hidden' });
});

test('two people who edit one document are told, and merge their changes', async () => {
  const other = { data: { title: 'Their title', slug: 'their-slug' } };
  expect((await server.call('PUT', `/articles/${documentId}?status=draft`, other)).status).toBe(200);
  await field(page, 'Title').fill('My title');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('heading', { name: 'The document has changed meanwhile' }).waitFor();
  await expectAccessible(page, 'a conflict');
  await page.getByRole('dialog').getByText('Their title').waitFor();
  await page.getByRole('button', { name: 'Continue with these values' }).click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  const saved = async () => (await server.call('GET', `/articles/${documentId}?status=draft`)).body.data;
  await expect.poll(saved).toMatchObject({ title: 'My title', slug: 'their-slug' });
});

test('unsaved changes survive a reload, and can be undone', async () => {
  await page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'hidden' });
  await field(page, 'Title').fill('Not saved yet');
  await expect.poll(() => page.evaluate('JSON.stringify(localStorage)')).toContain('Not saved yet');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('These are your unsaved changes').waitFor();
  expect(await field(page, 'Title').inputValue()).toBe('Not saved yet');
  await undo(page);
  await expect.poll(() => field(page, 'Title').inputValue()).toBe('My title');
});

test('an address is suggested for a title in any script, and a number follows one that is taken', async () => {
  const first = await server.call('POST', '/articles?status=draft', { data: { title: '京都', slug: 'article' } });
  await visit(page, '/studio/content/article/new');
  for (const [title, slug] of [
    ['東京', 'article-1'],
    ['Ψωμί', 'psomi'],
  ] as const) {
    await field(page, 'Title').fill(title);
    await page.getByRole('button', { name: 'Suggest' }).click();
    await expect.poll(() => field(page, 'Slug').inputValue()).toBe(slug);
    await page.getByText('This address is free.').waitFor();
    expect(await page.getByRole('button', { name: 'Suggest' }).count()).toBe(0);
  }
  await undo(page);
  await server.call('DELETE', `/articles/${first.body.data.documentId}`);
});

test('leaving asks, whether by a link or by Back, and Back works afterwards', async () => {
  await visit(page, '/studio/content/article');
  await page.getByRole('link', { name: 'My title' }).click();
  await field(page, 'Title').fill('Not saved either');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: /^Tag/ }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.evaluate('history.back()');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await field(page, 'Title').inputValue()).toBe('Not saved either');
  await page.evaluate('history.back()');
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('link', { name: 'My title' }).click();
  await page.getByText('These are your unsaved changes').waitFor();
  await undo(page);
  // The form reads the document before it shows it.
  await expect.poll(() => field(page, 'Title').inputValue()).toBe('My title');
});

test('a lost connection is said, loses nothing, and ends by itself', async () => {
  await field(page, 'Title').fill('Written on a train');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save draft' }).click();
  const notice = page.getByRole('alert').getByText('The server cannot be reached');
  await notice.waitFor();
  await page.context().setOffline(false);
  await notice.waitFor({ state: 'hidden' });
  expect(await field(page, 'Title').inputValue()).toBe('Written on a train');
  await field(page, 'Title').fill('My title');
});

test('the other side of a relation shows it, and changes it', async () => {
  await visit(page, '/studio/content/tag');
  await page.getByRole('link', { name: 'Gamma' }).click();
  await page.getByRole('group', { name: 'Articles' }).getByText('My title').waitFor();
  await page.getByRole('button', { name: 'Actions of My title' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(tagNames).toEqual(['Beta', 'Alpha']);
  await visit(page, `/studio/content/article/${documentId}`);
});

test('another locale starts with the values of the first', async () => {
  await page.getByRole('button', { name: /French/ }).click();
  await page.getByRole('button', { name: 'Fill in from another locale' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect.poll(() => field(page, 'Title').inputValue()).toBe('My title');
  await field(page, 'Title').fill('Un matin calme');
  await page.getByRole('button', { name: 'Save draft' }).click();
  const french = async () =>
    (await server.call('GET', `/articles/${documentId}?status=draft&locale=fr&populate=*`)).body.data;
  await expect
    .poll(french)
    .toMatchObject({ title: 'Un matin calme', seo: { metaTitle: 'Quiet' }, cover: { name: 'logo.png' } });
});

test('the problems that the API finds appear at their fields, all at once', async () => {
  await visit(page, `/studio/content/note/new`);
  await field(page, 'Count').fill('99');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Count must be 10 or less.').first().waitFor();
  await expectAccessible(page, 'a refused form');
});

test('a list of all problems leads to each of them, also in a closed entry', async () => {
  const sections = [{ __component: 'shared.quote', text: 'Quiet' }, { __component: 'shared.quote' }];
  const draft = await server.call('POST', '/articles?status=draft', { data: { sections } });
  await visit(page, `/studio/content/article/${draft.body.data.documentId}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect
    .poll(() => page.locator('.problems li').allInnerTexts())
    .toEqual(['Title is required.', 'Sections, entry 2: Text is required.']);
  const isFocused = (name: string) => field(page, name).evaluate((each) => each.matches(':focus'));
  await expect.poll(() => isFocused('Title')).toBe(true);
  // The refusal has opened the entry.
  await page.locator('.entry-toggle').last().click();
  await page.getByRole('button', { name: 'Sections, entry 2: Text is required.' }).click();
  await expect.poll(() => isFocused('Text')).toBe(true);
  await expectAccessible(page, 'a list of problems');
  await page.keyboard.type('Loud');
  await expect.poll(() => page.locator('.problems li').allInnerTexts()).toEqual(['Title is required.']);
  await page.getByRole('button', { name: 'Title is required.' }).click();
  await page.keyboard.type('Mended');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.locator('.panel').getByText('Published', { exact: true }).waitFor();
});

test('hostile content is shown and never runs', async () => {
  const text =
    '<script>window.pwned = 1</script>\n\n<img src=x onerror="window.pwned = 1">\n\n[link](javascript:window.pwned=1)';
  const { body } = await server.call('POST', '/notes', { data: { text, data: { html: text } } });
  await visit(page, `/studio/content/note/${body.data.documentId}`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.locator('.prose').getByText('window.pwned = 1').first().waitFor();
  expect(await page.locator('.prose a, .prose img, .prose script').count()).toBe(0);
  await page.goto(`${server.url}/studio/content/note?columns=text`);
  await page.getByText('onerror').first().waitFor();
  expect(await page.evaluate('window.pwned')).toBeUndefined();
});

test('the policy of the page forbids inline scripts and other sites', async () => {
  const policy = (await fetch(`${server.url}/studio`)).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).toMatch(/style-src 'self' 'nonce-[\w-]{24}'/);
  const ran = await page.evaluate(`(() => {
    const script = document.createElement('script');
    script.textContent = 'window.inline = true';
    document.head.append(script);
    return 'inline' in window;
  })()`);
  expect(ran).toBe(false);
});

test('the media library is accessible, and the console stayed silent', async () => {
  await page.goto(`${server.url}/studio/media`);
  await page.getByRole('button', { name: 'logo.png' }).click();
  await page.getByText('Used in').waitFor();
  await page.getByRole('link', { name: /title/i }).waitFor();
  await expectAccessible(page, 'a file');
  // The test before tried to run an inline script, and the browser reported that.
  expect(editor.complaints.filter((text) => !text.includes('inline script'))).toEqual([]);
});

test('a role without rights sees what it may read, and can change nothing', async () => {
  const reader = await openPage(browser, { width: 360, height: 740 });
  await signIn(reader.page, 'reader');
  expect(await reader.page.getByRole('button', { name: 'New article' }).count()).toBe(0);
  await reader.page.getByRole('link', { name: 'A quiet morning' }).click();
  await reader.page.getByText('Your role may read this document').waitFor();
  expect(await field(reader.page, 'Title').isDisabled()).toBe(true);
  expect(await reader.page.getByLabel('Slug').count()).toBe(0);
  await expectAccessible(reader.page, 'a form on a phone');
  await visit(reader.page, '/studio/content/note');
  await reader.page.getByText('There is no such type').waitFor();
  expect(reader.complaints).toEqual([]);
});

test('the description of types needs a session', async () => {
  expect((await fetch(`${server.url}/studio/describe`)).status).toBe(401);
});

test('the link of serve signs in with its token, and the address bar does not keep it', async () => {
  const { page: own } = await openPage(browser);
  await own.goto(`${server.url}/studio`);
  await own.getByRole('heading', { name: 'Sign in to the studio' }).waitFor();
  // In an open tab, the link changes only the part behind “#”.
  await own.goto(server.studio);
  await own.getByRole('heading', { level: 1, name: 'Article' }).waitFor();
  expect(own.url()).not.toContain('token');
});
