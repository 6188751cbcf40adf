/** Entries in the forms of the studio, in a real browser: what ends late, or in a closed entry, replaces no other words. */
import { readFileSync } from 'node:fs';

import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { type Browser, type Watched, openBrowser, test, visit } from './browser.js';
import { field as fieldOf, signedIn } from './editing-project.js';
import { startEntries } from './entries-project.js';
import { held, intercepted } from './interception.js';
import type { Studio } from './project.js';

const PNG = readFileSync(new URL('../../../../fixtures/example/seed/images/logo.png', import.meta.url));
let server: Studio;
let browser: Browser;
let editor: Watched;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startEntries(), openBrowser()]);
  editor = await signedIn(server, browser, 'editor');
  page = editor.page;
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const open = (path: string) => visit(page, `/studio/content/${path}`);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => fieldOf(page, name);
const isClean = () => page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'hidden' });
const read = async (path: string) => (await server.call('GET', path)).body.data;
const create = async (path: string, data: object) =>
  (await server.call('POST', path, { data })).body.data.documentId as string;
const plan = (id: string) =>
  read(`/plans/${id}?populate[slots][populate]=*&populate[lead]=true&populate[tags]=true&populate[main]=true`);
const tags = async (names: readonly string[]) => {
  const made = names.map((name) => create('/tags', { name }));
  return Promise.all(made);
};

/** Starts to send an image to the media picker that is open, and closes that; the result lets it arrive. */
async function sending(name: string): Promise<() => Promise<unknown>> {
  const goOn = await held(page, '**/api/upload', 'POST');
  await page.locator('.dialog input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: PNG });
  await button('Done').click();
  return () => {
    const isSent = page.waitForResponse((answer) => answer.url().endsWith('/api/upload'));
    goOn();
    return isSent;
  };
}

/** Takes one part of the date or time that has the focus away, so that it is half a value. */
const halve = () => page.keyboard.press('Backspace');

describe('an upload', () => {
  test('that ends after its entry was closed changes its own field alone', async () => {
    const id = await create('/plans', { title: 'Late', slots: [{ name: 'One' }, { name: 'Two' }] });
    await open(`plan/${id}`);
    await button('One').click();
    await button('Choose picture').click();
    const arrive = await sending('late.png');
    await button('One').click();
    await button('Two').click();
    await field('Name').fill('Two and more');
    await arrive();
    await button('Two and more').click();
    await button('One').click();
    await button('Details of late.png').waitFor();
    await page.keyboard.press('Control+s');
    await isClean();
    expect((await plan(id)).slots).toMatchObject([
      { name: 'One', picture: { name: 'late.png' } },
      { name: 'Two and more', picture: null },
    ]);
  });

  test('that ends after its entry was removed does not bring it back', async () => {
    const id = await create('/plans', { title: 'Gone', lead: { name: 'Lead' } });
    await open(`plan/${id}`);
    await button('Choose picture').click();
    const arrive = await sending('unwanted.png');
    await button('Remove lead').click();
    await button('Add lead').click();
    await field('Name').fill('Another');
    await arrive();
    await page.keyboard.press('Control+s');
    await isClean();
    expect((await plan(id)).lead).toMatchObject({ name: 'Another' });
    expect(await button('Details of unwanted.png').count()).toBe(0);
  });

  test('of an image in a text that is closed meanwhile puts it there', async () => {
    const body = [{ type: 'paragraph', children: [{ type: 'text', text: 'words' }] }];
    const id = await create('/plans', { title: 'Text', slots: [{ name: 'One', body }, { name: 'Two' }] });
    await open(`plan/${id}`);
    await button('One').click();
    await page.locator('.blocks-text p').click();
    await button('Image').click();
    const arrive = await sending('inside.png');
    await button('One').click();
    await button('Two').click();
    await field('Name').fill('Two and more');
    await arrive();
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+s');
        await isClean();
        const [first, second] = (await plan(id)).slots;
        return [first.body.some(({ type }: { type: string }) => type === 'image'), second.name];
      })
      .toEqual([true, 'Two and more']);
  });

  test('is asked about before the tab is closed, and says what leaving the form does', async () => {
    const id = await create('/plans', { title: 'Closing', slots: [{ name: 'One' }] });
    await open(`plan/${id}`);
    await button('One').click();
    await button('Choose picture').click();
    await sending('slow.png');
    await page.getByRole('link', { name: 'All plan documents' }).click();
    const question = page.getByRole('dialog', { name: 'Leave while a file is sent?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    let asked = 0;
    page.once('dialog', (dialog) => {
      asked++;
      void dialog.accept();
    });
    await page.reload();
    expect(asked).toBe(1);
    await field('Title').waitFor();
  });
});

describe('a problem', () => {
  test('in an entry of a closed entry is mended there, and the others stay marked', async () => {
    const lines = (text: string) => [{ text }];
    const id = await create('/plans', {
      title: 'Deep',
      slots: [
        { name: 'One', lines: lines('a') },
        { name: 'Two', lines: lines('b') },
      ],
    });
    await open(`plan/${id}`);
    for (const name of ['One', 'Two']) {
      await button(name).click();
      await button(name === 'One' ? 'a' : 'b').click();
      await field('Text').fill('much too long');
      await button(name).click();
    }
    await page.keyboard.press('Control+s');
    // A notice says the same for a moment.
    await page.getByRole('alert').getByText('2 values have problems.').waitFor();
    const first = field('Text').first();
    await expect.poll(() => first.evaluate((control) => control.matches(':focus'))).toBe(true);
    await page.keyboard.press('End');
    for (let count = 0; count < 8; count++) await page.keyboard.press('Backspace');
    expect(await first.inputValue()).toBe('much ');
    await page.getByRole('alert').getByText('One value has a problem.').waitFor();
    await field('Text').last().fill('short');
    await page.keyboard.press('Control+s');
    await isClean();
    expect((await plan(id)).slots).toMatchObject([{ lines: [{ text: 'much ' }] }, { lines: [{ text: 'short' }] }]);
  });
});

test('a problem of an entry as a whole is shown in the entry', async () => {
  const id = await create('/plans', { title: 'Whole', slots: [{ name: 'One' }, { name: 'Two' }] });
  await open(`plan/${id}`);
  const problem = { path: ['slots', '1'], message: 'Two slots overlap.', name: 'ValidationError' };
  const refuse = async (route: Route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, json: { error: { status: 400, ...problem, details: { errors: [problem] } } } })
      : route.continue();
  const accept = await intercepted(page, `**/api/plans/${id}**`, refuse);
  await field('Title').fill('Parts');
  await page.keyboard.press('Control+s');
  await page.getByText('One value has a problem.').waitFor();
  await page.locator('.entry', { hasText: 'Two' }).getByText('Two slots overlap.').waitFor();
  accept();
  await page.keyboard.press('Control+s');
  await isClean();
  expect(await page.locator('.entry').getByText('Two slots overlap.').count()).toBe(0);
});

describe('half a date', () => {
  const stored = { title: 'Dates', slots: [{ name: 'One', day: '2026-01-31' }, { name: 'Two' }] };
  const days = async (id: string) => (await plan(id)).slots.map(({ day }: { day: string | null }) => day);

  test('in a closed entry clears nothing: its entry opens and says so', async () => {
    const id = await create('/plans', stored);
    await open(`plan/${id}`);
    await button('One').click();
    await page.getByLabel('Day').focus();
    await halve();
    await button('One').click();
    await field('Title').fill('Dates of others');
    await page.keyboard.press('Control+s');
    await page.getByText('This date is not complete.').first().waitFor();
    expect(await days(id)).toEqual(['2026-01-31', null]);
    await page.getByLabel('Day').fill('2026-02-28');
    await page.keyboard.press('Control+s');
    await isClean();
    expect(await days(id)).toEqual(['2026-02-28', null]);
  });

  test('is cleared with a button, also where it was typed into an empty field and the page was left', async () => {
    const id = await create('/plans', stored);
    await open(`plan/${id}`);
    await button('Two').click();
    await page.getByLabel('Day').focus();
    await page.keyboard.type('12');
    await button('Two').click();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('These are your unsaved changes').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('This date is not complete.').first().waitFor();
    await button('Clear the date').click();
    expect(
      await page
        .getByLabel('Day')
        .last()
        .evaluate((control) => control.matches(':focus')),
    ).toBe(true);
    await isClean();
    expect(await days(id)).toEqual(['2026-01-31', null]);
  });
});

test('a time in the hour that the end of summer time repeats stays in its half when its minutes change', async () => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Berlin' });
  for (const hour of ['00', '01']) {
    const id = await create('/plans', { title: 'Twice', begin: `2026-10-25T${hour}:30:00.000Z` });
    await open(`plan/${id}`);
    const begin = page.getByLabel('Begin');
    await expect.poll(() => begin.inputValue()).toBe('2026-10-25T02:30');
    await begin.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    // The minutes go, and come back.
    await halve();
    await page.keyboard.type('45');
    await expect.poll(() => begin.inputValue()).toBe('2026-10-25T02:45');
    await page.keyboard.press('Control+s');
    await isClean();
    expect((await plan(id)).begin).toBe(`2026-10-25T${hour}:45:00.000Z`);
  }
  await cdp.send('Emulation.setTimezoneOverride', { timezoneId: '' });
});

describe('a relation to a document that is deleted meanwhile', () => {
  test('is saved with the others, whatever is added to it, moved or removed', async () => {
    const [first, second, last] = await tags(['First', 'Second', 'Last']);
    const id = await create('/plans', { title: 'Related', tags: [first, second, last], main: last });
    for (const change of ['add', 'move', 'remove']) {
      await open('plan/new');
      await open(`plan/${id}`);
      await button('Actions of First').waitFor();
      const gone = (await read(`/plans/${id}?populate=tags`)).tags.at(-1).documentId;
      await server.call('DELETE', `/tags/${gone}`);
      await field('Title').fill(`Related, ${change}`);
      if (change === 'add') {
        await tags(['Third', 'Fourth']);
        await button('Add to tags').click();
        await page.getByRole('dialog').getByRole('button', { name: 'Third' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Fourth' }).click();
        await button('Done').click();
      } else {
        await button('Actions of First').click();
        await page
          .getByRole('menuitem', { name: change === 'move' ? 'Move to the end' : 'Remove', exact: true })
          .click();
      }
      await page.keyboard.press('Control+s');
      await isClean();
    }
    expect(await plan(id)).toMatchObject({ title: 'Related, remove', main: null });
  });
});

test('a file that is deleted meanwhile is left out of a save', async () => {
  const all: { id: number; name: string }[] = (await server.call('GET', '/upload/files')).body;
  const [gone, stays] = all;
  const id = await create('/plans', {
    title: 'Files',
    images: all.slice(0, 2).map((each) => each.id),
    slots: [{ name: 'One', picture: gone?.id }],
  });
  await open(`plan/${id}`);
  await button('One').click();
  await field('Name').fill('One and more');
  await server.call('DELETE', `/upload/files/${gone?.id}`);
  await page.keyboard.press('Control+s');
  await isClean();
  expect(await read(`/plans/${id}?populate[images]=true&populate[slots][populate]=*`)).toMatchObject({
    images: [{ name: stays?.name }],
    slots: [{ name: 'One and more', picture: null }],
  });
});

describe('words that are typed while a request runs', () => {
  const article = async (id: string) => read(`/articles/${id}?status=draft`);

  test('stay when another person has saved the document', async () => {
    const id = await create('/articles?status=draft', { title: 'One', intro: 'old' });
    await open(`article/${id}`);
    await field('Title').fill('Mine');
    await server.call('PUT', `/articles/${id}?status=draft`, { data: { title: 'Theirs' } });
    const goOn = await held(page, `**/api/articles/${id}**`, 'PUT');
    await page.keyboard.press('Control+s');
    await field('Intro').fill('typed meanwhile');
    goOn();
    await button('Continue with these values').click();
    expect(await field('Intro').inputValue()).toBe('typed meanwhile');
    await page.keyboard.press('Control+s');
    await isClean();
    expect(await article(id)).toMatchObject({ title: 'Mine', intro: 'typed meanwhile' });
  });

  test('stay when the draft is discarded', async () => {
    const id = await create('/articles', { title: 'Live' });
    await server.call('PUT', `/articles/${id}?status=draft`, { data: { title: 'Draft' } });
    await open(`article/${id}`);
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Discard the draft' }).click();
    const goOn = await held(page, '**/actions/discard**', 'POST');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard the draft' }).click();
    await field('Intro').fill('typed meanwhile');
    goOn();
    await expect.poll(() => field('Title').inputValue()).toBe('Live');
    expect(await field('Intro').inputValue()).toBe('typed meanwhile');
  });

  test('stay when the form is filled in from another locale', async () => {
    const id = await create('/articles?status=draft', { title: 'English', intro: 'of the first' });
    await visit(page, `/studio/content/article/${id}?locale=fr`);
    await button('Fill in from another locale').click();
    const goOn = await held(page, new RegExp(`/api/articles/${id}\\?.*locale=en`), 'GET');
    await page.getByRole('menuitem', { name: 'English' }).click();
    await field('Intro').fill('typed meanwhile');
    goOn();
    await expect.poll(() => field('Title').inputValue()).toBe('English');
    expect(await field('Intro').inputValue()).toBe('typed meanwhile');
  });

  test('stay in the dialog of a file whose content is replaced', async () => {
    const [file] = (await server.call('GET', '/upload/files')).body;
    const id = await create('/plans', { title: 'Texts', images: [file.id] });
    await open(`plan/${id}`);
    await button(`Details of ${file.name}`).click();
    const goOn = await held(page, '**/api/upload?id=**', 'POST');
    const next = { name: 'next.png', mimeType: 'image/png', buffer: PNG };
    await page.locator('.dialog input[type=file]').setInputFiles(next);
    await page.getByLabel('Caption').fill('typed meanwhile');
    goOn();
    await page.getByRole('status').getByText('The file is replaced.').waitFor();
    expect(await page.getByLabel('Caption').inputValue()).toBe('typed meanwhile');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('status').getByText('The file is saved.').waitFor();
    expect((await server.call('GET', `/upload/files/${file.id}`)).body).toMatchObject({
      name: 'next.png',
      caption: 'typed meanwhile',
    });
  });
});

describe('an entry', () => {
  test('that is removed does not replace the one that was made in its place', async () => {
    const id = await create('/plans', { title: 'Undo', lead: { name: 'Old' } });
    await open(`plan/${id}`);
    await button('Remove lead').click();
    const offer = page.getByRole('status').getByRole('button', { name: 'Undo' });
    await offer.waitFor();
    await button('Add lead').click();
    await field('Name').fill('New words');
    // Whether it is still there or not, it replaces nothing.
    await offer.evaluateAll((buttons) => buttons.forEach((each) => each.click()));
    await page.keyboard.press('Control+s');
    await isClean();
    expect((await plan(id)).lead).toMatchObject({ name: 'New words' });
  });

  test('is not duplicated beyond the limit', async () => {
    const id = await create('/plans', {
      title: 'Full',
      slots: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
      zone: [{ __component: 'shared.line', text: 'a' }],
    });
    await open(`plan/${id}`);
    const duplicate = page.getByRole('menuitem', { name: 'Duplicate' });
    await button('Actions of entry 3').click();
    expect(await duplicate.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    const zone = page.locator('fieldset', { has: page.getByText('Zone', { exact: true }) });
    await zone.getByRole('button', { name: 'Actions of entry 1' }).click();
    await duplicate.click();
    await zone.getByRole('button', { name: 'Actions of entry 2' }).click();
    expect(await duplicate.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
  });
});

test('the console stayed silent', () => {
  expect(editor.complaints).toEqual([]);
});
