import { getTableColumns, getTableName } from 'drizzle-orm';

import { type Attribute, type MorphTo, type Relation, isUnique } from '../model/attributes/attribute.js';
import type { Use } from '../access/index.js';
import type { ScalarType } from '../model/attributes/scalar.js';
import { datetimeType, integerType, stringType } from '../model/attributes/scalars.js';
import { fileModel } from '../model/file-model.js';
import type { AnyModel } from '../model/model.js';
import type { PlanContext } from './context.js';
import type { Edge, Field, Holder, MorphChild, RowStorage } from './plan.js';

/** What a name on the wire stands for. Names are only ever looked up here, never copied. */
export type Found =
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'zone'; readonly column: string; readonly attribute: Extract<Attribute, { kind: 'dynamicZone' }> }
  | { readonly kind: 'morph'; readonly attribute: MorphTo; readonly storage: MorphChild['storage'] }
  /** It exists, but is not for anybody to see. */
  | { readonly kind: 'hidden' };

type Table = ReadonlyMap<string, Found>;

const tables = new WeakMap<Holder, Table>();

/** What a name means to a caller: what it may not use is hidden from it. */
export function lookup(
  { allows }: Pick<PlanContext, 'allows'>,
  holder: Holder,
  name: string,
  use: Use,
): Found | undefined {
  const found = namesOf(holder).get(name);
  return found === undefined || allows(holder, name, use) ? found : HIDDEN;
}

const HIDDEN: Found = { kind: 'hidden' };

/** Everything that can be named in a holder, in the order it is shown. */
export function namesOf(holder: Holder): Table {
  let table = tables.get(holder);
  if (table === undefined) tables.set(holder, (table = build(holder)));
  return table;
}

function build(holder: Holder): Table {
  const table = new Map<string, Found>();
  const field = (name: string, type: ScalarType, more: Pick<Field, 'unique'> = {}) =>
    table.set(name, { kind: 'field', field: { name, type, column: columnOf(holder, name), ...more } });

  field('id', integerType);
  field('documentId', stringType);
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    if (attribute.kind !== 'scalar' || isHidden(attribute)) continue;
    field(name, attribute.type, holder.kind === 'contentType' && isUnique(attribute) ? { unique: true } : {});
  }
  if (holder.kind === 'contentType') {
    for (const name of ['createdAt', 'updatedAt', 'publishedAt']) field(name, datetimeType);
    if (holder.localized) field('locale', stringType);
    for (const name of ['createdBy', 'updatedBy']) table.set(name, HIDDEN);
    // Every type has these, but only localized ones show them.
    for (const name of holder.localized ? [] : ['locale', 'localizations']) {
      if (holder.attributes[name] === undefined) table.set(name, HIDDEN);
    }
  }
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    if (isHidden(attribute)) table.set(name, HIDDEN);
    else if (attribute.kind !== 'scalar') table.set(name, resolve(holder, name, attribute));
  }
  if (holder.kind === 'contentType' && holder.localized) {
    const edge: Edge = { kind: 'rows', target: holder, many: true, storage: { at: 'localizations' } };
    table.set('localizations', { kind: 'edge', edge });
  }
  return table;
}

export function isHidden(attribute: Attribute): boolean {
  return (
    attribute.private === true ||
    attribute.visible === false ||
    (attribute.kind === 'scalar' && attribute.type.name === 'password')
  );
}

function resolve(holder: Holder, name: string, attribute: Exclude<Attribute, { kind: 'scalar' }>): Found {
  const column = columnOf(holder, name);
  switch (attribute.kind) {
    case 'media':
      return rows(fileModel, attribute.multiple, { at: 'file', column, key: name });
    case 'component': {
      const target = attribute.component();
      return { kind: 'edge', edge: { kind: 'entries', target, many: attribute.repeatable, column, key: name } };
    }
    case 'dynamicZone':
      return { kind: 'zone', column, attribute };
    case 'relation':
      return rows(attribute.target(), isToMany(attribute), relationStorage(holder, name, attribute));
    case 'morphTo':
      return { kind: 'morph', attribute, storage: morphStorage(holder, name, attribute) };
    case 'morphInverse': {
      const target = attribute.target();
      return rows(target, attribute.many, morphInverseStorage(target, attribute.morphBy));
    }
  }
}

function rows(target: AnyModel, many: boolean, storage: RowStorage): Found {
  return { kind: 'edge', edge: { kind: 'rows', target, many, storage } };
}

function isToMany(relation: Relation): boolean {
  return relation.cardinality === 'oneToMany' || relation.cardinality === 'manyToMany';
}

function relationStorage(holder: Holder, name: string, relation: Relation): RowStorage {
  if (holder.kind === 'component') return { at: 'entry', key: name };
  if (relation.mappedBy !== undefined) {
    const target = relation.target();
    const owner = target.attributes[relation.mappedBy];
    if (owner?.kind !== 'relation') throw new Error(`${target.name}.${relation.mappedBy} is not a relation`);
    if (owner.through !== undefined) return { at: 'inverseLink', table: getTableName(owner.through), ranked: true };
    return inverseColumn(target, relation.mappedBy);
  }
  if (relation.through !== undefined) return { at: 'link', table: getTableName(relation.through) };
  return { at: 'column', column: columnOf(holder, name) };
}

function morphStorage(holder: Holder, name: string, attribute: MorphTo): MorphChild['storage'] {
  if (holder.kind === 'component') return { at: 'entry', key: name };
  if (attribute.through !== undefined) return { at: 'link', table: getTableName(attribute.through) };
  return { at: 'column', column: columnOf(holder, name) };
}

function morphInverseStorage(target: AnyModel, morphBy: string): RowStorage {
  const owner = target.attributes[morphBy];
  if (owner?.kind !== 'morphTo') throw new Error(`${target.name}.${morphBy} is not a polymorphic relation`);
  if (owner.through !== undefined) return { at: 'inverseLink', table: getTableName(owner.through), ranked: true };
  return inverseColumn(target, morphBy);
}

function inverseColumn(owner: AnyModel, name: string): RowStorage {
  const column = columnOf(owner, name);
  // An attribute may have such a name where there is no order to keep.
  const isRank = owner.attributes[`${name}Rank`] === undefined;
  const rank = isRank ? getTableColumns(owner.table)[`${name}Rank`]?.name : undefined;
  return rank === undefined ? { at: 'inverseColumn', column } : { at: 'inverseColumn', column, rank };
}

/** Entries of components have no columns: their values go by their own names. */
function columnOf(holder: Holder, name: string): string {
  return holder.kind === 'component' ? name : (getTableColumns(holder.table)[name]?.name ?? name);
}
