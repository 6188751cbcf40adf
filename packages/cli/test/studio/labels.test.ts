/** What definitions say about the studio: labels, help texts, placeholders, groups, widths, order, columns, titles. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { patience } from '../serve/project.js';
import { type Browser, type Watched, expectAccessible, openBrowser, test, visit } from './browser.js';
import { signedIn } from './editing-project.js';
import { type Studio, component, serveStudio, type } from './project.js';

const files = {
  'content-gen.config.ts': `import { defineConfig } from 'content-gen';
export default defineConfig({
  api: { rest: { ${patience} } },
  permissions: {
    public: { auth: ['callback', 'refresh'] },
    editor: '*',
    reader: { auth: ['logout', 'refresh'], concert: { actions: ['find', 'findOne'], readable: ['note', 'hall'] } },
  },
  users: { rateLimit: false },
});
`,
  'content/tag.ts': type(`name: { type: 'string', required: true }`),
  'content/concert.ts': type(
    `hall: { type: 'string', studio: { label: 'Concert hall', description: 'As on the ticket', placeholder: 'Great hall', group: 'Where and when', width: 8 } },
     note: { type: 'string', required: true, studio: { label: 'Headline' } },
     legacyId: { type: 'integer', default: 7, studio: { hidden: true } },
     code: { type: 'string', required: true, studio: { hidden: true } },
     year: { type: 'integer', studio: { group: 'Where and when', width: 4 } },
     name: { type: 'string' },
     tags: { type: 'relation', relation: 'manyToMany', target: 'tag', studio: { label: 'Keywords' } },
     parts: { type: 'component', component: 'shared.part', repeatable: true },
     next: { type: 'relation', relation: 'manyToOne', target: 'concert' }`,
    `studio: { label: 'Evening Concert', description: 'What we play at night.', title: 'note',
       columns: ['note', 'year', 'hall'], sort: 'year', layout: ['note', 'parts'] },`,
  ),
  'content/components/shared/part.ts': component(
    `start: { type: 'string' }, piece: { type: 'integer', studio: { label: 'Number of the piece' } }`,
  ).replace('defineComponent({', `defineComponent({ studio: { label: 'Part of the night', title: 'piece' },`),
  'content/opening-time.json': {
    kind: 'collectionType',
    info: { singularName: 'opening-time', pluralName: 'opening-times', displayName: 'Opening Hours' },
    attributes: { day: { type: 'string', displayName: 'Day of the week', description: 'In English' } },
  },
};

let server: Studio;
let browser: Browser;
let editor: Watched;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([serveStudio(files, ['editor', 'reader']), openBrowser()]);
  for (const [note, year] of [
    ['Late music', 2026],
    ['Early music', 2024],
  ]) {
    const data = {
      note,
      year,
      hall: 'Cellar',
      name: `Name of ${note}`,
      legacyId: 42,
      code: 'abc',
      parts: [{ piece: 3 }],
    };
    expect((await server.call('POST', '/concerts', { data })).status).toBe(201);
  }
  editor = await signedIn(server, browser, 'editor');
  page = editor.page;
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const texts = (selector: string) => page.locator(selector).allInnerTexts();
const box = async (name: string) => (await page.getByLabel(name, { exact: true }).boundingBox()) ?? { x: 0, y: 0 };

test('a list has the label, the description, the columns and the order of its definition', async () => {
  await visit(page, '/studio/content/concert');
  await page.getByRole('heading', { level: 1, name: 'Evening Concert', exact: true }).waitFor();
  await page.getByText('What we play at night.').waitFor();
  await page.getByRole('link', { name: 'Early music' }).waitFor();
  expect(await texts('.list thead th')).toEqual(['', 'Headline', 'Year', 'Concert hall', 'Changed']);
  expect(await texts('.list tbody td:nth-child(2)')).toEqual(['Early music', 'Late music']);
  expect(await page.title()).toBe('Evening Concert · Studio');
  await page.getByRole('button', { name: 'New Evening Concert' }).waitFor();
  await expectAccessible(page, 'list');
  await visit(page, '/studio/content/opening-time');
  await page.getByRole('heading', { level: 1, name: 'Opening Hours', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Day of the week' }).waitFor();
  await page.keyboard.press('Escape');
});

test('Ctrl K and the sidebar find a type by its label', async () => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('evening');
  await page.getByRole('option', { name: 'Evening Concert Open' }).waitFor();
  await page.getByRole('option', { name: 'New Evening Concert Create' }).click();
  await page.getByRole('form', { name: 'Evening Concert' }).waitFor();
  expect(await page.title()).toBe('New Evening Concert · Studio');
  await page.getByRole('searchbox', { name: 'Search types' }).fill('opening h');
  await page.getByRole('link', { name: /^Opening Hours/ }).waitFor();
  await page.getByRole('searchbox', { name: 'Search types' }).fill('');
});

test('a form has the order, groups, widths and texts of its definition', async () => {
  await visit(page, '/studio/content/concert');
  await page.getByRole('link', { name: 'Late music' }).click();
  await page.getByRole('heading', { level: 1, name: 'Late music' }).waitFor();
  expect(await texts('.edit-form .field-label')).toEqual([
    expect.stringMatching(/^Headline/),
    'Parts',
    'Concert hall',
    'Year',
    'Name',
    'Keywords',
    'Next',
  ]);
  const section = page.getByRole('group', { name: 'Where and when' });
  expect(await section.getByLabel('Concert hall').getAttribute('placeholder')).toBe('Great hall');
  await section.getByText('As on the ticket').waitFor();
  const [hall, year] = [await box('Concert hall'), await box('Year')];
  expect([year.y, year.x > hall.x]).toEqual([hall.y, true]);
  await page.getByRole('button', { name: '3', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Choose next' }).click();
  await page.getByRole('button', { name: 'Early music' }).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await expectAccessible(page, 'form');
  await page.setViewportSize({ width: 390, height: 844 });
  const [above, below] = [await box('Concert hall'), await box('Year')];
  expect([below.x, below.y > above.y]).toEqual([above.x, true]);
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('a save keeps what the form hides, and shows a hidden field that has a problem', async () => {
  await page.getByLabel('Headline').fill('Very late music');
  await page.keyboard.press('Control+s');
  const stored = async () => (await server.call('GET', '/concerts?filters[year]=2026')).body.data[0];
  await expect.poll(async () => (await stored()).note).toBe('Very late music');
  expect(await stored()).toMatchObject({ legacyId: 42, code: 'abc' });
  expect(await page.getByLabel('Legacy id').count()).toBe(0);

  await visit(page, '/studio/content/concert/new');
  await page.getByLabel('Headline').fill('New music');
  await page.keyboard.press('Control+s');
  await page.getByLabel('Code').fill('xyz');
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () => (await server.call('GET', '/concerts?filters[note]=New music')).body.data)
    .toMatchObject([{ legacyId: 7, code: 'xyz' }]);
  expect(editor.complaints).toEqual([]);
});

test('a role learns nothing of columns and labels that it may not see', async () => {
  const person = { identifier: 'reader', password: 'correct horse' };
  const { jwt } = (await server.call('POST', '/auth/local', person)).body;
  const answer = await fetch(`${server.url}/studio/describe`, { headers: { authorization: `Bearer ${jwt}` } });
  const { types } = (await answer.json()) as { types: readonly { readonly name: string }[] };
  expect(types).toMatchObject([{ name: 'concert', label: 'Evening Concert', columns: ['note', 'hall'] }]);
  expect(JSON.stringify(types)).not.toMatch(/year|legacyId|Keywords/);
});
