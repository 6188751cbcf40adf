/** Every screen of the studio in a window of 320 pixels, as WCAG demands for reflow: no control is cut off. */
import { fileURLToPath } from 'node:url';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { patience } from '../serve/project.js';
import { type Browser, openBrowser, openPage, pressEnter, test } from './browser.js';
import { type Studio, component, serveStudio, type } from './project.js';

const LOGO = fileURLToPath(new URL('../../../../fixtures/example/seed/images/logo.png', import.meta.url));
const NAME = 'frequently-asked-question-of-readers';

const files = {
  'content-gen.config.ts': `import { defineConfig } from 'content-gen';
export default defineConfig({
  api: { rest: { ${patience} } },
  locales: { default: 'en', all: ['en', 'fr'] },
  permissions: { public: { auth: ['callback', 'refresh'] }, editor: '*' },
});
`,
  [`content/${NAME}.ts`]: type(
    `title: { type: 'string', localized: true },
     slug: { type: 'uid', targetField: 'title', localized: true },
     body: { type: 'blocks', localized: true },
     text: { type: 'richtext', localized: true },
     moment: { type: 'datetime', localized: true },
     cover: { type: 'media' },
     part: { type: 'component', component: 'shared.part', repeatable: true },
     zone: { type: 'dynamiczone', components: ['shared.part'] },
     related: { type: 'relation', relation: 'manyToMany', target: '${NAME}' }`,
    `plural: 'questions', draftAndPublish: true, localized: true,`,
  ),
  'content/tag.ts': type(`name: { type: 'string' }`),
  'content/components/shared/part.ts': component(`name: { type: 'string' }`),
};

let server: Studio;
let browser: Browser;
let page: Page;
let id: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([serveStudio(files, ['editor']), openBrowser()]);
  ({ page } = await openPage(browser, { width: 320, height: 700 }));
  const create = async (data: object) =>
    (await server.call('POST', '/questions?status=draft', { data })).body.data.documentId as string;
  const first = await create({ title: 'A question with a name that has more words than a phone has room for' });
  id = await create({ title: 'A second question', related: [first], part: [{ name: 'Part' }] });
  await server.call('POST', `/questions/${id}/actions/publish`);
  const change = { title: 'Another title', slug: 'another-title', moment: '2030-01-01T00:00:00.000Z' };
  await server.call('PUT', `/questions/${id}?status=draft`, { data: change });
  await page.goto(server.studio);
  await page.getByRole('button', { name: 'Account' }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

/** Controls that a person cannot see as a whole. What a frame scrolls sideways can be reached, as in a table. */
const CUT_OFF = `(() => {
  const width = document.documentElement.clientWidth;
  const scrolls = (element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
  const isTable = (element) => element.closest('table, pre, [role=tablist]') !== null;
  const around = (element) => (element === null ? [] : [element, ...around(element.parentElement)]);
  const isCut = (element) => {
    const { left, right } = element.getBoundingClientRect();
    if (left < -1 || right > width + 1) return true;
    return around(element.parentElement).some((frame) => {
      const clips = scrolls(frame) || ['hidden', 'clip'].includes(getComputedStyle(frame).overflowX);
      const box = frame.getBoundingClientRect();
      return clips && (left < box.left - 1 || right > box.right + 1);
    });
  };
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  return [...document.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, label')]
    .filter((element) => isShown(element) && !isTable(element) && isCut(element))
    .map((element) => element.outerHTML.slice(0, 160));
})()`;

async function expectWhole(screen: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate('document.documentElement.scrollWidth'), screen).toBeLessThanOrEqual(320);
  expect(await page.evaluate(CUT_OFF), screen).toEqual([]);
}

async function open(path: string, text: string): Promise<void> {
  await page.goto(`${server.url}/studio${path}`);
  await page.getByText(text).first().waitFor();
}

const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();

test('the page to sign in', async () => {
  const { page: own } = await openPage(browser, { width: 320, height: 700 });
  await own.goto(`${server.url}/studio`);
  await own.getByRole('heading', { name: 'Sign in to the studio' }).waitFor();
  expect(await own.evaluate(CUT_OFF)).toEqual([]);
  await own.close();
});

test('a list with its filters, columns, chosen documents and navigation', async () => {
  await open(`/content/${NAME}`, 'A question with');
  await expectWhole('a list');
  for (const name of ['Filter', 'Columns', 'Navigation']) {
    await press(name);
    if (name === 'Filter') await press('Add a condition');
    await expectWhole(name);
    await page.keyboard.press('Escape');
  }
  await open(`/content/${NAME}`, 'A question with');
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
  await expectWhole('chosen documents');
  // With the keyboard, the notice waits for as long as one of its buttons has the focus.
  await pressEnter(page.getByRole('button', { name: 'Delete' }).first());
  await expectWhole('a deletion');
  await pressEnter(page.getByRole('button', { name: 'Undo' }).first());
  await open(`/content/${NAME}?q=nothing`, 'No document fits');
  await expectWhole('an empty list');
});

test('a form with its dialogs', async () => {
  await open(`/content/${NAME}/${id}`, 'differ from the published version');
  await expectWhole('a form');
  for (const name of [/differ from the published version/, 'Choose cover', 'Add to related', 'More actions']) {
    await press(name);
    await expectWhole(String(name));
    await page.keyboard.press('Escape');
  }
  await press('Add to related');
  await press(/^New frequently/);
  await expectWhole('a new document in a dialog');
});

test('the media library with a file, and the crop of an image', async () => {
  await open('/media', 'There are no files yet');
  await page.getByLabel('Upload files').last().setInputFiles(LOGO);
  await press('logo.png');
  await page.getByRole('heading', { name: 'Used in' }).waitFor();
  await expectWhole('a file');
  const [{ id: file }] = (await server.call('GET', '/upload/files')).body;
  await server.call('PUT', `/questions/${id}?status=draft`, { data: { cover: file } });
  await open(`/content/${NAME}/${id}`, 'logo.png');
  await expectWhole('a form with a file');
  await press('Crop logo.png');
  await page.getByText('Preview, ').waitFor();
  await expectWhole('a crop');
});

test.each([
  ['/api/model', 'Model'],
  ['/api/query', 'Query'],
  ['/api/reference', 'Reference'],
  ['/api/rights', 'Rights'],
  ['/api/pending', 'Pending'],
  ['/content/nothing', 'There is no such type'],
])('%s', async (path, title) => {
  await page.goto(`${server.url}/studio${path}`);
  await page.getByRole('heading', { name: title }).first().waitFor();
  await expectWhole(path);
});
