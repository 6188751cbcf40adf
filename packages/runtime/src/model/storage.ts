import { getTableName } from 'drizzle-orm';

import { identifier } from '../database/index.js';
import { type Attribute, type Scalar, componentsIn, isUnique } from './attributes/attribute.js';
import type { AnyModel, Holder } from './model.js';
import { type StoredInColumn, type StoredInLinks, columnName, rankOf, storedAt } from './relation-storage.js';

/** A column of a version row: the value of an attribute, or the list position of a relation. */
export interface StoredColumn {
  /** The attribute; for a list position, its column, whose name no attribute has. */
  readonly name: string;
  readonly column: string;
  readonly type: string;
  /** The same in all locales. */
  readonly shared: boolean;
  /** For a list position: the column of the relation that it belongs to. */
  readonly placeOf?: string;
}

/** A column whose values are unique among the published versions of a locale. */
export interface UniqueColumn {
  readonly column: StoredColumn;
  readonly attribute: Scalar;
}

export interface ColumnRelation {
  readonly at: 'column';
  readonly column: string;
  /** The column of the list position, if the other side is a list. */
  readonly rank?: string;
  /** The name of that column among the stored columns: without quotes. */
  readonly rankName?: string;
  /** A target has one owner at a time. */
  readonly exclusive: boolean;
}

export interface LinkRelation {
  readonly at: 'link';
  readonly table: string;
  /** The table of the type whose versions own the links. */
  readonly owners: string;
}

/** A relation as writes see it: its storage, and the rules that hold for it. */
export type RelationStorage =
  | ((ColumnRelation | LinkRelation) & {
      readonly name: string;
      /** `undefined`: any type. */
      readonly target: AnyModel | undefined;
      /** The target has an attribute that shows this relation, too. */
      readonly twoWay: boolean;
      readonly shared: boolean;
      readonly required: boolean;
    })
  | {
      readonly at: 'inverse';
      readonly name: string;
      readonly target: AnyModel;
      /** The attribute of the target that owns the relation. */
      readonly owner: string;
      readonly of: ColumnRelation | LinkRelation;
      readonly many: boolean;
      /** The same in all locales of the owner. */
      readonly shared: boolean;
      readonly required: boolean;
    };

export type OwnedLink = Extract<RelationStorage, { at: 'link' }>;
export type OwnedColumn = Extract<RelationStorage, { at: 'column' }>;
export type InverseRelation = Extract<RelationStorage, { at: 'inverse' }>;

/** The storage of a content type as writes see it. All names are quoted. */
export interface TypeStorage {
  readonly table: string;
  readonly columns: readonly StoredColumn[];
  readonly uniqueColumns: readonly UniqueColumn[];
  /** Some component of the type, at any depth, has a unique attribute. */
  readonly hasUniqueEntries: boolean;
  readonly relations: ReadonlyMap<string, RelationStorage>;
  readonly links: readonly OwnedLink[];
  readonly exclusives: readonly OwnedColumn[];
}

export function storageOf(model: AnyModel): TypeStorage {
  return model.compiled.storage;
}

export function compileStorage(model: AnyModel): TypeStorage {
  const columns: StoredColumn[] = [];
  const uniqueColumns: UniqueColumn[] = [];
  const relations = new Map<string, RelationStorage>();
  for (const [name, attribute] of Object.entries(model.attributes)) {
    const shared = isShared(model, attribute);
    const column = columnName(model, name);
    if (column !== undefined) {
      const stored = { name, column: identifier(column), type: columnType(attribute), shared };
      columns.push(stored);
      if (attribute.kind === 'scalar' && isUnique(attribute)) uniqueColumns.push({ column: stored, attribute });
      const rank = rankOf(model, name);
      if (rank !== undefined) {
        const placeOf = stored.column;
        columns.push({ name: rank, column: identifier(rank), type: 'text', shared, placeOf });
      }
    }
    const relation = relationOf(model, name, attribute, shared);
    if (relation !== undefined) relations.set(name, relation);
  }
  const all = [...relations.values()];
  return {
    table: identifier(getTableName(model.table)),
    columns,
    uniqueColumns,
    hasUniqueEntries: hasUniqueEntries(model, new Set()),
    relations,
    links: all.filter((relation) => relation.at === 'link'),
    exclusives: all.filter((relation) => relation.at === 'column').filter((relation) => relation.exclusive),
  };
}

/** Unless the definition decides, locales share an attribute; relations and uids are the exceptions, as in Strapi. */
export function isShared(model: AnyModel, attribute: Attribute): boolean {
  if (!model.localized || attribute.localized === true) return false;
  if (attribute.localized === false) return true;
  const isRelation = ['relation', 'morphTo', 'morphInverse'].includes(attribute.kind);
  return !isRelation && !(attribute.kind === 'scalar' && attribute.type.name === 'uid');
}

function columnType(attribute: Attribute): string {
  if (attribute.kind === 'scalar') return attribute.type.postgres;
  // Not `bigint`, the type of bigintegers, whose values are texts: row ids are numbers.
  if (attribute.kind === 'media') return attribute.multiple ? 'int8[]' : 'int8';
  return attribute.kind === 'component' || attribute.kind === 'dynamicZone' ? 'jsonb' : 'text';
}

function hasUniqueEntries(holder: Holder, seen: Set<Holder>): boolean {
  if (seen.has(holder)) return false;
  seen.add(holder);
  return Object.values(holder.attributes).some((attribute) => {
    if (attribute.kind === 'scalar') return holder.kind === 'component' && isUnique(attribute);
    return componentsIn(attribute).some((component) => hasUniqueEntries(component, seen));
  });
}

function relationOf(model: AnyModel, name: string, attribute: Attribute, shared: boolean): RelationStorage | undefined {
  if (attribute.kind !== 'relation' && attribute.kind !== 'morphTo' && attribute.kind !== 'morphInverse')
    return undefined;
  const required = attribute.required === true;
  const stored = storedAt(model, name, attribute);
  if (stored.at === 'inverse') {
    const { target, many, owner, ownerName } = stored;
    const of = quoted(stored.of, target);
    return { at: 'inverse', name, target, owner: ownerName, of, many, shared: isShared(target, owner), required };
  }
  // Only entries of components are stored in entries, and an inverse never by its own side.
  if (stored.at === 'entry' || attribute.kind === 'morphInverse') return undefined;
  const target = attribute.kind === 'relation' ? attribute.target() : undefined;
  const twoWay = attribute.kind === 'morphTo' || attribute.inversedBy !== undefined;
  return { ...quoted(stored, model), name, target, twoWay, shared, required };
}

/** The names of a stored relation of `owner` as they stand in SQL. */
function quoted(stored: StoredInColumn | StoredInLinks, owner: AnyModel): ColumnRelation | LinkRelation {
  if (stored.at === 'link') {
    return { at: 'link', table: identifier(stored.table), owners: identifier(getTableName(owner.table)) };
  }
  const rank = stored.rank === undefined ? {} : { rank: identifier(stored.rank), rankName: stored.rank };
  return { at: 'column', column: identifier(stored.column), exclusive: stored.exclusive, ...rank };
}
