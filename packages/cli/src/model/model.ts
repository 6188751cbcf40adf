import type { ScalarName } from '@content-gen/runtime/kinds';

import type { Span } from '../diagnostics/diagnostic.js';

/** The checked and resolved content of all definitions. Emitters read nothing else. */
export interface ContentModel {
  /** Sorted by name. */
  readonly contentTypes: readonly ContentType[];
  /** Sorted by name. */
  readonly components: readonly Component[];
}

/** Identifiers of the generated code. The identifiers are valid for every name of a type. */
export interface Symbols {
  /** `Article`: documents, and the prefix of `ArticleType` and `ArticleInput`. */
  readonly type: string;
  /** `article`: the descriptor. Ends with `_` if the name is a keyword or used in the generated files. */
  readonly value: string;
  /** `article`: the prefix of `articleFilters`, `articlePopulate`, `articleRoutes`. */
  readonly prefix: string;
}

export interface ContentType {
  /** `article`, also the name of its folder: kebab-case. */
  readonly name: string;
  /** `articles`: the path segment of a collection type. A single type is mounted at its name. */
  readonly plural: string;
  /** `api::article.article` */
  readonly uid: string;
  readonly kind: 'collectionType' | 'singleType';
  /** The SQL name of the table. */
  readonly table: string;
  /** The identifier of the drizzle table: `articles`. */
  readonly tableSymbol: string;
  readonly symbols: Symbols;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  /** In the order of the definition. */
  readonly attributes: readonly Attribute[];
  /** Indexes over several attributes. */
  readonly indexes: readonly (readonly IndexTerm[])[];
  /** Whether indexes serve `_q`. */
  readonly search: boolean;
  readonly studio?: TypeStudio;
  readonly renamedFrom?: string;
  /** The file of the definition, relative to the project. Absent for the user type of content-gen. */
  readonly source?: string;
  readonly span: Span;
}

/** How the studio shows the documents of a type, or the entries of a component. */
export interface TypeStudio {
  readonly label?: string;
  readonly description?: string;
  /** The attribute that names a document. */
  readonly title?: string;
  readonly columns?: readonly string[];
  /** `date:desc` */
  readonly sort?: string;
  /** The first attributes of a form. */
  readonly layout?: readonly string[];
}

/** How the studio shows an attribute. */
export interface AttributeStudio {
  readonly label?: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly group?: string;
  /** Columns of 12. */
  readonly width?: number;
  readonly hidden?: boolean;
}

/** An attribute, or a date that every document has, in an index. */
export interface IndexTerm {
  readonly name: string;
  readonly direction: 'asc' | 'desc';
}

export interface Component {
  /** `shared.seo` */
  readonly name: string;
  readonly category: string;
  /** `seo` */
  readonly shortName: string;
  readonly symbols: Symbols;
  readonly attributes: readonly Attribute[];
  readonly studio?: TypeStudio;
  readonly renamedFrom?: string;
  readonly source: string;
  readonly span: Span;
}

export type Attribute = Scalar | Media | EmbeddedComponent | DynamicZone | Relation | MorphTo | MorphInverse | Role;

export interface Named {
  readonly name: string;
  /** The SQL name of its column, if it has one. */
  readonly column: string;
  readonly required: boolean;
  readonly private: boolean;
  /** The value in the definition. Undefined if it is absent or the type is not localized. */
  readonly localized?: boolean;
  readonly writable: boolean;
  readonly visible: boolean;
  readonly searchable: boolean;
  /** A rule of JSON logic. The rules of the attribute do not hold while it is false. */
  readonly visibleIf?: Literal;
  readonly renamedFrom?: string;
  /** Rows that are older than the rules may break them, so answers promise nothing. */
  readonly keepOldValues?: true;
  readonly studio?: AttributeStudio;
  readonly span: Span;
}

/** The types that the runtime knows, and the old name of `datetime` in Strapi. */
export type ScalarType = ScalarName | 'timestamp';

export type Literal = string | number | boolean | null | readonly Literal[] | { readonly [key: string]: Literal };

export interface Scalar extends Named {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  readonly unique: boolean;
  /** `false`: a unique attribute has no further index. `trigram`: for parts of a text. */
  readonly index?: boolean | 'trigram';
  readonly default?: Literal;
  /** The value that a migration writes into rows that break a rule. */
  readonly backfill?: Literal;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly regex?: string;
  /** Only for an enumeration. */
  readonly values?: readonly string[];
  /** Only for a uid: the attribute that it is made from. */
  readonly targetField?: string;
}

export interface Media extends Named {
  readonly kind: 'media';
  readonly multiple: boolean;
  readonly allowedTypes?: readonly ('images' | 'videos' | 'files' | 'audios')[];
}

export interface EmbeddedComponent extends Named {
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

type Cardinality = 'oneToOne' | 'oneToMany' | 'manyToOne' | 'manyToMany';

export interface Relation extends Named {
  readonly kind: 'relation';
  readonly cardinality: Cardinality;
  /** The name of the target content type. */
  readonly target: string;
  /** The attribute of the target that is the other side, owning or inverse. */
  readonly inverse?: string;
  readonly storage: RelationStorage;
}

export interface MorphTo extends Named {
  readonly kind: 'morphTo';
  readonly many: boolean;
  readonly storage: RelationStorage;
}

/** The role of a user. Roles are in the config, so there is no target content type. */
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
  /**
   * An owned to-one relation: a column. The relation has a rank column if the inverse side is a list, and is exclusive
   * if it is one-to-one.
   */
  | { readonly at: 'column'; readonly rankColumn?: string; readonly exclusive: boolean }
  /** An owned to-many relation: a link table. */
  | { readonly at: 'link'; readonly table: string; readonly tableSymbol: string }
  /** The attribute of the target named in `inverse` stores the relation. */
  | { readonly at: 'inverse' }
  /** Inside a component: the entry contains the ids. */
  | { readonly at: 'entry' };
