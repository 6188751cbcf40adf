import type { Tree } from './tree.js';

/** The keys that lead to a part of the request: `['$or', '0', 'title', '$eq']`. */
export type Path = readonly string[];

/**
 * Stands for a value that decides nothing about the plan of its query: the index of the value among such values, and its
 * kind, as far as the plan depends on that. So one plan serves all queries that differ in these values alone.
 */
export interface Blank<Kind extends string> {
  readonly blank: number;
  readonly kind: Kind;
}

/** A value of a filter: digits may be the row id of a related row. */
export type FilterText = string | Blank<'digits' | 'text'>;

/** How far from its beginning a page of a list begins. */
export type PageDepth = 'first' | 'near' | 'deep';

export type FilterAst =
  | { readonly kind: 'and' | 'or'; readonly items: readonly FilterAst[] }
  | { readonly kind: 'not'; readonly item: FilterAst }
  /** A condition on an attribute, or on the target of a relation. */
  | { readonly kind: 'attribute'; readonly name: string; readonly path: Path; readonly item: FilterAst }
  /** `$null` and `$notNull`: whether there has to be a value. */
  | {
      readonly kind: 'presence';
      readonly operator: '$null' | '$notNull';
      readonly path: Path;
      readonly isPresent: boolean;
    }
  | {
      readonly kind: 'operator';
      readonly operator: string;
      readonly path: Path;
      readonly values: readonly FilterText[];
      /** Every value is null. No comparison with null holds, so `values` leaves them out. */
      readonly isNull?: boolean;
      /** A key in the position of a value. */
      readonly key?: string;
    };

export interface SortAst {
  readonly path: Path;
  /** `undefined`: neither `asc` nor `desc`. */
  readonly direction: 'asc' | 'desc' | undefined;
  /** The direction as it was sent (`sort=title:desc`, `sort[title]=desc`). Empty text means no sorting. */
  readonly sent?: string;
}

/** Names with at least one part: `author.profile`. */
export type DottedPath = readonly [first: string, ...rest: string[]];

export type PopulateAst =
  | { readonly kind: 'all' }
  /** From text: `author.profile`. */
  | { readonly kind: 'names'; readonly names: readonly DottedPath[] }
  | { readonly kind: 'entries'; readonly entries: readonly PopulateEntryAst[] };

export interface PopulateEntryAst {
  readonly name: string;
  readonly value: PopulateValueAst;
}

export type PopulateValueAst =
  | { readonly kind: 'flag'; readonly on: boolean }
  /** Text in the position of a flag or an object. */
  | { readonly kind: 'text'; readonly text: string; readonly list: boolean }
  | { readonly kind: 'nested'; readonly nested: NestedAst };

/** The inside of `populate[author]`. */
export interface NestedAst {
  readonly fields?: FieldsAst;
  readonly filters?: FilterAst;
  readonly sort?: readonly SortAst[];
  readonly populate?: PopulateAst;
  readonly count?: boolean;
  readonly page?: PageAst;
  readonly on?: readonly PopulateEntryAst[] | 'unreadable';
  /** The keys as they were sent, for error messages. */
  readonly sent: Readonly<Record<string, Tree>>;
  /** A key that is not allowed here. */
  readonly unknown?: string;
}

/** `all` with names: `*` beside them. */
export type FieldsAst = (
  | { readonly kind: 'all'; readonly names?: readonly string[] }
  | { readonly kind: 'names'; readonly names: readonly string[] }
) & {
  /**
   * An entry of a list has several names (`fields[0]=title,slug`). Strapi refuses such an entry after it has checked
   * the names.
   */
  readonly commasInList?: boolean;
};

/** Pagination as sent: text that is not parsed as numbers yet. */
export interface PageAst {
  readonly page?: string | Blank<PageDepth>;
  readonly pageSize?: string;
  readonly start?: string | Blank<PageDepth>;
  readonly limit?: string;
  readonly withCount?: string;
  /** Cursors. Empty text is the beginning, or the end. */
  readonly after?: string | CursorAst;
  readonly before?: string | CursorAst;
}

/** A cursor that was read: the sort that it belongs to, and the sort keys and the id of a row. */
export interface CursorAst {
  readonly sort: string;
  readonly keys: readonly (string | Blank<'key'> | null)[];
  readonly id: number | Blank<'id'>;
}
