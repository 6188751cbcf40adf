import type { Span } from '../diagnostics/diagnostic.js';
import type { ComponentAttribute, ContentType, DynamicZone, Media, Named, Role, Scalar } from './model.js';
import type { Located } from './values.js';

/** A content type whose attributes are checked one by one, but not yet against other types. */
export interface TypeDraft extends Omit<ContentType, 'attributes' | 'symbols' | 'tableSymbol'>, Attributes {
  /** Where something is written that is not an attribute; the name, or the definition itself, without it. */
  readonly spanOf: (key: HeadKey) => Span;
}

export interface ComponentDraft extends Attributes {
  readonly name: string;
  readonly category: string;
  readonly shortName: string;
  readonly renamedFrom?: string;
  readonly source: string;
  readonly span: Span;
  readonly spanOf: (key: HeadKey) => Span;
}

export type HeadKey = 'name' | 'plural' | 'kind' | 'table' | 'draftAndPublish' | 'localized' | 'renamedFrom';

export interface Attributes {
  readonly attributes: readonly AttributeDraft[];
  /** Names of attributes that are written but could not be understood: reported, so nobody has to miss them. */
  readonly unclear: readonly string[];
}

export type AttributeDraft = (Scalar | Media | ComponentAttribute | DynamicZone | RelationDraft | Role) & NamedDraft;

export interface NamedDraft extends Named {
  /** Where an option is written, or one of its items; the attribute itself without one. */
  readonly spanOf: (option: string, item?: string) => Span;
}

/** A relation as it is written: its other side is not looked for yet. */
export interface RelationDraft extends Named {
  readonly kind: 'relationDraft';
  readonly relation: RelationKind;
  readonly target?: Located<string>;
  readonly inversedBy?: Located<string>;
  readonly mappedBy?: Located<string>;
  readonly morphBy?: Located<string>;
}

export const relationKinds = [
  'oneToOne',
  'oneToMany',
  'manyToOne',
  'manyToMany',
  'morphToOne',
  'morphToMany',
  'morphOne',
  'morphMany',
] as const;

export type RelationKind = (typeof relationKinds)[number];
