import type { CheckedPopulate } from './exact.js';
import type { Filters } from './filters.js';
import type { CreateInput, Input } from './input.js';
import type { LocaleOf } from './names.js';
import type { CursorPage, NumberedPage } from './populate.js';
import type { Sort } from './sort.js';

/** The two states of a document that are stored and read. */
export type Status = 'draft' | 'published';

/** Which version of a document. */
export interface VersionQuery<S> {
  status?: Status;
  /** A locale of the configuration. */
  locale?: LocaleOf<S>;
}

/** The part of a query that decides the type of its result. */
export interface ShownQuery<S, F, P> extends VersionQuery<S> {
  /** The values to show; by default all of them. `id` and `documentId` are always shown. */
  fields?: F;
  /** Relations, components, zones and media to show. */
  populate?: CheckedPopulate<S, P>;
}

/** The documents of a query. */
export interface MatchQuery<S> {
  filters?: Filters<S>;
  /** Text to search for. */
  _q?: string;
  publicationFilter?: PublicationFilter;
}

export type PublicationFilter =
  | 'never-published'
  | 'has-published-version'
  | 'modified'
  | 'unmodified'
  | 'never-published-document'
  | 'has-published-version-document'
  | 'published-without-draft'
  | 'published-with-draft';

/** A cursor comes from an answer, or is empty text for the first page (`after`) or the last page (`before`). */
type PageQuery = (NumberedPage | CursorPage) & { withCount?: boolean };

/** A code, several codes, or `*` for all of them. */
export type LocaleFilter<S> = LocaleOf<S> | '*' | readonly LocaleOf<S>[];

export interface FirstQuery<S, F, P> extends Omit<ShownQuery<S, F, P>, 'locale'>, MatchQuery<S> {
  /** `_score` ranks the results of `_q`, where the definition has `search: true`. */
  sort?: Sort<S> | '_score';
  locale?: LocaleFilter<S>;
}

export interface FindQuery<S, F, P> extends FirstQuery<S, F, P> {
  pagination?: PageQuery;
}

export interface CountQuery<S> extends Omit<VersionQuery<S>, 'locale'>, MatchQuery<S> {
  locale?: LocaleFilter<S>;
}

export interface OneQuery<S, F, P> extends ShownQuery<S, F, P> {
  filters?: Filters<S>;
}

export interface LockQuery {
  /** Inside a transaction: others cannot write the document until it ends. */
  lock?: boolean;
}

export interface WriteQuery<S, F, P> extends ShownQuery<S, F, P> {
  /** The ETag of the state that the write expects. */
  ifMatch?: string;
}

export interface CreateQuery<S, F, P> extends ShownQuery<S, F, P> {
  data: CreateInput<S>;
}

export interface UpdateQuery<S, F, P> extends WriteQuery<S, F, P> {
  data: Input<S>;
}

export interface ActionQuery<S, F, P> extends Omit<WriteQuery<S, F, P>, 'status'> {}

export interface DeleteQuery<S> {
  /** By default the default locale; `*` deletes all of them. */
  locale?: LocaleOf<S> | '*';
  filters?: Filters<S>;
  ifMatch?: string;
}
