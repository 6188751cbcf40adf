import type { AttributeOptions } from './attributes.js';

interface RelationOptions extends AttributeOptions {
  readonly type: 'relation';
}

interface TargetedRelation extends RelationOptions {
  /** The name of a content type, or its uid: `author`, `api::author.author`, `plugin::users-permissions.user`. */
  readonly target: string;
}

export interface ManyToOneRelation extends TargetedRelation {
  readonly relation: 'manyToOne';
  /** The oneToMany attribute of the target that shows it from the other side. */
  readonly inversedBy?: string;
}

export interface OneToManyRelation extends TargetedRelation {
  readonly relation: 'oneToMany';
  /** The manyToOne attribute of the target that keeps it. */
  readonly mappedBy?: string;
}

/** Two-way, one of the two sides keeps it (`inversedBy`) and the other one shows it (`mappedBy`). */
export type EvenRelation = TargetedRelation & {
  readonly relation: 'oneToOne' | 'manyToMany';
} & (
    | { readonly inversedBy?: string; readonly mappedBy?: never }
    | { readonly mappedBy: string; readonly inversedBy?: never }
  );

/** To documents of any type. */
export interface MorphToRelation extends RelationOptions {
  readonly relation: 'morphToOne' | 'morphToMany';
}

/** The other side of a morphToOne or morphToMany. */
export interface MorphInverseRelation extends TargetedRelation {
  readonly relation: 'morphOne' | 'morphMany';
  /** The attribute of the target that keeps it. */
  readonly morphBy: string;
}

export type RelationAttribute =
  ManyToOneRelation | OneToManyRelation | EvenRelation | MorphToRelation | MorphInverseRelation;
