import type { PgTable } from 'drizzle-orm/pg-core';

import type { AnyComponent, AnyModel } from '../model.js';
import type { ScalarType } from './scalar.js';

/** Options that any attribute may carry. */
export interface AttributeOptions {
  readonly required?: boolean;
  /** Never shown, filtered, sorted or searched; can still be written. */
  readonly private?: boolean;
  /**
   * Whether versions in other locales have values of their own. Relations and uids have them unless `localized` is
   * `false`.
   */
  readonly localized?: boolean;
  /** `false`: refused in bodies. */
  readonly writable?: boolean;
  /** `false`: absent from responses and queries, like `private`, but not secret. */
  readonly visible?: boolean;
  /** `false`: not part of `_q`. */
  readonly searchable?: boolean;
  /**
   * A rule of JSON logic over the values beside the attribute. The rules of the attribute do not hold while the
   * attribute is not visible.
   */
  readonly conditions?: { readonly visible: unknown };
}

export interface ScalarOptions extends AttributeOptions {
  readonly unique?: boolean;
  readonly default?: unknown;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly regex?: string;
}

export interface Scalar extends ScalarOptions {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  /** The values of an enumeration. */
  readonly values?: readonly string[];
  /** The attribute a uid is made from. */
  readonly from?: string;
}

/** A uid is always unique. */
export function isUnique({ unique, type }: Scalar): boolean {
  return unique === true || type.name === 'uid';
}

export interface MediaAttribute extends AttributeOptions {
  readonly kind: 'media';
  /** The model of files. */
  readonly target: () => AnyModel;
  readonly multiple: boolean;
  readonly allowedTypes?: readonly MediaClass[];
}

export type MediaClass = 'images' | 'videos' | 'files' | 'audios';

/** The class of a file by its MIME type. */
export function mediaClassOf(mime: string): MediaClass {
  const [type] = mime.split('/');
  return type === 'image' || type === 'video' || type === 'audio' ? `${type}s` : 'files';
}

export interface ComponentAttribute extends AttributeOptions {
  readonly kind: 'component';
  readonly component: () => AnyComponent;
  readonly repeatable: boolean;
  readonly min?: number;
  readonly max?: number;
}

export interface DynamicZone extends AttributeOptions {
  readonly kind: 'dynamicZone';
  readonly components: () => readonly AnyComponent[];
  readonly min?: number;
  readonly max?: number;
}

export type Cardinality = 'oneToOne' | 'oneToMany' | 'manyToOne' | 'manyToMany';

export interface RelationOptions extends AttributeOptions {
  /** The link table of a to-many relation that this side owns. Absent in components, because their entries store the ids. */
  readonly through?: PgTable;
  /** The attribute of the target that shows this relation from its side. */
  readonly inversedBy?: string;
  /** The attribute of the target that owns this relation. */
  readonly mappedBy?: string;
}

export interface Relation extends RelationOptions {
  readonly kind: 'relation';
  readonly cardinality: Cardinality;
  readonly target: () => AnyModel;
}

/** Owner of a polymorphic relation: `morphToOne` and `morphToMany`. */
export interface MorphTo extends AttributeOptions {
  readonly kind: 'morphTo';
  readonly many: boolean;
  readonly through?: PgTable;
}

/** The other side of a polymorphic relation: `morphOne` and `morphMany`. */
export interface MorphInverse extends AttributeOptions {
  readonly kind: 'morphInverse';
  readonly many: boolean;
  readonly target: () => AnyModel;
  /** The attribute of the target that owns the relation. */
  readonly morphBy: string;
}

export type Attribute = Scalar | MediaAttribute | ComponentAttribute | DynamicZone | Relation | MorphTo | MorphInverse;

/** Whether an attribute holds a list. */
export function isList(attribute: Attribute): boolean {
  switch (attribute.kind) {
    case 'scalar':
      return false;
    case 'media':
      return attribute.multiple;
    case 'component':
      return attribute.repeatable;
    case 'dynamicZone':
      return true;
    case 'relation':
      return attribute.cardinality === 'oneToMany' || attribute.cardinality === 'manyToMany';
    case 'morphTo':
    case 'morphInverse':
      return attribute.many;
  }
}

/** The components whose entries an attribute may hold. */
export function componentsIn(attribute: Attribute): readonly AnyComponent[] {
  if (attribute.kind === 'component') return [attribute.component()];
  return attribute.kind === 'dynamicZone' ? attribute.components() : [];
}
