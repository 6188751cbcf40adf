import { type Attribute, type DynamicZone, isUnique } from './attributes/attribute.js';
import type { ScalarType } from './attributes/scalar.js';
import { datetimeType, rowIdType, stringType } from './attributes/scalars.js';
import type { AnyComponent, AnyModel, Holder } from './model.js';
import {
  type StoredAt,
  type StoredByHolder,
  columnName,
  isToMany,
  storedAt,
  storedByHolder,
} from './relation-storage.js';

/** The meaning of a name on the wire. */
export type Named =
  | { readonly kind: 'field'; readonly field: ScalarField }
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'zone'; readonly column: string; readonly attribute: DynamicZone }
  | { readonly kind: 'morph'; readonly many: boolean; readonly storage: StoredByHolder | Uses }
  /** The attribute exists, but requests cannot name it. */
  | { readonly kind: 'hidden' };

/** The documents that use a file: their media attributes name it. */
export interface Uses {
  readonly at: 'uses';
}

export type NameTable = ReadonlyMap<string, Named>;

/** A scalar of a row or entry. */
export interface ScalarField {
  /** The key of the field in output, and in the JSON of an entry. */
  readonly name: string;
  readonly type: ScalarType;
  /** The column of the field, if the holder has a table. */
  readonly column: string;
  /** A unique index covers the published rows, except those with empty text. */
  readonly unique?: true;
}

/** The way from a row or entry to the rows or entries that an attribute of it holds. */
export type Edge = RowEdge | EntryEdge;

export interface RowEdge {
  readonly kind: 'rows';
  readonly target: AnyModel;
  readonly many: boolean;
  readonly storage: RowStorage;
}

type RowStorage =
  | StoredAt
  /** Versions of the same document in other locales. */
  | { readonly at: 'localizations' }
  /** A column of the row, or the JSON of the entry, names files by row id. */
  | { readonly at: 'file'; readonly column: string; readonly key: string };

/** Component entries in a JSON column of the row, or below a key of the entry. */
export interface EntryEdge {
  readonly kind: 'entries';
  readonly target: AnyComponent;
  readonly many: boolean;
  readonly column: string;
  readonly key: string;
}

/** The record of a file. Strapi has attributes there that this API has not. */
export const FILE_UID = 'plugin::upload.file';

export const HIDDEN: Named = { kind: 'hidden' };

/** Everything that a request can name in a holder, in the order of the answer. */
export function compileNames(holder: Holder): NameTable {
  const table = new Map<string, Named>();
  addScalars(table, holder);
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    if (isHidden(attribute)) table.set(name, HIDDEN);
    else if (attribute.kind !== 'scalar') table.set(name, nested(holder, name, attribute));
  }
  if (holder.kind === 'contentType' && holder.localized) {
    const edge: Edge = { kind: 'rows', target: holder, many: true, storage: { at: 'localizations' } };
    table.set('localizations', { kind: 'edge', edge });
  }
  return table;
}

function addScalars(table: Map<string, Named>, holder: Holder): void {
  const add = (name: string, type: ScalarType, more: Pick<ScalarField, 'unique'> = {}) =>
    table.set(name, { kind: 'field', field: { name, type, column: storedName(holder, name), ...more } });

  add('id', rowIdType);
  add('documentId', stringType);
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    if (attribute.kind !== 'scalar' || isHidden(attribute)) continue;
    add(name, attribute.type, holder.kind === 'contentType' && isUnique(attribute) ? { unique: true } : {});
  }
  if (holder.kind !== 'contentType') return;
  for (const name of ['createdAt', 'updatedAt', 'publishedAt']) add(name, datetimeType);
  if (holder.localized) add('locale', stringType);
  for (const name of ['createdBy', 'updatedBy']) table.set(name, HIDDEN);
  if (holder.uid === FILE_UID) {
    table.set('related', { kind: 'morph', many: true, storage: { at: 'uses' } });
    for (const name of ['folder', 'folderPath']) table.set(name, HIDDEN);
  }
  // Strapi has these keys on every type, but shows them on localized types only.
  for (const name of holder.localized ? [] : ['locale', 'localizations']) {
    if (holder.attributes[name] === undefined) table.set(name, HIDDEN);
  }
}

function isHidden(attribute: Attribute): boolean {
  return (
    attribute.private === true ||
    attribute.visible === false ||
    (attribute.kind === 'scalar' && attribute.type.name === 'password')
  );
}

function nested(holder: Holder, name: string, attribute: Exclude<Attribute, { kind: 'scalar' }>): Named {
  const column = storedName(holder, name);
  switch (attribute.kind) {
    case 'media':
      return rows(attribute.target(), attribute.multiple, { at: 'file', column, key: name });
    case 'component': {
      const target = attribute.component();
      return { kind: 'edge', edge: { kind: 'entries', target, many: attribute.repeatable, column, key: name } };
    }
    case 'dynamicZone':
      return { kind: 'zone', column, attribute };
    case 'relation':
      return rows(attribute.target(), isToMany(attribute), storedAt(holder, name, attribute));
    case 'morphTo':
      return { kind: 'morph', many: attribute.many, storage: storedByHolder(holder, name, attribute) };
    case 'morphInverse':
      return rows(attribute.target(), attribute.many, storedAt(holder, name, attribute));
  }
}

function rows(target: AnyModel, many: boolean, storage: RowStorage): Named {
  return { kind: 'edge', edge: { kind: 'rows', target, many, storage } };
}

/** The column of an attribute. Component entries have no columns: JSON keys are the attribute names. */
function storedName(holder: Holder, name: string): string {
  return holder.kind === 'component' ? name : (columnName(holder, name) ?? name);
}
