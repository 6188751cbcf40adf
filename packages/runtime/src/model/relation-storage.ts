import { getTableColumns, getTableName } from 'drizzle-orm';

import type { MorphInverse, MorphTo, Relation } from './attributes/attribute.js';
import type { AnyModel, Holder } from './model.js';

/** The storage of a relation, seen from the holder of its attribute. Names are not quoted. */
export type StoredAt = StoredByHolder | StoredByTarget;
export type StoredByHolder = StoredInColumn | StoredInLinks | StoredInEntry;

/** A column of the row names the document. */
export interface StoredInColumn {
  readonly at: 'column';
  readonly column: string;
  /** The column that keeps the position in the list of the other side, if that side is a list. */
  readonly rank?: string;
  /** A target has one owner at a time: a one-to-one relation that both sides show. */
  readonly exclusive: boolean;
}

/** Rows of a link table name the documents, in order. */
export interface StoredInLinks {
  readonly at: 'link';
  readonly table: string;
}

/** The target owns the relation: its column or link table names this document. */
export interface StoredByTarget {
  readonly at: 'inverse';
  readonly target: AnyModel;
  readonly many: boolean;
  /** The attribute of the target that owns the relation. */
  readonly owner: Relation | MorphTo;
  readonly ownerName: string;
  readonly of: StoredInColumn | StoredInLinks;
}

/** The JSON of a component entry names the documents, in order. */
interface StoredInEntry {
  readonly at: 'entry';
  readonly key: string;
}

type RelationAttribute = Relation | MorphTo | MorphInverse;

/** The one decision on how a relation is stored; plans and writes both derive from it. */
export function storedAt(holder: Holder, name: string, attribute: RelationAttribute): StoredAt {
  if (attribute.kind === 'morphInverse') return storedByTarget(attribute, attribute.morphBy, 'morphTo');
  if (attribute.kind === 'relation' && attribute.mappedBy !== undefined && holder.kind === 'contentType')
    return storedByTarget(attribute, attribute.mappedBy, 'relation');
  return storedByHolder(holder, name, attribute);
}

/** The storage of a relation that the holder owns. */
export function storedByHolder(holder: Holder, name: string, attribute: Relation | MorphTo): StoredByHolder {
  return holder.kind === 'component' ? { at: 'entry', key: name } : storedByModel(holder, name, attribute);
}

function storedByModel(model: AnyModel, name: string, attribute: Relation | MorphTo): StoredInColumn | StoredInLinks {
  if (attribute.through !== undefined) return { at: 'link', table: getTableName(attribute.through) };
  const column = columnName(model, name);
  if (column === undefined) throw new Error(`${model.name}.${name} has no column`);
  const rank = rankOf(model, name);
  const exclusive =
    attribute.kind === 'relation' && attribute.cardinality === 'oneToOne' && attribute.inversedBy !== undefined;
  return { at: 'column', column, exclusive, ...(rank === undefined ? {} : { rank }) };
}

function storedByTarget(
  attribute: Relation | MorphInverse,
  ownerName: string,
  ownerKind: 'relation' | 'morphTo',
): StoredByTarget {
  const target = attribute.target();
  const owner = target.attributes[ownerName];
  if ((owner?.kind !== 'relation' && owner?.kind !== 'morphTo') || owner.kind !== ownerKind) {
    const expected = ownerKind === 'relation' ? 'relation' : 'polymorphic relation';
    throw new Error(`${target.name}.${ownerName} is not a ${expected}`);
  }
  const many = attribute.kind === 'relation' ? isToMany(attribute) : attribute.many;
  return { at: 'inverse', target, many, owner, ownerName, of: storedByModel(target, ownerName, owner) };
}

export function isToMany({ cardinality }: Relation): boolean {
  return cardinality === 'oneToMany' || cardinality === 'manyToMany';
}

export function columnName(model: AnyModel, name: string): string | undefined {
  return getTableColumns(model.table)[name]?.name;
}

/** The column of a relation's list position. No attribute can have its name, because `cg_` is the runtime's prefix. */
export function rankOf(model: AnyModel, name: string): string | undefined {
  const column = columnName(model, name);
  return column === undefined ? undefined : columnName(model, `cg_${column}_rank`);
}
