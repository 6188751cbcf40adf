import { getTableColumns, getTableName } from 'drizzle-orm';

import type { Attribute, MorphInverse, MorphTo, Relation } from './attributes/attribute.js';
import type { AnyModel } from './model.js';
import { identifier } from '../sql/builder.js';

/** A column of a version row that holds the value of an attribute, or a place in the list of the other side. */
export interface StoredColumn {
  /** The attribute; with `Rank` at the end for places. */
  readonly name: string;
  readonly column: string;
  readonly type: string;
  /** The same in all locales. */
  readonly shared: boolean;
  /** A place in a list: the column of the relation that it belongs to. */
  readonly placeOf?: string;
}

export interface ColumnRelation {
  readonly at: 'column';
  readonly column: string;
  /** Where the other side is a list: the place in it. */
  readonly rank?: string;
  /** A target has one owner at a time. */
  readonly exclusive: boolean;
}

export interface LinkRelation {
  readonly at: 'link';
  readonly table: string;
}

/** Where a relation is stored, and who else shows it. */
export type RelationStorage =
  | ((ColumnRelation | LinkRelation) & {
      readonly name: string;
      /** `undefined`: of any type. */
      readonly target: AnyModel | undefined;
      /** The target has a list that this relation is part of. */
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

export interface Storage {
  /** Quoted, as all names here. */
  readonly table: string;
  readonly columns: readonly StoredColumn[];
  readonly relations: ReadonlyMap<string, RelationStorage>;
  readonly links: readonly OwnedLink[];
  readonly exclusives: readonly OwnedColumn[];
}

const known = new WeakMap<AnyModel, Storage>();

export function storageOf(model: AnyModel): Storage {
  let storage = known.get(model);
  if (storage === undefined) known.set(model, (storage = build(model)));
  return storage;
}

function build(model: AnyModel): Storage {
  const columns: StoredColumn[] = [];
  const relations = new Map<string, RelationStorage>();
  for (const [name, attribute] of Object.entries(model.attributes)) {
    const shared = isShared(model, attribute);
    const column = columnOf(model, name);
    if (column !== undefined) columns.push({ name, column, type: columnType(attribute), shared });
    const rank = column === undefined ? undefined : rankOf(model, name);
    if (rank !== undefined) {
      columns.push({ name: `${name}Rank`, column: rank, type: 'text', shared, placeOf: column! });
    }
    const relation = relationOf(model, name, attribute, shared);
    if (relation !== undefined) relations.set(name, relation);
  }
  const all = [...relations.values()];
  return {
    table: identifier(getTableName(model.table)),
    columns,
    relations,
    links: all.filter((relation) => relation.at === 'link'),
    exclusives: all.filter((relation) => relation.at === 'column').filter((relation) => relation.exclusive),
  };
}

/** Attributes without a word about it are shared, except for relations and uids. */
function isShared(model: AnyModel, attribute: Attribute): boolean {
  if (!model.localized || attribute.localized === true) return false;
  if (attribute.localized === false) return true;
  const isOwn = ['relation', 'morphTo', 'morphInverse'].includes(attribute.kind);
  return !isOwn && !(attribute.kind === 'scalar' && attribute.type.name === 'uid');
}

function columnOf(model: AnyModel, name: string): string | undefined {
  const column = getTableColumns(model.table)[name];
  return column === undefined ? undefined : identifier(column.name);
}

/** The column of a relation's place in a list. An attribute may have such a name where there is none. */
function rankOf(model: AnyModel, name: string): string | undefined {
  const rank = `${name}Rank`;
  return model.attributes[rank] === undefined ? columnOf(model, rank) : undefined;
}

function columnType(attribute: Attribute): string {
  if (attribute.kind === 'scalar') return attribute.type.postgres;
  if (attribute.kind === 'media') return attribute.multiple ? 'integer[]' : 'integer';
  return attribute.kind === 'component' || attribute.kind === 'dynamicZone' ? 'jsonb' : 'text';
}

function relationOf(model: AnyModel, name: string, attribute: Attribute, shared: boolean): RelationStorage | undefined {
  if (attribute.kind === 'relation' && attribute.mappedBy !== undefined)
    return inverseOf(name, attribute, attribute.mappedBy);
  if (attribute.kind === 'morphInverse') return inverseOf(name, attribute, attribute.morphBy);
  if (attribute.kind !== 'relation' && attribute.kind !== 'morphTo') return undefined;
  const target = attribute.kind === 'relation' ? attribute.target() : undefined;
  const twoWay = attribute.kind === 'morphTo' || attribute.inversedBy !== undefined;
  return { ...ownStorage(model, name, attribute), name, target, twoWay, shared, required: attribute.required === true };
}

function ownStorage(model: AnyModel, name: string, attribute: Relation | MorphTo): ColumnRelation | LinkRelation {
  if (attribute.through !== undefined) return { at: 'link', table: identifier(getTableName(attribute.through)) };
  const column = columnOf(model, name);
  if (column === undefined) throw new Error(`${model.name}.${name} has no column`);
  const rank = rankOf(model, name);
  const exclusive =
    attribute.kind === 'relation' && attribute.cardinality === 'oneToOne' && attribute.inversedBy !== undefined;
  return { at: 'column', column, exclusive, ...(rank === undefined ? {} : { rank }) };
}

function inverseOf(name: string, attribute: Relation | MorphInverse, owner: string): RelationStorage {
  const target = attribute.target();
  const owning = target.attributes[owner];
  if (owning?.kind !== 'relation' && owning?.kind !== 'morphTo') {
    throw new Error(`${target.name}.${owner} is not a relation`);
  }
  const many =
    attribute.kind === 'morphInverse'
      ? attribute.many
      : attribute.cardinality === 'oneToMany' || attribute.cardinality === 'manyToMany';
  return {
    at: 'inverse',
    name,
    target,
    owner,
    of: ownStorage(target, owner, owning),
    many,
    shared: isShared(target, owning),
    required: attribute.required === true,
  };
}
