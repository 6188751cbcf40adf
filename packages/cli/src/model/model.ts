import type { Span } from '../diagnostics/diagnostic.js';

/** Everything the definitions say, resolved and checked. Emitters read this and nothing else. */
export interface ContentModel {
  /** Sorted by name. */
  readonly contentTypes: readonly ContentType[];
  /** Sorted by name. */
  readonly components: readonly Component[];
}

/** Identifiers of the generated code. They compile whatever the type is called. */
export interface Symbols {
  /** `Article`: the interface, and the beginning of `ArticleInput`, `ArticleFilters`, `ArticlePopulate`. */
  readonly type: string;
  /** `article`: the descriptor. Ends with `_` where the plain name is a keyword or taken in the generated files. */
  readonly value: string;
  /** `article`: the beginning of `articleFilters`, `articlePopulate`, `articleRoutes`. */
  readonly prefix: string;
}

export interface ContentType {
  /** `article`, as in the path of its folder: kebab-case. */
  readonly name: string;
  /** `articles`: the path segment of a collection type. A single type is mounted at its name. */
  readonly plural: string;
  /** `api::article.article` */
  readonly uid: string;
  readonly kind: 'collectionType' | 'singleType';
  /** SQL name of the table. */
  readonly table: string;
  /** Identifier of the drizzle table: `articles`. */
  readonly tableSymbol: string;
  readonly symbols: Symbols;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  /** In the order of the definition: it is the order people read. */
  readonly attributes: readonly Attribute[];
  readonly renamedFrom?: string;
  /** The file it was defined in, relative to the project. Absent for types that we bring (the user). */
  readonly source?: string;
  readonly span: Span;
}

export interface Component {
  /** `shared.seo` */
  readonly name: string;
  readonly category: string;
  /** `seo` */
  readonly shortName: string;
  readonly symbols: Symbols;
  readonly attributes: readonly Attribute[];
  readonly renamedFrom?: string;
  readonly source: string;
  readonly span: Span;
}

export type Attribute = Scalar | Media | ComponentAttribute | DynamicZone | Relation | MorphTo | MorphInverse | Role;

export interface Named {
  readonly name: string;
  /** SQL name of its column, where it has one. */
  readonly column: string;
  readonly required: boolean;
  readonly private: boolean;
  /** What the definition says; undefined where it says nothing. Only set on localized types. */
  readonly localized?: boolean;
  readonly writable: boolean;
  readonly visible: boolean;
  readonly searchable: boolean;
  readonly renamedFrom?: string;
  readonly span: Span;
}

export type ScalarType =
  | 'string'
  | 'text'
  | 'richtext'
  | 'blocks'
  | 'email'
  | 'password'
  | 'uid'
  | 'enumeration'
  | 'integer'
  | 'biginteger'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'timestamp'
  | 'json';

export type Literal = string | number | boolean | null | readonly Literal[] | { readonly [key: string]: Literal };

export interface Scalar extends Named {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  readonly unique: boolean;
  readonly default?: Literal;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly regex?: string;
  /** Of an enumeration. */
  readonly values?: readonly string[];
  /** Of a uid: the attribute it is made from. */
  readonly targetField?: string;
}

export interface Media extends Named {
  readonly kind: 'media';
  readonly multiple: boolean;
  readonly allowedTypes?: readonly ('images' | 'videos' | 'files' | 'audios')[];
}

export interface ComponentAttribute extends Named {
  readonly kind: 'component';
  /** `shared.seo` */
  readonly component: string;
  readonly repeatable: boolean;
  readonly min?: number;
  readonly max?: number;
}

export interface DynamicZone extends Named {
  readonly kind: 'dynamicZone';
  readonly components: readonly string[];
  readonly min?: number;
  readonly max?: number;
}

export type Cardinality = 'oneToOne' | 'oneToMany' | 'manyToOne' | 'manyToMany';

export interface Relation extends Named {
  readonly kind: 'relation';
  readonly cardinality: Cardinality;
  /** The name of the content type it points at. */
  readonly target: string;
  /** The attribute of the target that shows it from the other side, whichever side owns it. */
  readonly inverse?: string;
  readonly storage: RelationStorage;
}

export interface MorphTo extends Named {
  readonly kind: 'morphTo';
  readonly many: boolean;
  readonly storage: RelationStorage;
}

/** The role of a user. Roles are in the config, so there is no content type to point at. */
export interface Role extends Named {
  readonly kind: 'role';
}

export interface MorphInverse extends Named {
  readonly kind: 'morphInverse';
  readonly many: boolean;
  readonly target: string;
  readonly morphBy: string;
}

export type RelationStorage =
  /** To-one, owned: a column; with a rank column where the other side is a list, exclusive where it is one-to-one. */
  | { readonly at: 'column'; readonly rankColumn?: string; readonly exclusive: boolean }
  /** To-many, owned: a link table. */
  | { readonly at: 'link'; readonly table: string; readonly tableSymbol: string }
  /** Stored by the attribute of the target named in `inverse`. */
  | { readonly at: 'inverse' }
  /** Inside a component: ids in the entry. */
  | { readonly at: 'entry' };
