import type { PublicationFilter, Status } from '../shape/index.js';
import type { AnyComponent, AnyModel, Edge, ScalarField, Holder, StoredByHolder, Uses } from '../model/index.js';
import type { PageDepth } from '../query/index.js';
import type { Operand, Unfilled } from './blanks/blank.js';
import type { Compared } from './operators.js';

/** Conditions, resolved and typed. Negation is pushed inwards, down to the comparisons. */
export type FilterPlan =
  | { readonly kind: 'and' | 'or'; readonly items: readonly FilterPlan[] }
  | (Compared & { readonly kind: 'compare'; readonly field: ScalarField; readonly negated: boolean })
  /** A row on the other side of the edge meets `where`; with `orAbsent`, also if there is no row. */
  | { readonly kind: 'exists'; readonly edge: Edge; readonly where?: FilterPlan; readonly orAbsent: boolean }
  | { readonly kind: 'absent'; readonly edge: Edge }
  /** The row has the words of a search. */
  | { readonly kind: 'matches'; readonly search: FullText };

/** A search for words, whose results have a rank. */
export interface FullText {
  /** The text attributes that the caller may search, in the order of the definition. */
  readonly fields: readonly ScalarField[];
  readonly text: Operand;
  /** The locales that the rows have. `undefined`: any. */
  readonly locales?: readonly string[];
}

export interface OrderTerm {
  /** Edges to follow to the field. In a list, the smallest or largest value counts. */
  readonly edges: readonly Edge[];
  readonly field: ScalarField;
  /** The key is the rank of the row in this search. */
  readonly score?: FullText;
  readonly direction: 'asc' | 'desc';
  /** Where the request has it. */
  readonly at: SortSite;
  /** Whether the caller may read the value. A cursor carries it. */
  readonly isReadable: boolean;
}

export interface SortSite {
  /** `sort`, or `populate` for the sort of a populated list. */
  readonly param: string;
  /** `author.name` */
  readonly key: string;
}

/** The part of a row or entry that the answer shows. */
export interface NodePlan {
  readonly holder: Holder;
  readonly fields: readonly ScalarField[];
  readonly children: readonly ChildPlan[];
}

export type ChildPlan = EdgeChild | ZoneChild | MorphChild;

export interface EdgeChild {
  readonly kind: 'edge';
  readonly key: string;
  readonly edge: Edge;
  /** Whether the answer shows the number of targets instead of the targets. */
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
  readonly storage: StoredByHolder | Uses;
  readonly count: boolean;
  readonly arms: readonly MorphArm[];
}

export interface MorphArm {
  readonly where?: FilterPlan;
  readonly node: NodePlan & { readonly holder: AnyModel };
  /** Of the documents that use a file: whether the caller may read an attribute that names the file. */
  readonly reads?: (holder: Holder, name: string) => boolean;
}

export interface Slice {
  readonly start: number;
  readonly limit: number;
  readonly cursor?: NestedCursor;
}

/** A page of a populated list that begins behind a row. Each row of such a page shows its own cursor. */
export interface NestedCursor extends CursorPlan {
  /** The whole order of the list, without the id that breaks ties: the sort, and the position in the list. */
  readonly terms: readonly OrderTerm[];
}

/** The versions of documents that a request reads. */
export interface VersionPlan {
  readonly status: Status;
  /** Of the main type, if it is localized. `undefined`: any. */
  readonly locales?: readonly string[];
  /** The order of preference for versions of a localized document below a parent without a locale. */
  readonly preferred: readonly string[];
  /** For rows of types with drafts: of the main type, and of populated types. */
  readonly publicationFilter?: PublicationFilter;
}

export interface ReadPlan {
  readonly model: AnyModel;
  readonly version: VersionPlan;
  readonly node: NodePlan;
  readonly where?: FilterPlan;
  readonly order: readonly OrderTerm[];
  readonly rows: RowRules;
  /** The values of its filters that are made of blanks; some of them may be of parts that the caller cannot see. */
  readonly blanks: readonly Unfilled[];
}

/** The conditions that rows have to meet to exist for the caller. */
interface RowRules {
  /** For rows of the main type. */
  readonly main?: FilterPlan;
  /** For the drafts that `publicationFilter` compares published versions with. */
  readonly drafts?: FilterPlan;
  /** For the drafts that `publicationFilter` compares populated versions with. */
  readonly relatedDrafts?: (model: AnyModel) => FilterPlan | undefined;
  /** For rows of a type that is populated, filtered by or sorted by. */
  readonly related: (model: AnyModel) => FilterPlan | undefined;
}

/** A page that begins behind a row, and not at a number. */
export interface CursorPlan {
  readonly direction: 'after' | 'before';
  /** Absent for the first page, and for the last one. */
  readonly from?: CursorPosition;
}

/** The place of a row in the order of a list. The place stays the same if the row is removed. */
export interface CursorPosition {
  /** The values of the sort keys. */
  readonly keys: readonly Operand[];
  readonly id: Operand;
}

/** The page of a list, and how `meta.pagination` shows it. */
export interface PagePlan extends PageShape {
  readonly start: number;
}

/** A page that may begin at a number which is made of a blank. */
export interface PageShape {
  readonly mode: 'page' | 'offset' | 'cursor';
  readonly cursor?: CursorPlan;
  readonly start: Operand;
  readonly depth: PageDepth;
  readonly limit: number;
  readonly withCount: boolean;
}
