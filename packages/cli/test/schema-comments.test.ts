/** The comments of a generated `schema.ts` name the columns and indexes that the calls of the runtime add. */
import * as cg from '@content-gen/runtime/schema';
import { getTableName } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';

import { emit } from '../src/emit/index.js';
import { contentType, modelOf, relation, scalar, settings } from './sample-model.js';

const link = { at: 'link', table: 'events_tags', tableSymbol: 'eventsTags' } as const;
const oneWay = { at: 'link', table: 'events_parts', tableSymbol: 'eventsParts' } as const;
const model = modelOf([
  contentType('event', [
    scalar('title', 'string'),
    relation('tags', { cardinality: 'manyToMany', target: 'event', inverse: 'tagged', storage: link }),
    relation('parts', { cardinality: 'oneToMany', target: 'event', storage: oneWay }),
  ]),
]);
const file = emit(model, { settings, importExtension: '.js' }).find(({ path }) => path === 'event/schema.ts')!;

const events = pg.pgTable('events', cg.versionColumns());

test.each([
  ['versionColumns', 'Columns', columnsOf(events)],
  ['versionKeys', 'Indexes', indexesOf(pg.pgTable('events', cg.versionColumns(), cg.versionKeys as never))],
  ['dateKeys', 'Indexes', indexesOf(pg.pgTable('events', cg.versionColumns(), cg.dateKeys as never))],
])('the comment of %s', (call, label, names) => {
  expect(names.length).toBeGreaterThan(1);
  expect(namesAfter(label, commentBefore(`...cg.${call}(`))).toEqual(names);
});

test.each([
  ['linkKeys', cg.linkKeys],
  ['oneWayLinkKeys', cg.oneWayLinkKeys],
] as const)('the comment of a link table with %s', (call, keys) => {
  const table = pg.pgTable(
    'events_tags',
    cg.linkColumns(() => events.id),
    keys,
  );
  const [declaration] = file.content.split('\n').filter((line) => line.endsWith(`cg.${call});`));
  const comment = commentBefore(declaration!);
  expect(namesAfter('Columns', comment)).toEqual(columnsOf(table));
  expect(namesAfter('Indexes', comment)).toEqual(indexesOf(table));
});

/** The comment that ends in the line before a text. */
function commentBefore(text: string): string {
  const lines = file.content.slice(0, file.content.indexOf(text)).trimEnd().split('\n');
  const start = lines.findLastIndex((line) => !/^\s*(\/\/|\*|\/\*\*)/.test(line)) + 1;
  return lines
    .slice(start)
    .map((line) => line.replace(/^\s*(\/\/|\*\/|\*|\/\*\*)/, '').trim())
    .join(' ');
}

/** `Columns: id, locale.` and `Indexes: __version (unique).` as lists. */
function namesAfter(label: string, comment: string): readonly string[] {
  const [, list] = comment.split(`${label}: `);
  return list!.slice(0, list!.indexOf('.')).split(', ');
}

function columnsOf(table: pg.PgTable): readonly string[] {
  return pg.getTableConfig(table).columns.map(({ name }) => name);
}

/** The names of indexes without the name of their table. */
function indexesOf(table: pg.PgTable): readonly string[] {
  const prefix = getTableName(table);
  return pg.getTableConfig(table).indexes.map(({ config }) => {
    const end = config.name!.slice(prefix.length);
    return config.unique ? `${end} (unique)` : end;
  });
}
