import * as pg from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';

import * as attr from './attributes/index.js';
import { compileAll } from './compiled.js';
import type { AnyComponent, AnyModel } from './model.js';

type Any = Record<string, unknown>;

const table = pg.pgTable('notes', {
  id: pg.integer('id').primaryKey(),
  title: pg.text('title'),
  parent: pg.text('parent_id'),
  cg_parent_id_rank: pg.text('cg_parent_id_rank'),
});
const links = pg.pgTable('notes_friends', { sourceId: pg.integer('source_id') });

function note(attributes: Record<string, attr.Attribute>): AnyModel {
  return attr.contentType<Any>({ name: 'note', plural: 'notes', table, attributes });
}

test('plans and writes agree on how a relation is stored', () => {
  const model: AnyModel = note({
    parent: attr.manyToOne(() => model, { inversedBy: 'children' }),
    children: attr.oneToMany(() => model, { mappedBy: 'parent' }),
    friends: attr.manyToMany(() => model, { through: links, inversedBy: 'fans' }),
    fans: attr.manyToMany(() => model, { mappedBy: 'friends' }),
  });
  const { names, storage } = model.compiled;
  const planned = (name: string) => {
    const named = names.get(name);
    return named?.kind === 'edge' && named.edge.kind === 'rows' ? named.edge.storage : undefined;
  };
  const column = { at: 'column', column: 'parent_id', rank: 'cg_parent_id_rank', exclusive: false };
  const link = { at: 'link', table: 'notes_friends' };
  expect(planned('parent')).toEqual(column);
  expect(planned('children')).toMatchObject({ at: 'inverse', ownerName: 'parent', of: column, many: true });
  expect(planned('friends')).toEqual(link);
  expect(planned('fans')).toMatchObject({ at: 'inverse', ownerName: 'friends', of: link });
  const quotedColumn = {
    at: 'column',
    column: '"parent_id"',
    rank: '"cg_parent_id_rank"',
    rankName: 'cg_parent_id_rank',
    exclusive: false,
  };
  const quotedLink = { at: 'link', table: '"notes_friends"' };
  expect(storage.relations.get('parent')).toMatchObject({ ...quotedColumn, twoWay: true });
  expect(storage.relations.get('children')).toMatchObject({ at: 'inverse', owner: 'parent', of: quotedColumn });
  expect(storage.links).toMatchObject([quotedLink]);
  expect(storage.relations.get('fans')).toMatchObject({ at: 'inverse', owner: 'friends', of: quotedLink });
});

test('unique attributes are columns of the type, or somewhere in its components', () => {
  const code: AnyComponent = attr.componentType<Any>({
    name: 'shared.code',
    attributes: { value: attr.string({ unique: true }), below: attr.component(() => code) },
  });
  const plain = note({ title: attr.string({ unique: true }) }).compiled.storage;
  expect(plain.uniqueColumns).toMatchObject([{ column: { name: 'title', column: '"title"' } }]);
  expect(plain.hasUniqueEntries).toBe(false);
  expect(note({ code: attr.component(() => code) }).compiled.storage.hasUniqueEntries).toBe(true);
});

test.each<[string, Record<string, attr.Attribute>, string]>([
  ['an inverse of a scalar', { title: attr.string(), fans: inverse('title') }, 'note.title is not a relation'],
  ['an inverse of no attribute', { fans: inverse('nope') }, 'note.nope is not a relation'],
  ['a relation without a column', { friend: attr.manyToOne(() => note({})) }, 'note.friend has no column'],
])('%s fails when all models are compiled', (_, attributes, message) => {
  expect(() => compileAll([note(attributes)])).toThrow(message);
});

function inverse(mappedBy: string): attr.Attribute {
  return attr.oneToMany(() => note({ title: attr.string() }), { mappedBy });
}

test('a wrong component fails, too', () => {
  const broken: AnyComponent = attr.componentType<Any>({
    name: 'shared.broken',
    attributes: { fans: attr.morphMany(() => note({}), { morphBy: 'nope' }) },
  });
  expect(() => compileAll([note({ parts: attr.dynamicZone(() => [broken]) })])).toThrow(
    'note.nope is not a polymorphic relation',
  );
});
