import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { insertText } from '../../src/changes/insert.js';
import { readChanges } from '../../src/changes/index.js';
import { defineHooks } from '../../src/content/hooks.js';
import type { Settings } from '../../src/content/settings.js';
import { observeStatements } from '../../src/database/index.js';
import { createContent } from '../../src/documents/create-content.js';
import { type Desk, openDesk } from '../write/desk.js';
import * as models from '../../../../fixtures/desk/src/content/models.js';
import { loggedDesk } from '../harness/fixtures/logged-desk.js';
import { followLog } from './log.js';

let desk: Desk;
let lines: ReturnType<typeof followLog>;
beforeAll(async () => {
  desk = await openDesk({
    fixture: loggedDesk,
    hooks: defineHooks(models, {
      tag: {
        afterCreate: async ({ data, tx }) => {
          if (data.name === 'hooked') await tx.asSystem().tags.create({ data: { name: 'by the hook' } });
          if (data.name === 'refused') throw new Error('on purpose');
        },
      },
    }),
  });
  lines = followLog(desk.rows);
});
afterAll(() => desk.close());
beforeEach(async () => void (await lines()));

const DRAFT = 'status=draft';
const MARKS = { title: 'a' };

it('the log has each step of the life of a document, with the caller', async () => {
  const { documentId } = await desk.post('article', MARKS, DRAFT);
  await desk.put('article', documentId, { title: 'b' }, DRAFT);
  await desk.put('article', documentId, { title: 'c' });
  await desk.act('article', documentId, 'unpublish');
  await desk.act('article', documentId, 'unpublish');
  await desk.act('article', documentId, 'publish');
  await desk.put('article', documentId, { title: 'd' }, DRAFT);
  await desk.act('article', documentId, 'discard');
  await desk.del('article', documentId);
  await desk.del('article', documentId);
  expect(await lines()).toEqual([
    'created article en draft 1',
    'updated article en draft 2',
    'updated article en draft 3',
    'published article en published 1',
    'unpublished article en published 1',
    'published article en published 1',
    'updated article en draft 5',
    'discarded article en draft 6',
    'deleted article',
  ]);
  const rows = await desk.rows(
    'select distinct caller, caller_id, role, request_id, document_id from cg_changes where document_id = $1',
    [documentId],
  );
  expect(rows).toEqual([
    { caller: 'token', caller_id: 'test', role: null, request_id: 'test', document_id: documentId },
  ]);
});

it('a deletion says what the versions were, without what no answer shows', async () => {
  const data = { title: 'gone', views: '9007199254740993', pass: 'hunter22', secret: 's', rating: 3 };
  const { documentId } = await desk.post('article', data);
  await desk.put('article', documentId, { title: 'parti' }, `${DRAFT}&locale=fr`);
  await desk.del('article', documentId, 'locale=fr');
  await desk.del('article', documentId);
  const deletions = async () => {
    const { changes } = await readChanges(desk.content.database, { limit: 1_000 });
    return changes.filter((change) => change.documentId === documentId && change.event === 'deleted');
  };
  // Transactions of other databases of the server may hold changes back for a while.
  await expect.poll(async () => (await deletions()).length, { timeout: 60_000 }).toBe(2);
  const changes = await deletions();
  const [french, rest] = changes;
  expect(french).toMatchObject({
    locale: 'fr',
    before: [{ locale: 'fr', status: 'draft', values: { title: 'parti' } }],
  });
  expect(rest).toMatchObject({ locale: null, status: null });
  expect(rest!.before!.map(({ locale, status }) => [locale, status])).toEqual([
    ['en', 'draft'],
    ['en', 'published'],
  ]);
  const { values } = rest!.before![1]!;
  expect(values).toMatchObject({ title: 'gone', views: '9007199254740993', rating: 3 });
  expect(JSON.stringify(changes)).not.toMatch(/hunter22|"pass"|"secret"/);
});

it('a relation that both sides show is a change of both, written from either side', async () => {
  const category = (await desk.post('category', { name: 'both sides' })).documentId;
  const author = (await desk.post('author', { name: 'both sides' })).documentId;
  await lines();
  const article = (await desk.post('article', { ...MARKS, categories: [category], author }, DRAFT)).documentId;
  expect(await lines()).toEqual(['created article en draft 1', 'related author', 'related category']);
  await desk.put('category', category, { articles: { disconnect: [article] } }, DRAFT);
  expect(await lines()).toEqual(['updated category draft 2', 'related article en draft 2']);
  await desk.put('author', author, { articles: [] });
  expect(await lines()).toEqual(['updated author published 2', 'related article en draft 3']);
  const other = (await desk.post('author', { name: 'other' })).documentId;
  await lines();
  await desk.put('article', article, { author: other }, DRAFT);
  await desk.put('article', article, { author }, DRAFT);
  expect(await lines()).toEqual([
    'updated article en draft 4',
    'related author',
    'updated article en draft 5',
    'related author',
    'related author',
  ]);
});

it('a one-to-one relation that is taken from its owner is a change of that owner', async () => {
  const profile = (await desk.post('profile', { nickname: 'p' })).documentId;
  await desk.post('author', { name: 'first', profile });
  await lines();
  await desk.post('author', { name: 'second', profile });
  expect(await lines()).toEqual(['created author published 1', 'related author published 2', 'related profile']);
});

it('deleting a document is a change of all that had it in a relation, from either side', async () => {
  const { documentId: category } = await desk.post('category', { name: 'deleted' }, DRAFT);
  const { documentId: author } = await desk.post('author', { name: 'stays' });
  const { documentId: tag } = await desk.post('tag', { name: 'goes' });
  const { documentId: article } = await desk.post('article', { ...MARKS, categories: [category], author }, DRAFT);
  await desk.post('badge', { items: [{ __type: 'api::tag.tag', documentId: tag }] });
  await lines();
  await desk.del('category', category);
  expect(await lines()).toEqual(['deleted category', 'related article']);
  await desk.del('tag', tag);
  expect(await lines()).toEqual(['deleted tag', 'related badge']);
  await desk.del('article', article);
  expect(await lines()).toEqual(['deleted article', 'related author']);
});

it('an attribute that locales share is a change of each locale', async () => {
  const { documentId } = await desk.post('article', { ...MARKS, rating: 1 }, DRAFT);
  await desk.put('article', documentId, { title: 'fr' }, `${DRAFT}&locale=fr`);
  await lines();
  await desk.put('article', documentId, { rating: 2 }, DRAFT);
  expect(await lines()).toEqual(['updated article fr draft 2', 'updated article en draft 2']);
  await desk.put('article', documentId, { title: 'own' }, DRAFT);
  expect(await lines()).toEqual(['updated article en draft 3']);
});

it('publishing carries changes of lists to the published versions of their owners', async () => {
  const { documentId: article } = await desk.post('article', MARKS);
  const { documentId: category } = await desk.post('category', { name: 'carried' });
  await desk.put('category', category, { articles: [article] }, DRAFT);
  await lines();
  await desk.act('category', category, 'publish');
  expect(await lines()).toEqual(['published category published 2', 'related article en published 2']);
});

it('a single type, and writes of a hook, are in the log', async () => {
  await desk.putSingle('homepage', { headline: 'h' });
  expect(await lines()).toEqual(['created homepage en draft 1', 'published homepage en published 1']);
  await desk.delSingle('homepage');
  expect(await lines()).toEqual(['deleted homepage']);
  await desk.post('tag', { name: 'hooked' });
  const hooked = await desk.rows(`select event, caller from cg_changes order by id desc limit 2`);
  expect(hooked).toEqual([
    { event: 'created', caller: 'system' },
    { event: 'created', caller: 'token' },
  ]);
});

it('what was rolled back leaves nothing', async () => {
  await expect(desk.post('tag', { name: 'refused' })).rejects.toThrow('on purpose');
  const { documentId } = await desk.post('author', { name: 'a', email: 'taken@example.org' });
  await lines();
  await expect(desk.post('author', { name: 'b', email: 'taken@example.org' })).rejects.toThrow();
  await expect(
    desk.bulk('author', 'create', [{ name: 'c' }, { name: 'd', email: 'taken@example.org' }]),
  ).rejects.toThrow();
  const content = createContent({ ...loggedDesk.definition, models }, { database: desk.content.database });
  const work = content.transaction(async (tx) => {
    await tx.asSystem().authors.delete(documentId);
    throw new Error('rolled back');
  });
  await expect(work).rejects.toThrow('rolled back');
  expect(await lines()).toEqual([]);
});

it('no value ends the literal that it is sent in', async () => {
  const value = `it's \\' "\\\\" \\u0027 $$; rollback; --\n'`;
  const change = { event: 'deleted', type: value, documentId: value, caller: 'token', before: [value] };
  for (const setting of ['on', 'off']) {
    // Statements that are sent together are one transaction.
    const text = insertText([{ ...change, requestId: setting }]);
    await desk.rows(`set local standard_conforming_strings = ${setting}; ${text}`);
    const rows = await desk.rows('select type, document_id, before from cg_changes where request_id = $1', [setting]);
    expect(rows).toEqual([{ type: value, document_id: value, before: [value] }]);
  }
});

it('a bulk is one statement of the log', async () => {
  const sent = await statementsOf(() =>
    desk.bulk(
      'tag',
      'create',
      Array.from({ length: 200 }, (_, index) => ({ name: `bulk ${index}` })),
    ),
  );
  const [logging = '', ...others] = sent.filter((text) => /cg_(add_)?changes/.test(text));
  expect(others).toEqual([]);
  // The text has the values, which may be secrets; observers log what they get.
  expect(logging).toBe("select cg_add_changes(E'…'); commit");
  expect(await lines()).toHaveLength(200);
});

it('a project without events has no statement of the log, and one with a list of types logs those alone', async () => {
  const { settings } = loggedDesk.definition;
  const write = async (events: Settings['events']) => {
    const { events: _, ...others } = settings;
    const definition = { ...loggedDesk.definition, models, settings: { ...others, ...(events && { events }) } };
    const content = createContent(definition, { database: desk.content.database });
    return statementsOf(async () => {
      await content.asSystem().tags.create({ data: { name: 'x' } });
      await content.asSystem().profiles.create({ data: { nickname: 'x' } });
    });
  };
  expect((await write(undefined)).filter((text) => /cg_(add_)?changes/.test(text))).toEqual([]);
  expect(await lines()).toEqual([]);
  await write({ types: ['profile'] });
  expect(await lines()).toEqual(['created profile published 1']);
});

/** The statements that work sends to the database. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const texts: string[] = [];
  await observeStatements(({ text }) => texts.push(text), work);
  return texts;
}
