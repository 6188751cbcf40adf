/** Forms of the studio that begin without all stored values: a new locale, and private attributes. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { type Browser, type Watched, expectAccessible, openBrowser, pressEnter, test, visit } from './browser.js';
import { field as fieldOf, signedIn } from './editing-project.js';
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

const open = (path: string) => visit(page, `/studio/content/${path}`);
const button = (name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
const field = (name: string) => fieldOf(page, name);
const group = (name: string) => page.getByRole('group', { name: new RegExp(`^${name}`) });
const isClean = () => page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'hidden' });
const read = async (path: string) => (await server.call('GET', path)).body.data;
const create = async (path: string, data: object) =>
  (await server.call('POST', path, { data })).body.data.documentId as string;
const tagIds = async () =>
  (await read('/tags?sort=name')).map(({ documentId }: { documentId: string }) => documentId) as string[];
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
const texts = (list: readonly { readonly text: string }[]) => list.map(({ text }) => text);

test('a new translation begins with the shared values, and changes none of them by itself', async () => {
  const [alpha, beta] = await tagIds();
  const shared = { kind: 'opinion', featured: true, parts: [{ text: 'one' }, { text: 'two' }], tags: [alpha, beta] };
  const id = await create('/pages', { title: 'Live', ...shared });
  await open(`page/${id}?locale=fr`);
  expect(await page.getByLabel(/^Kind/).inputValue()).toBe('opinion');
  await group('Parts').getByText('two').waitFor();
  await group('Tags').getByText('Beta').waitFor();
  // A plus marks the locales that are still missing.
  expect(
    await button(/^English/)
      .locator('svg')
      .count(),
  ).toBe(0);
  expect(
    await button(/^German/)
      .locator('svg')
      .count(),
  ).toBe(1);
  await field('Title').fill('En direct');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await button('Publish').click();
  expect((await sent).postDataJSON()).toEqual({ data: { title: 'En direct' } });
  await page.locator('.panel').getByText('Published', { exact: true }).waitFor();
  const live = async (locale: string) => read(`/pages/${id}?locale=${locale}&populate=*`);
  expect(await live('en')).toMatchObject({ ...shared, tags: [{ name: 'Alpha' }, { name: 'Beta' }] });
  expect(await live('fr')).toMatchObject({ title: 'En direct', kind: 'opinion', featured: true });

  // An entry that is added in a third locale joins the others.
  await button(/^German/).click();
  await field('Title').fill('Direkt');
  await group('Parts').getByRole('button', { name: 'Add part' }).click();
  await field('Text').last().fill('three');
  await button('Add to tags').click();
  await button('Gamma').click();
  await button('Done').click();
  await button('Save draft').click();
  await isClean();
  const english = await read(`/pages/${id}?locale=en&status=draft&populate=*`);
  expect(texts(english.parts)).toEqual(['one', 'two', 'three']);
  expect(names(english.tags)).toEqual(['Alpha', 'Beta', 'Gamma']);
});

test('a new translation of a single type begins with the shared values, too', async () => {
  await server.call('PUT', '/home', { data: { title: 'Home', rank: 7 } });
  await open('home?locale=fr');
  await expect.poll(() => page.getByLabel(/^Rank/).inputValue()).toBe('7');
  await field('Title').fill('Accueil');
  await button('Save').click();
  await isClean();
  expect(await read('/home?locale=fr')).toMatchObject({ title: 'Accueil', rank: 7 });
  expect(await read('/home')).toMatchObject({ title: 'Home', rank: 7 });
});

test('values of another locale replace typed ones after a question, and stay in their own locale', async () => {
  const id = await create('/pages?status=draft', { title: 'Hello', kind: 'opinion' });
  await server.call('PUT', `/pages/${id}?status=draft&locale=fr`, { data: { title: 'Bonjour', intro: 'Texte' } });
  await open(`page/${id}?locale=de`);
  await field('Intro').fill('Eigene Worte');
  const fillIn = async (answer: string) => {
    await button('Fill in from another locale').click();
    await page.getByRole('menuitem', { name: 'French' }).click();
    await page.getByRole('dialog', { name: 'Replace what you have typed?' }).waitFor();
    await button(answer).click();
  };
  await fillIn('Cancel');
  expect(await field('Intro').inputValue()).toBe('Eigene Worte');
  await fillIn('Replace');
  await expect.poll(() => field('Intro').inputValue()).toBe('Texte');
  await field('Title').fill('Guten Tag');
  await button('Save draft').click();
  await isClean();
  await button(/^English/).click();
  await expect.poll(() => field('Title').inputValue()).toBe('Hello');
  await isClean();
  expect(await read(`/pages/${id}?status=draft&locale=de`)).toMatchObject({ title: 'Guten Tag', intro: 'Texte' });
});

test('the focus stays with the locale that was chosen', async () => {
  const id = await create('/pages?status=draft', { title: 'Hello' });
  await open(`page/${id}`);
  for (const locale of [/^French/, /^English/]) {
    await pressEnter(button(locale));
    await expect.poll(() => button(locale).evaluate((each) => each.matches(':focus'))).toBe(true);
    expect(await button(locale).getAttribute('aria-current')).toBe('true');
  }
});

test('private values stay until a person decides to replace them', async () => {
  const [alpha, beta, gamma] = await tagIds();
  const secretParts = [{ text: 'kept' }];
  const id = await create('/notes', {
    name: 'Private',
    weight: 1,
    secret: 'old',
    secretParts,
    secretTags: [alpha, beta],
  });
  await open(`note/${id}`);
  await group('Secret parts').getByText('Private: what is stored here is never shown.').waitFor();
  await expectAccessible(page, 'private attributes');
  await group('Secret parts').getByRole('button', { name: 'Replace what is stored' }).click();
  await button('Keep what is stored').click();
  await isClean();

  for (const name of ['Secret', 'Secret parts', 'Secret tags']) {
    await group(name).filter({ hasText: 'Private' }).first().getByRole('button').click();
  }
  await group('Secret parts').getByRole('button', { name: 'Add part' }).click();
  await field('Text').fill('new');
  await button('Add to secret tags').click();
  await button('Gamma').click();
  await button('Done').click();
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await button('Save').click();
  expect((await sent).postDataJSON().data).toEqual({
    secret: null,
    secretParts: [{ text: 'new' }],
    secretTags: [gamma],
  });
  await group('Secret parts').getByText('Private: what is stored here is never shown.').waitFor();
});

test('the console stayed silent', () => {
  expect(editor.complaints).toEqual([]);
});
