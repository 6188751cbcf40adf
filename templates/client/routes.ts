/** A route of your own, as `RoutesOf` of `@content-gen/runtime/hono` describes it; `undefined` is not declared. */
export interface OwnRoute {
  method: string;
  path: string;
  body: unknown;
  query: unknown;
  params: unknown;
  answer: unknown;
}

/** Without routes of your own, `request` takes every path. */
type CustomCalls<Routes extends OwnRoute> = [Routes] extends [never] ? AnyRoutes : RouteCalls<Routes>;

interface RouteCalls<Routes extends OwnRoute> {
  /** A route of your own: below `url`, or with a slash from the root of its host. */
  request<Path extends PathOf<Routes>>(
    path: Path,
    ...needed: NeededAt<RouteAt<Routes, Path>>
  ): Promise<Answered<AnswerAt<Routes, Path, UsualMethod<RouteAt<Routes, Path>>>>>;
  /** `method` may be absent for `GET`, and for a `POST` with a declared body if the path has no `GET`. */
  request<Path extends PathOf<Routes>, Method extends MethodAt<Routes, Path> = UsualMethod<RouteAt<Routes, Path>>>(
    path: Path,
    options: RouteRequest<RouteAt<Routes, Path>, Method>,
  ): Promise<Answered<AnswerAt<Routes, Path, Method>>>;
}

/** A path from the root of the host, or below `url`. */
type PathOf<Route> = Route extends { path: infer Path extends string } ? Spelling<Path> : never;
type Spelling<Path extends string> = Path | (Path extends `${Prefix}/${infer Rest}` ? Rest : never);
type RouteAt<Routes, Path> = Routes extends OwnRoute ? (Path extends Spelling<Routes['path']> ? Routes : never) : never;
type MethodAt<Routes, Path> = RouteAt<Routes, Path>['method'];
type AnswerAt<Routes, Path, Method> = Extract<RouteAt<Routes, Path>, { method: Method }>['answer'];

/** Nothing for a `GET` without `params` and without a query that has to be there. */
type NeededAt<Routes extends OwnRoute> = [PlainRoute<Routes>] extends [never]
  ? [options: RouteRequest<Routes, UsualMethod<Routes>>]
  : [];
type PlainRoute<Routes> = Routes extends { method: 'GET'; params: undefined; query: infer Query }
  ? Query extends undefined
    ? Routes
    : object extends Query
      ? Routes
      : never
  : never;

/** The method that a request has if it names none. */
type ImpliedMethod<Routes extends OwnRoute> = 'GET' extends Routes['method']
  ? 'GET'
  : Routes extends { method: 'POST' }
    ? undefined extends Routes['body']
      ? never
      : 'POST'
    : never;
type UsualMethod<Routes extends OwnRoute> = [ImpliedMethod<Routes>] extends [never]
  ? Routes['method']
  : ImpliedMethod<Routes> & Routes['method'];

type RouteRequest<Routes extends OwnRoute, Method> = RequestOptions & { method?: Method } & ([
    Method,
  ] extends [ImpliedMethod<Routes>]
    ? unknown
    : { method: Method }) &
  RouteValues<Extract<Routes, { method: Method }>>;

/** What a route does not declare is free, except that a `GET` has no body. */
type RouteValues<Route extends OwnRoute> = ([Route['body']] extends [undefined]
  ? { body?: Route['method'] extends 'GET' ? undefined : unknown }
  : { body: Route['body'] }) &
  ([Route['query']] extends [undefined]
    ? { query?: object }
    : object extends Route['query']
      ? { query?: Route['query'] }
      : { query: Route['query'] }) &
  ([Route['params']] extends [undefined] ? unknown : { params: ParamValues<Route['params']> });

type ParamValues<Params> = { [Name in keyof Params]: Params[Name] | number };
