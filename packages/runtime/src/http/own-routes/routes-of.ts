import type { Endpoint, ExtractSchema } from 'hono/types';
import type { ClientErrorStatusCode, ServerErrorStatusCode } from 'hono/utils/http-status';

/**
 * The routes of a Hono app as types alone, for `createClient<Routes>` of a generated client: a union with the method,
 * the path, and what the route takes and answers. The app is one chain of calls, because Hono adds types to the result
 * of each call.
 */
export type RoutesOf<App> = {
  [Path in keyof ExtractSchema<App> & string]: {
    [Method in keyof ExtractSchema<App>[Path] & string]: RouteOf<Path, Method, ExtractSchema<App>[Path][Method]>;
  }[keyof ExtractSchema<App>[Path] & string];
}[keyof ExtractSchema<App> & string];

/** A route of your own. What it does not declare is `undefined`. */
export interface OwnRoute {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly query: unknown;
  readonly params: unknown;
  readonly answer: unknown;
}

/** Distributes over the answers of a route. An answer that is an error is the `error` of the client. */
type RouteOf<Path extends string, Method extends string, Each> = Each extends Endpoint
  ? Each['status'] extends ClientErrorStatusCode | ServerErrorStatusCode
    ? never
    : {
        readonly [Name in MethodOf<Method>]: {
          readonly method: Name;
          readonly path: Path;
          readonly body: PartOf<Each['input'], 'json'>;
          readonly query: PartOf<Each['input'], 'query'>;
          readonly params: PartOf<Each['input'], 'param'>;
          readonly answer: Each['outputFormat'] extends 'json' | 'text' ? AnswerOf<Each['output']> : unknown;
        };
      }[MethodOf<Method>]
  : never;

type MethodOf<Method extends string> = Method extends '$all'
  ? 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  : Method extends `$${infer Name}`
    ? Uppercase<Name>
    : never;

type PartOf<Input, Name extends string> = Input extends { [Key in Name]: infer Part } ? Part : undefined;

/** A handler that returns a `Response` says nothing of its body, which Hono shows as `{}`. */
type AnswerOf<Output> = keyof Output extends never ? (Output extends object ? unknown : Output) : Output;
