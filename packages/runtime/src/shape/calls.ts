import type { CheckedPopulate } from './exact.js';
import type { Filters } from './filters.js';
import type { CreateInput, Input } from './input.js';
import type { FieldName } from './names.js';
import type { Populate, ShapeOf } from './populate.js';
import type { Result } from './result.js';
import type { Sort } from './sort.js';

/** Which version of a document. */
interface VersionQuery {
  status?: 'draft' | 'published';
  locale?: string;
}

/** The part of a query that decides the type of its result. */
interface ShownQuery<S, F, P> extends VersionQuery {
  /** The values to show; by default all of them. `id` and `documentId` are always shown. */
  fields?: readonly F[];
  /** Relations, components, zones and media to show. */
  populate?: P & CheckedPopulate<S, P>;
}

/** The documents of a query. */
interface MatchQuery<S> {
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

type PageQuery =
  | { page?: number; pageSize?: number; withCount?: boolean; start?: never; limit?: never }
  | { start?: number; limit?: number; withCount?: boolean; page?: never; pageSize?: never };

export interface FirstQuery<S, F, P> extends Omit<ShownQuery<S, F, P>, 'locale'>, MatchQuery<S> {
  sort?: Sort<S>;
  /** A code, several codes, or `*` for all of them. */
  locale?: string | readonly string[];
}

export interface FindQuery<S, F, P> extends FirstQuery<S, F, P> {
  pagination?: PageQuery;
}

export interface CountQuery<S> extends Omit<VersionQuery, 'locale'>, MatchQuery<S> {
  locale?: string | readonly string[];
}

export interface OneQuery<S, F, P> extends ShownQuery<S, F, P> {
  filters?: Filters<S>;
}

interface WriteQuery<S, F, P> extends ShownQuery<S, F, P> {
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
  locale?: string;
  filters?: Filters<S>;
  ifMatch?: string;
}

/** One document, as `GET /api/articles/:documentId` answers. */
export interface OneDocument<Data> {
  data: Data;
  meta: Record<string, never>;
}

/** Some documents, as `GET /api/articles` answers. */
export interface Page<Data> {
  data: Data[];
  meta: { pagination: Pagination };
}

/** With `page` and `pageSize`, or with `start` and `limit`, as the query had them. */
export interface Pagination {
  page?: number;
  pageSize?: number;
  pageCount?: number;
  start?: number;
  limit?: number;
  total?: number;
}

/** The response of a create has no row id in the `documented` profile. */
type Created<Data> = Data extends { id: infer Key }
  ? Flat<{ id?: Key } & { [Name in keyof Data as Name extends 'id' ? never : Name]: Data[Name] }>
  : Data;

type Flat<T> = T extends infer U ? { [Name in keyof U]: U[Name] } : never;

type Names<S> = FieldName<S>;

/** Calls that read documents of a collection type. */
export interface ReadCalls<S> {
  find<const F extends Names<S> = Names<S>, const P extends Populate<S> = readonly []>(
    query?: FindQuery<S, F, P>,
  ): Promise<Page<Result<S, F, P>>>;
  /** Throws a `NotFoundError` if there is no such document. */
  findOne<const F extends Names<S> = Names<S>, const P extends Populate<S> = readonly []>(
    documentId: string,
    query?: OneQuery<S, F, P>,
  ): Promise<OneDocument<Result<S, F, P>>>;
  /** The first document of a query; null if there is none. */
  findFirst<const F extends Names<S> = Names<S>, const P extends Populate<S> = readonly []>(
    query?: FirstQuery<S, F, P>,
  ): Promise<OneDocument<Result<S, F, P> | null>>;
  count(query?: CountQuery<S>): Promise<number>;
}

/** Calls that write documents of a collection type. */
export interface WriteCalls<S> {
  create<const F extends Names<S> = Names<S>, const P extends Populate<S> = readonly []>(
    query: CreateQuery<S, F, P>,
  ): Promise<OneDocument<Created<Result<S, F, P>>>>;
  update<const F extends Names<S> = Names<S>, const P extends Populate<S> = readonly []>(
    documentId: string,
    query: UpdateQuery<S, F, P>,
  ): Promise<OneDocument<Result<S, F, P>>>;
  /** A document that does not exist is no error. */
  delete(documentId: string, query?: DeleteQuery<S>): Promise<void>;
}

type Action<S> = <const F extends Names<S> = Names<S>, const P extends Populate<S> = readonly []>(
  documentId: string,
  query?: ActionQuery<S, F, P>,
) => Promise<OneDocument<Result<S, F, P>>>;

/** Calls of a collection type with drafts. */
export interface DraftCalls<S> {
  publish: Action<S>;
  unpublish: Action<S>;
  /** Makes the draft equal to the published version. */
  discard: Action<S>;
}

type SingleAction<S> = <const F extends Names<S> = Names<S>, const P extends Populate<S> = readonly []>(
  query?: ActionQuery<S, F, P>,
) => Promise<OneDocument<Result<S, F, P>>>;

/** Calls of a single type. */
export interface SingleCalls<S> {
  /** Throws a `NotFoundError` before the first write. */
  find<const F extends Names<S> = Names<S>, const P extends Populate<S> = readonly []>(
    query?: OneQuery<S, F, P>,
  ): Promise<OneDocument<Result<S, F, P>>>;
  /** The first update creates the document. */
  update<const F extends Names<S> = Names<S>, const P extends Populate<S> = readonly []>(
    query: UpdateQuery<S, F, P>,
  ): Promise<OneDocument<Result<S, F, P>>>;
  delete(query?: DeleteQuery<S>): Promise<void>;
}

export interface SingleDraftCalls<S> {
  publish: SingleAction<S>;
  unpublish: SingleAction<S>;
  discard: SingleAction<S>;
}

/** The calls of one type. */
export type Calls<S> = S extends { $: { single: infer Single; drafts: infer Drafts; uid: infer Uid } }
  ? Single extends true
    ? SingleCalls<S> & (Drafts extends true ? SingleDraftCalls<S> : unknown)
    : Uid extends 'plugin::users-permissions.user'
      ? ReadCalls<S>
      : ReadCalls<S> & WriteCalls<S> & (Drafts extends true ? DraftCalls<S> : unknown)
  : never;

/** The documents of a project for one caller, by the plural name of their type; a single type has its own name. */
export type Documents<Models> = {
  readonly [Name in keyof Models as NameOf<Models[Name]>]: Calls<ShapeOf<Models[Name]>>;
};

type NameOf<M> = ShapeOf<M> extends { $: { name: infer Name extends string } } ? Name : never;
