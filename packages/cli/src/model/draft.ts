import type { Span } from '../diagnostics/diagnostic.js';
import type { EmbeddedComponent, ContentType, DynamicZone, Media, Named, Role, Scalar } from './model.js';
import type { Located } from './values.js';

/** A content type whose attributes are checked alone, but not yet against other types. */
export interface TypeDraft
  extends Omit<ContentType, 'attributes' | 'indexes' | 'studio' | 'symbols' | 'tableSymbol'>, AttributeDrafts {
  readonly indexes: readonly (readonly Located<string>[])[];
  readonly studio: StudioDraft;
  /** `json`: a schema file of Strapi, in which some errors are warnings. */
  readonly format: 'typescript' | 'json';
  /** The position of a key. If the key is absent: of the name, or of the definition. */
  readonly spanOf: (key: HeadKey) => Span;
}

export interface ComponentDraft extends AttributeDrafts {
  readonly name: string;
  readonly category: string;
  readonly shortName: string;
  readonly studio: StudioDraft;
  readonly renamedFrom?: string;
  readonly format: 'typescript' | 'json';
  readonly source: string;
  readonly span: Span;
  readonly spanOf: (key: HeadKey) => Span;
}

/** The key `studio` as written. */
export interface StudioDraft {
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  readonly title?: Located<string> | undefined;
  readonly columns: readonly Located<string>[];
  readonly sort?: Located<string> | undefined;
  readonly layout: readonly Located<string>[];
}

export type HeadKey =
  | 'name'
  | 'plural'
  | 'kind'
  | 'table'
  | 'draftAndPublish'
  | 'localized'
  | 'renamedFrom'
  | 'indexes'
  | 'search';

export interface AttributeDrafts {
  readonly attributes: readonly AttributeDraft[];
  /** The attributes that were reported as unreadable, so that no second error reports them as missing. */
  readonly unclear: readonly string[];
}

export type AttributeDraft = (Scalar | Media | EmbeddedComponent | DynamicZone | RelationDraft | Role) & NamedDraft;

export interface NamedDraft extends Named {
  /** The position of an option or of one of its items. If the option is absent: of the attribute. */
  readonly spanOf: (option: string, item?: string) => Span;
}

/** A relation as written. The other side of the relation is not resolved yet. */
export interface RelationDraft extends Named {
  readonly kind: 'relationDraft';
  readonly relation: RelationKind;
  readonly target?: Located<string>;
  readonly inversedBy?: Located<string>;
  readonly mappedBy?: Located<string>;
  readonly morphBy?: Located<string>;
  /** The table of its links, where a content type has the usual name. */
  readonly linkTable?: string;
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
