/** Content, files and the clipboard of an attacker: the studio shows them, and runs nothing. */
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';

import { type Browser, type Watched, test, visit } from './browser.js';
import { copyHtml } from './clipboard.js';
import { enter, field, signedIn } from './editing-project.js';
import { intercepted } from './interception.js';
import type { Studio } from './project.js';

let server: Studio;
let editor: Watched;
let page: Page;
const dialogs: string[] = [];

const open = (path: string) => visit(page, `/studio/content/${path}`);
const SCRIPT = 'alert(1);window.pwned=1';
const HTML = `<img src=x onerror="${SCRIPT}"><svg onload="${SCRIPT}"></svg><script>${SCRIPT}</script>`;

/** Fails if anything of the attacker ran, or the console noted an attempt that the policy stopped. */
async function expectCalm(): Promise<void> {
  expect(await page.evaluate('window.pwned')).toBeUndefined();
  expect(dialogs.filter((text) => text.includes('1'))).toEqual([]);
  expect(editor.complaints).toEqual([]);
}

export function testHostileContent(studio: () => { readonly server: Studio; readonly browser: Browser }): void {
  beforeAll(async () => {
    server = studio().server;
    editor = await signedIn(server, studio().browser, 'editor');
    page = editor.page;
    page.on('dialog', (dialog) => {
      dialogs.push(`${dialog.type()} ${dialog.message()}`);
      void dialog.accept();
    });
  });

  test('Markdown becomes text, and its links lead to pages only', async () => {
    const text = `${HTML}\n\n[one](javascript:${SCRIPT}) [two](data:text/html,${SCRIPT}) [three](vbscript:x) [four](https://example.org)\n\n![five](javascript:${SCRIPT})\n\n<a href="javascript:${SCRIPT}">six</a>`;
    const { body } = await server.call('POST', '/stories', { data: { title: HTML, text } });
    await open(`story/${body.data.documentId}`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('.prose').getByText('four').waitFor();
    const links = await page.locator('.prose a').evaluateAll((all) => all.map((each) => each.getAttribute('href')));
    expect(links.filter((href) => href !== null)).toEqual(['https://example.org']);
    expect(await page.locator('.prose script, .prose svg, .prose img').count()).toBe(0);
    await expectCalm();
  });

  test('blocks that an old database has show no link that runs', async () => {
    const made = await server.call('POST', '/stories', {
      data: { title: 'Old', body: [{ type: 'paragraph', children: [{ type: 'text', text: 'a' }] }] },
    });
    const id = made.body.data.documentId;
    const children = [{ type: 'link', url: `javascript:${SCRIPT}`, children: [{ type: 'text', text: 'press me' }] }];
    const refused = await server.call('PUT', `/stories/${id}`, { data: { body: [{ type: 'paragraph', children }] } });
    expect(refused.status).toBe(400);
    // The API refuses such a link, but a database that was imported may have it.
    const end = await intercepted(page, new RegExp(`/api/stories/${id}`), async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const image = { url: `javascript:${SCRIPT}`, name: HTML, alternativeText: HTML };
      body.data.body = [
        { type: 'paragraph', children },
        { type: 'image', image, children: [] },
        { type: 'iframe', src: `javascript:${SCRIPT}`, children: [{ type: 'text', text: HTML }] },
        { type: 'paragraph', children: [{ type: 'link', url: 'https://example.org', children: [] }] },
      ];
      await route.fulfill({ response: answer, json: body });
    });
    await open(`story/${id}`);
    const link = page.locator('.blocks-text a', { hasText: 'press me' });
    expect(await link.getAttribute('href')).toBeNull();
    await link.click();
    await page.keyboard.press('Control+Enter');
    expect(await page.locator('.blocks-text iframe, .blocks-text script').count()).toBe(0);
    end();
    await expectCalm();
  });

  test('pasted HTML becomes blocks, and nothing of it runs', async () => {
    const html = `<h2>Title</h2><p>Some <b>bold</b> <a href="javascript:${SCRIPT}">bad</a> and <a href="https://example.org">good</a>${HTML}</p>
      <ul><li>one<ul><li>two</li></ul></li></ul><pre>code  here</pre><iframe src="javascript:${SCRIPT}"></iframe>
      <p data-slate-fragment="${Buffer.from(encodeURIComponent('[{"type":"script","children":[{"text":"x"}]}]')).toString('base64')}">end</p>`;
    await copyHtml(page, html);

    await open('story/new');
    await field(page, 'Title').fill('Pasted');
    await page.getByRole('textbox', { name: 'body' }).click();
    await page.keyboard.press('Control+v');
    await page.locator('.blocks-text').getByText('Title').waitFor();
    await expectCalm();
    expect(await page.locator('.blocks-text [onerror], .blocks-text [onload]').count()).toBe(0);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/\w{24}$/);
    const { body } = (await server.call('GET', `/stories/${page.url().slice(-24)}`)).body.data;
    const text = (words: string) => ({ type: 'text', text: words });
    const item = (words: string) => ({ type: 'list-item', children: [text(words)] });
    expect(body).toMatchObject([
      { type: 'heading', level: 2, children: [text('Title')] },
      {
        type: 'paragraph',
        children: [
          text('Some '),
          { ...text('bold'), bold: true },
          text(' bad and '),
          { type: 'link', url: 'https://example.org', children: [text('good')] },
          text(''),
        ],
      },
      { type: 'list', children: [item('one'), { type: 'list', children: [item('two')] }] },
      { type: 'code', children: [text('code  here')] },
      { type: 'paragraph', children: [text('end')] },
    ]);
  });

  test('signing out removes everything that the browser kept', async () => {
    await open('story/new');
    await field(page, 'Title').fill('Kept words');
    const stored = () => page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
    await expect.poll(stored).toContain('Kept words');
    expect(await stored()).not.toContain('correct horse');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to the studio' }).waitFor();
    expect(await stored()).not.toContain('Kept words');
    expect(await page.evaluate(`Object.keys(localStorage).filter((key) => key.includes('kept'))`)).toEqual([]);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);

    // The next user of the tab sees the types of another role.
    await enter(page, 'curator');
    await page.getByText('There is no such type').waitFor();
  });
}
