/**
 * Editors complete queries at every depth, and show the type of a result as its properties, not as the computation that
 * leads to them. A wrong query is a sentence that names the key.
 */
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { cases } from '../../runtime/test/harness/suite.js';
import { loadConfig } from '../src/config/index.js';
import { emitClient } from '../src/emit/client.js';
import { readModel } from '../src/generate/generate.js';
import { type Editor, openServer, openService } from './editor.js';
import { valueOf } from './model-of.js';

const desk = fileURLToPath(new URL('../../../fixtures/desk', import.meta.url));

const inCode = `import { createContent } from '@content-gen/runtime';
import { contentDefinition } from './content/index.js';

const { articles, badges } = createContent(contentDefinition).asSystem();
`;

const ofClient = async () => {
  const config = valueOf(await loadConfig(desk));
  const client = emitClient(valueOf(await readModel(config)), config.settings);
  return `${client}\nconst { articles, badges } = createClient({ url: '/api' });\n`;
};

const children = 'author categories content cover gallery localizations related sections seo vault';
const options = 'count fields filters populate sort';
const listOptions = 'count fields filters limit pagination populate sort start';
const author = 'createdAt documentId email id name publishedAt updatedAt';

/** Queries with `|` at the cursor, and names that are completed there; all of them after `=`. */
const completed: readonly [query: string, names: string][] = [
  ['articles.find({ | })', '_q fields filters locale pagination populate publicationFilter sort status'],
  ['articles.find({ populate: { | } })', `= ${children}`],
  ['articles.find({ populate: { author: true, | } })', `= ${children.replace('author ', '')}`],
  [`articles.find({ populate: ['|'] })`, children],
  [`articles.find({ populate: '|' })`, '*'],
  ['articles.find({ populate: { author: { | } } })', `= ${options}`],
  [`articles.find({ populate: { author: { fields: ['name'], | } } })`, `= ${options.replace('fields ', '')}`],
  [`articles.find({ populate: { author: { fields: ['|'] } } })`, `= ${author}`],
  [`articles.find({ populate: { author: { sort: '|' } } })`, 'name name:asc name:desc profile.nickname:asc'],
  ['articles.find({ populate: { author: { sort: { | } } } })', 'name profile'],
  ['articles.find({ populate: { author: { filters: { | } } } })', '$and $not $or articles email name profile'],
  ['articles.find({ populate: { author: { filters: { name: { | } } } } })', '$contains $eq $in $startsWithi'],
  ['articles.find({ populate: { author: { filters: { articles: { | } } } } })', '$notNull author rating title'],
  ['articles.find({ populate: { author: { filters: { $or: [{ | }] } } } })', '$and name profile'],
  ['articles.find({ populate: { categories: { pagination: { | } } } })', 'after before limit page pageSize start'],
  ['articles.find({ populate: { author: { populate: { | } } } })', '= articles comments profile'],
  ['articles.find({ populate: { author: { populate: { articles: { | } } } } })', `= ${listOptions}`],
  [`articles.find({ populate: { author: { populate: { articles: { fields: ['|'] } } } } })`, 'rating title'],
  ['articles.find({ populate: { author: { populate: { articles: { populate: { | } } } } } })', `= ${children}`],
  [
    `articles.find({ populate: { author: { populate: { articles: { populate: { author: { fields: ['|'] } } } } } } })`,
    `= ${author}`,
  ],
  [
    `articles.find({ populate: { author: { populate: { articles: { populate: { author: { filters: { | } } } } } } } })`,
    '$or name profile',
  ],
  ['articles.find({ populate: { localizations: { | } } })', `= ${listOptions}`],
  ['articles.find({ populate: { content: { | } } })', '= count on populate'],
  ['articles.find({ populate: { content: { on: { | } } } })', '= blocks.hero blocks.quote blocks.slider'],
  [`articles.find({ populate: { content: { on: { 'blocks.hero': { | } } } } })`, '= fields filters populate'],
  [`articles.find({ populate: { content: { on: { 'blocks.hero': { fields: ['|'] } } } } })`, '= id title'],
  [
    `articles.find({ populate: { content: { on: { 'blocks.slider': { populate: { | } } } } } })`,
    '= category files tags',
  ],
  ['articles.find({ populate: { seo: { populate: { | } } } })', '= metaImage metaSocial'],
  [`articles.find({ populate: { seo: { fields: ['|'] } } })`, 'metaTitle'],
  ['articles.find({ populate: { cover: { | } } })', `= ${options}`],
  [`articles.find({ populate: { cover: { fields: ['|'] } } })`, 'alternativeText mime url'],
  ['articles.find({ populate: { gallery: { filters: { | } } } })', '$and caption mime size'],
  ['badges.find({ populate: { items: { on: { | } } } })', 'api::article.article api::tag.tag'],
  [`badges.find({ populate: { items: { on: { 'api::tag.tag': { fields: ['|'] } } } } })`, 'documentId name weight'],
  [`articles.findOne('a', { populate: { author: { populate: { | } } } })`, '= articles comments profile'],
  ['articles.findFirst({ populate: { author: { | } } })', `= ${options}`],
  ['articles.create({ data: {}, populate: { author: { | } } })', `= ${options}`],
  [`articles.update('a', { data: {}, populate: { author: { | } } })`, `= ${options}`],
  [`articles.publish('a', { populate: { | } })`, `= ${children}`],
  [`articles.bulk({ action: 'update', data: [], populate: { author: { | } } })`, `= ${options}`],
];

const hovered = `${inCode}
export const { data: shown } = await articles.findOne('a', {
  fields: ['title'],
  populate: {
    author: { fields: ['name'], populate: { articles: { fields: ['rating'] } } },
    content: { on: { 'blocks.hero': { fields: ['title'] } } },
    gallery: { count: true },
  },
});
void badges;
`;

/** By editor, because they order the properties differently. */
const shown: Readonly<Record<string, string>> = {
  'TypeScript 5.9':
    '{ title: string | null; ' +
    'author: { name: string; articles: { rating: number | null; id: number; documentId: string; }[]; ' +
    'id: number; documentId: string; } | null; ' +
    'content: { title: string | null; id: number; __component: "blocks.hero"; }[]; ' +
    'gallery: { count: number; }; id: number; documentId: string; }',
  'TypeScript 7':
    '{ id: number; documentId: string; title: string | null; ' +
    'author: { id: number; documentId: string; name: string; ' +
    'articles: { id: number; documentId: string; rating: number | null; }[]; } | null; ' +
    'content: { __component: "blocks.hero"; id: number; title: string | null; }[]; ' +
    'gallery: { count: number; }; }',
};

const unknown = (name: string, type = 'articles') => `${name} is no relation, component, zone or file of ${type}`;

/** Wrong queries, and the end of the only line of their error. */
const wrong: readonly [query: string, message: string][] = [
  [`articles.find({ populate: 'room' })`, unknown('room')],
  [`articles.find({ populate: 'author' })`, `write populate: ['author'] or populate: { author: true }`],
  ['articles.find({ populate: { room: true } })', unknown('room')],
  ['articles.find({ populate: { author: true, room: true } })', unknown('room')],
  ['articles.find({ populate: { title: true } })', 'title is a field: choose it with fields, not with populate'],
  [`articles.find({ populate: { author: { populate: 'room' } } })`, unknown('room', 'authors')],
  ['articles.find({ populate: { author: { populate: { room: true } } } })', unknown('room', 'authors')],
  ['articles.find({ populate: { author: { populate: { profile: true, room: true } } } })', unknown('room', 'authors')],
  ['articles.find({ populate: { author: { wrong: 1 } } })', 'wrong is no option of populate for author'],
  ['articles.find({ populate: { author: { limit: 1 } } })', 'limit is an option of lists, and author is none'],
  [`articles.find({ populate: { author: { fields: ['nmae'] } } })`, `'FieldName<AuthorType>'.`],
  [
    `articles.find({ populate: { author: { filters: { name: 'a', nmae: 'b' } } } })`,
    'nmae cannot be filtered: authors has no such field or relation',
  ],
  [
    `articles.find({ populate: { author: { sort: { name: 'asc', nmae: 'asc' } } } })`,
    'nmae cannot be sorted by: authors has no such field or relation',
  ],
  ['articles.find({ populate: { content: { on: { room: true } } } })', 'room is no type of content of articles'],
  ['articles.find({ pagination: { page: 1, limit: 1 } })', 'limit cannot stand beside page and pageSize'],
  [
    'articles.find({ populate: { categories: { pagination: { page: 1, start: 0 } } } })',
    'start cannot stand beside page and pageSize',
  ],
];

const editors = { 'TypeScript 7': openServer, 'TypeScript 5.9': () => Promise.resolve(openService()) };
const sources = { 'documents in code': () => Promise.resolve(inCode), 'the client': ofClient };

describe.each(cases(Object.entries(editors), 1))('%s', (name, open) => {
  let editor: Editor;
  beforeAll(async () => {
    editor = await open();
  });
  afterAll(() => editor.close());

  test.each(Object.entries(sources))('completes queries of %s', async (_source, head) => {
    let text = await head();
    const offsets = completed.map(([query]) => {
      const offset = text.length + 'void '.length + query.indexOf('|');
      text += `void ${query.replace('|', '')};\n`;
      return offset;
    });
    editor.show(text);
    const wanting: string[] = [];
    for (const [index, [query, names]] of completed.entries()) {
      const found = await editor.complete(offsets[index]!);
      const expected = names.replace('= ', '').split(' ');
      const isRight = names.startsWith('= ')
        ? found.join(' ') === expected.join(' ')
        : expected.every((name) => found.includes(name));
      if (!isRight) wanting.push(`${query} has ${found.slice(0, 20).join(' ')}`);
    }
    expect(wanting).toEqual([]);
  });

  test('shows a readable type of a result', async () => {
    editor.show(hovered);
    expect(await editor.hover(hovered.indexOf('shown'))).toBe(`const shown: ${shown[name]}`);
  });

  test('says what is wrong in a sentence that names the key', async () => {
    editor.show(`${inCode}${wrong.map(([query]) => `void ${query};\n`).join('')}void badges;\n`);
    const first = inCode.split('\n').length;
    const errors = await editor.errors();
    expect(errors.map((error) => error.replace(/^(\d+): .* '"?(.*?)"?'\.$/, '$1: $2'))).toEqual(
      wrong.map(([, message], index) => `${first + index}: ${message.replace(/^'(.*)'\.$/, '$1')}`),
    );
  });
});
