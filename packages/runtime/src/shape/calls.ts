import type { BulkCreate, BulkDelete, BulkDraftAction, BulkResult, BulkUpdate } from './bulk.js';
import type { CreateInput, Input } from './input.js';
import type { FieldList } from './names.js';
import type { ShapeOf } from './populate.js';
import type {
  ActionQuery,
  CountQuery,
  CreateQuery,
  DeleteQuery,
  FindQuery,
  FirstQuery,
  LockQuery,
  OneQuery,
  ShownQuery,
  UpdateQuery,
} from './queries.js';
import type { Result } from './result.js';
import type { ToOne } from './values.js';

/** The first document of a query, or a user that a client has written. */
export interface FoundDocument<Data> {
  data: Data;
  meta: Record<string, never>;
}

/** One document, as `GET /api/articles/:documentId` answers. */
export interface OneDocument<Data> extends FoundDocument<Data> {
  /** The ETag of the state that `data` shows. A write with it as `ifMatch` is refused if the document has changed. */
  etag: string;
}

/** Some documents, as `GET /api/articles` answers. */
export interface Page<Data> {
  data: Data[];
  meta: { pagination: Pagination };
}

/** With `page` and `pageSize`, with `start` and `limit`, or with the cursors of the next pages, as the query had them. */
export interface Pagination {
  page?: number;
  pageSize?: number;
  pageCount?: number;
  start?: number;
  limit?: number;
  /** The cursor of the next page; null on the last page. */
  after?: string | null;
  /** The cursor of the previous page; null on the first page. */
  before?: string | null;
  total?: number;
}

/** The response of a create has no row id in the `documented` profile. */
type Created<Data> = Data extends { id: infer Key }
  ? Flat<{ id?: Key } & { [Name in keyof Data as Name extends 'id' ? never : Name]: Data[Name] }>
  : Data;

type Flat<T> = T extends infer U ? { [Name in keyof U]: U[Name] } : never;

/**
 * What a call returns. In code, errors are thrown; in a client they are values, which `error` tells apart. `O` are more
 * arguments that a client takes.
 */
type Outcome<T, E> = [E] extends [never]
  ? T
  : (T extends object ? T & { error?: undefined } : { data: T extends void ? undefined : T; error?: undefined }) | E;

/** Only code has transactions. */
type Lock<E> = [E] extends [never] ? LockQuery : unknown;

/** Calls that read documents of a collection type. */
export interface ReadCalls<S, E = never, O extends unknown[] = []> {
  find<const F extends FieldList<S> = undefined, const P = unknown>(
    query?: FindQuery<S, F, P>,
    ...options: O
  ): Promise<Outcome<Page<Result<S, F, P>>, E>>;
  /** A document that does not exist is a `NotFoundError`. */
  findOne<const F extends FieldList<S> = undefined, const P = unknown>(
    documentId: string,
    query?: OneQuery<S, F, P> & Lock<E>,
    ...options: O
  ): Promise<Outcome<OneDocument<Result<S, F, P>>, E>>;
  /** The first document of a query; null if there is none. */
  findFirst<const F extends FieldList<S> = undefined, const P = unknown>(
    query?: FirstQuery<S, F, P>,
    ...options: O
  ): Promise<Outcome<FoundDocument<Result<S, F, P> | null>, E>>;
  count(query?: CountQuery<S>, ...options: O): Promise<Outcome<number, E>>;
}

/** Calls that write documents of a collection type. */
export interface WriteCalls<S, E = never, O extends unknown[] = []> {
  create<const F extends FieldList<S> = undefined, const P = unknown>(
    query: CreateQuery<S, F, P>,
    ...options: O
  ): Promise<Outcome<OneDocument<Created<Result<S, F, P>>>, E>>;
  update<const F extends FieldList<S> = undefined, const P = unknown>(
    documentId: string,
    query: UpdateQuery<S, F, P>,
    ...options: O
  ): Promise<Outcome<OneDocument<Result<S, F, P>>, E>>;
  /** A document that does not exist is no error. */
  delete(documentId: string, query?: DeleteQuery<S>, ...options: O): Promise<Outcome<void, E>>;
  /** One action on many documents; see docs/bulk.md. */
  bulk<const F extends FieldList<S> = undefined, const P = unknown>(
    query: BulkCreate<S, F, P> | BulkUpdate<S, F, P>,
    ...options: O
  ): Promise<Outcome<BulkResult<Created<Result<S, F, P>>>, E>>;
  bulk(query: BulkDelete<S>, ...options: O): Promise<Outcome<BulkResult<{ documentId: string }>, E>>;
}

/** `data` of a new user: users sign in with a password, and every user has a role. */
type NewUser<S> = CreateInput<S> & { password: string; role: NonNullable<ToOne> };

interface NewUserQuery<S, F, P> extends ShownQuery<S, F, P> {
  data: NewUser<S>;
}

interface ChangedUserQuery<S, F, P> extends ShownQuery<S, F, P> {
  data: Input<S>;
}

/** Calls that write users. `role` is the name of a role of the config, or its `documentId`. */
export interface UserCalls<S> {
  create<const F extends FieldList<S> = undefined, const P = unknown>(
    query: NewUserQuery<S, F, P>,
  ): Promise<OneDocument<Result<S, F, P>>>;
  /** A new password, or `blocked: true`, ends all sessions of the user. */
  update<const F extends FieldList<S> = undefined, const P = unknown>(
    documentId: string,
    query: ChangedUserQuery<S, F, P>,
  ): Promise<OneDocument<Result<S, F, P>>>;
  /** A user that does not exist is no error. */
  delete(documentId: string): Promise<void>;
}

/** Calls of a client that write users. The response has all values and the role; `role` in `data` is an id. */
export interface UserRequests<S, E, O extends unknown[]> {
  create(query: { data: NewUser<S> }, ...options: O): Promise<Outcome<FoundDocument<WrittenUser<S>>, E>>;
  update(
    documentId: string,
    query: { data: Input<S> },
    ...options: O
  ): Promise<Outcome<FoundDocument<WrittenUser<S>>, E>>;
  delete(documentId: string, ...options: O): Promise<Outcome<void, E>>;
}

type WrittenUser<S> = Result<S, undefined, { role: true }>;

type Action<S, E, O extends unknown[]> = <const F extends FieldList<S> = undefined, const P = unknown>(
  documentId: string,
  query?: ActionQuery<S, F, P>,
  ...options: O
) => Promise<Outcome<OneDocument<Result<S, F, P>>, E>>;

/** Calls of a collection type with drafts. */
export interface DraftCalls<S, E = never, O extends unknown[] = []> {
  publish: Action<S, E, O>;
  unpublish: Action<S, E, O>;
  /** Makes the draft equal to the published version. */
  discard: Action<S, E, O>;
  bulk<const F extends FieldList<S> = undefined, const P = unknown>(
    query: BulkDraftAction<S, F, P>,
    ...options: O
  ): Promise<Outcome<BulkResult<Result<S, F, P>>, E>>;
}

type SingleAction<S, E, O extends unknown[]> = <const F extends FieldList<S> = undefined, const P = unknown>(
  query?: ActionQuery<S, F, P>,
  ...options: O
) => Promise<Outcome<OneDocument<Result<S, F, P>>, E>>;

/** Calls of a single type. */
export interface SingleCalls<S, E = never, O extends unknown[] = []> {
  /** A `NotFoundError` before the first write. */
  find<const F extends FieldList<S> = undefined, const P = unknown>(
    query?: OneQuery<S, F, P> & Lock<E>,
    ...options: O
  ): Promise<Outcome<OneDocument<Result<S, F, P>>, E>>;
  /** The first update creates the document. */
  update<const F extends FieldList<S> = undefined, const P = unknown>(
    query: UpdateQuery<S, F, P>,
    ...options: O
  ): Promise<Outcome<OneDocument<Result<S, F, P>>, E>>;
  delete(query?: DeleteQuery<S>, ...options: O): Promise<Outcome<void, E>>;
}

export interface SingleDraftCalls<S, E = never, O extends unknown[] = []> {
  publish: SingleAction<S, E, O>;
  unpublish: SingleAction<S, E, O>;
  discard: SingleAction<S, E, O>;
}

/** The calls of one type. */
export type Calls<S, E = never, O extends unknown[] = []> = S extends {
  $: { single: infer Single; drafts: infer Drafts; uid: infer Uid };
}
  ? Single extends true
    ? SingleCalls<S, E, O> & (Drafts extends true ? SingleDraftCalls<S, E, O> : unknown)
    : Uid extends 'plugin::users-permissions.user'
      ? ReadCalls<S, E, O> & ([E] extends [never] ? UserCalls<S> : UserRequests<S, E, O>)
      : ReadCalls<S, E, O> & WriteCalls<S, E, O> & (Drafts extends true ? DraftCalls<S, E, O> : unknown)
  : never;

/** The documents of a project for one caller, by the plural name of their type; a single type has its own name. */
export type Documents<Models> = {
  readonly [Name in keyof Models as NameOf<Models[Name]>]: Calls<ShapeOf<Models[Name]>>;
};

/** The same through HTTP, where errors `E` are values and calls take more arguments `O`. */
export type ClientDocuments<Models, E, O extends unknown[]> = {
  readonly [Name in keyof Models as NameOf<Models[Name]>]: Calls<ShapeOf<Models[Name]>, E, O>;
};

type NameOf<M> = ShapeOf<M> extends { $: { name: infer Name extends string } } ? Name : never;
