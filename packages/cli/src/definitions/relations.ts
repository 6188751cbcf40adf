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
  /** The oneToMany attribute of the target that is the inverse side. */
  readonly inversedBy?: string;
}

export interface OneToManyRelation extends TargetedRelation {
  readonly relation: 'oneToMany';
  /** The manyToOne attribute of the target that owns the relation. */
  readonly mappedBy?: string;
}

/** In a two-way relation, the owning side has `inversedBy` and the inverse side has `mappedBy`. */
export type EvenRelation = TargetedRelation & {
  readonly relation: 'oneToOne' | 'manyToMany';
} & (
    | { readonly inversedBy?: string; readonly mappedBy?: never }
    | { readonly mappedBy: string; readonly inversedBy?: never }
  );

/** A relation to documents of any type. */
export interface MorphToRelation extends RelationOptions {
  readonly relation: 'morphToOne' | 'morphToMany';
}

/** The inverse side of a morphToOne or morphToMany. */
export interface MorphInverseRelation extends TargetedRelation {
  readonly relation: 'morphOne' | 'morphMany';
  /** The attribute of the target that owns the relation. */
  readonly morphBy: string;
}

export type RelationAttribute =
  | ManyToOneRelation
  | OneToManyRelation
  | EvenRelation
  | MorphToRelation
  | MorphInverseRelation;
