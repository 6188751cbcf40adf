import type { ScalarType } from '../model/attributes/scalar.js';
import type { Value } from '../database/database.js';
import type { AnyComponent, AnyModel } from '../model/model.js';
import type { PublicationFilter, Status } from '../query/parameters.js';

/** What attributes are looked up in: rows of a content type (files count as one), or entries of a component. */
export type Holder = AnyModel | AnyComponent;

/** A scalar of the row or entry at hand. */
export interface Field {
  /** Its key in output, and in the JSON of an entry. */
  readonly name: string;
  readonly type: ScalarType;
  /** Its column, where the holder has a table. */
  readonly column: string;
  /** Published rows are found by it through an index, which leaves empty text out. */
  readonly unique?: true;
}

/** How to get from a row or entry to what an attribute of it holds. Only this knows storage. */
export type Edge = RowEdge | EntryEdge;

export interface RowEdge {
  readonly kind: 'rows';
  readonly target: AnyModel;
  readonly many: boolean;
  readonly storage: RowStorage;
}

export type RowStorage =
  /** A column of the row names the document. */
  | { readonly at: 'column'; readonly column: string }
  /** Rows of a link table name the documents, in order. */
  | { readonly at: 'link'; readonly table: string }
  /** A column of the target names this document. */
  | { readonly at: 'inverseColumn'; readonly column: string; readonly rank?: string }
  /** A link table of the target names this document. */
  | { readonly at: 'inverseLink'; readonly table: string; readonly ranked: boolean }
  /** The JSON of the entry names the documents, in order. */
  | { readonly at: 'entry'; readonly key: string }
  /** Versions of the same document in other locales. */
  | { readonly at: 'localizations' }
  /** A column of the row, or the JSON of the entry, names files by row id. */
  | { readonly at: 'file'; readonly column: string; readonly key: string };

export interface EntryEdge {
  readonly kind: 'entries';
  readonly target: AnyComponent;
  readonly many: boolean;
  readonly column: string;
  readonly key: string;
}

export type Comparison =
  | '$eq'
  | '$ne'
  | '$lt'
  | '$lte'
  | '$gt'
  | '$gte'
  | '$in'
  | '$notIn'
  | '$between'
  | '$null'
  | '$notNull'
  | '$eqi'
  | '$nei'
  | '$contains'
  | '$notContains'
  | '$containsi'
  | '$notContainsi'
  | '$startsWith'
  | '$startsWithi'
  | '$endsWith'
  | '$endsWithi'
  | '$jsonSupersetOf';

/** Conditions, resolved and typed. Negation has been pushed inwards: it stands only on comparisons. */
export type FilterPlan =
  | { readonly kind: 'and' | 'or'; readonly items: readonly FilterPlan[] }
  | {
      readonly kind: 'compare';
      readonly field: Field;
      readonly operator: Comparison;
      readonly operands: readonly Value[];
      readonly negated: boolean;
    }
  /** Something on the other side of the edge meets `where`; or nothing is there, where nothing meets it too. */
  | { readonly kind: 'exists'; readonly edge: Edge; readonly where?: FilterPlan; readonly orAbsent: boolean }
  | { readonly kind: 'absent'; readonly edge: Edge };

export interface OrderTerm {
  /** Edges to follow before the field is read; over a list the smallest or largest value counts. */
  readonly edges: readonly Edge[];
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

/** What is shown of a row or entry. */
export interface NodePlan {
  readonly holder: Holder;
  readonly fields: readonly Field[];
  readonly children: readonly ChildPlan[];
}

export type ChildPlan = EdgeChild | ZoneChild | MorphChild;

export interface EdgeChild {
  readonly kind: 'edge';
  readonly key: string;
  readonly edge: Edge;
  /** Show how many there are instead of what they are. */
  readonly count: boolean;
  readonly where?: FilterPlan;
  readonly order: readonly OrderTerm[];
  readonly slice?: Slice;
  readonly node: NodePlan;
}

export interface ZoneChild {
  readonly kind: 'zone';
  readonly key: string;
  readonly column: string;
  readonly count: boolean;
  readonly arms: readonly {
    readonly where?: FilterPlan;
    readonly node: NodePlan & { readonly holder: AnyComponent };
  }[];
}

export interface MorphChild {
  readonly kind: 'morph';
  readonly key: string;
  readonly many: boolean;
  readonly storage:
    | { readonly at: 'column'; readonly column: string }
    | { readonly at: 'link'; readonly table: string }
    | { readonly at: 'entry'; readonly key: string };
  readonly count: boolean;
  readonly arms: readonly { readonly where?: FilterPlan; readonly node: NodePlan & { readonly holder: AnyModel } }[];
}

export interface Slice {
  readonly start: number;
  readonly limit: number;
}

/** Which versions of documents a request is about. */
export interface VersionPlan {
  readonly status: Status;
  /** Of the main type, where it is localized. `undefined`: any. */
  readonly locales?: readonly string[];
  /** Which version of a localized document shows where the parent has no locale: the first that exists. */
  readonly preferred: readonly string[];
  readonly publicationFilter?: PublicationFilter;
}

export interface ReadPlan {
  readonly model: AnyModel;
  readonly version: VersionPlan;
  readonly node: NodePlan;
  readonly where?: FilterPlan;
  readonly order: readonly OrderTerm[];
  readonly rows: RowRules;
}

/** Which rows are there for the caller at all. */
export interface RowRules {
  /** Of the type that is read. */
  readonly main?: FilterPlan;
  /** Of the drafts beside the published versions that are read. */
  readonly drafts?: FilterPlan;
  /** Of a type that is reached from another one: populated, filtered or sorted through. */
  readonly related: (model: AnyModel) => FilterPlan | undefined;
}

/** The page of a list, and how `meta.pagination` shows it. */
export interface PagePlan {
  readonly mode: 'page' | 'offset';
  readonly start: number;
  readonly limit: number;
  readonly withCount: boolean;
}
