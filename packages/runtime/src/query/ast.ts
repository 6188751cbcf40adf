/** Where in the request something stands: `['$or', '0', 'title', '$eq']`. */
export type Path = readonly string[];

export type FilterAst =
  | { readonly kind: 'and' | 'or'; readonly items: readonly FilterAst[] }
  | { readonly kind: 'not'; readonly item: FilterAst }
  /** A condition on an attribute, or on what it leads to. */
  | { readonly kind: 'attribute'; readonly name: string; readonly path: Path; readonly item: FilterAst }
  | {
      readonly kind: 'operator';
      readonly operator: string;
      readonly path: Path;
      readonly values: readonly string[];
      /** A key that stands where values should. */
      readonly key?: string;
    };

export interface SortAst {
  readonly path: Path;
  readonly direction: 'asc' | 'desc';
  /** The direction as it was sent (`sort=title:desc`, `sort[title]=desc`). Empty text sorts by nothing. */
  readonly sent?: string;
}

export type PopulateAst =
  | { readonly kind: 'all' }
  /** From text: `author.profile`. */
  | { readonly kind: 'names'; readonly names: readonly Path[] }
  | { readonly kind: 'entries'; readonly entries: readonly PopulateEntryAst[] };

export interface PopulateEntryAst {
  readonly name: string;
  readonly value: PopulateValueAst;
}

export type PopulateValueAst =
  | { readonly kind: 'flag'; readonly on: boolean }
  /** Text where a flag or an object should be. */
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
  /** Its keys as they were sent, for the messages that show them. */
  readonly sent: unknown;
  /** A key that may not stand here. */
  readonly unknown?: string;
}

export type FieldsAst = { readonly kind: 'all' } | { readonly kind: 'names'; readonly names: readonly string[] };

/** Pagination as sent: text that has not been read as numbers yet. */
export interface PageAst {
  readonly page?: string;
  readonly pageSize?: string;
  readonly start?: string;
  readonly limit?: string;
  readonly withCount?: string;
}
