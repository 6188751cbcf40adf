/** A problem that the API reports, or that kept a request from reaching it (`status: 0`). */
export interface ApiError {
  status: number;
  name: ErrorName;
  message: string;
  details?: ErrorDetails;
}

/** The names that the API has today; a later server, or a proxy, may have others. */
export type ErrorName =
  | ('ValidationError' | 'PaginationError' | 'ApplicationError' | 'BadRequestError')
  | ('UnauthorizedError' | 'ForbiddenError' | 'NotFoundError' | 'MethodNotAllowedError')
  | ('PreconditionFailedError' | 'PayloadTooLargeError' | 'UnsupportedMediaTypeError' | 'RateLimitError')
  | ('InternalServerError' | 'ServiceUnavailableError' | 'InsufficientStorageError' | 'ServerError' | 'NetworkError')
  | (string & {});

export interface ErrorDetails {
  /** The problems of a body, with the path of each. */
  errors?: { path: string[]; name: string; message: string; value?: unknown }[];
  [key: string]: unknown;
}

/** The result of a call that failed. Calls throw only if they are aborted or have no meaning. */
export interface Failure {
  data: null;
  meta?: undefined;
  error: ApiError;
}

export interface ClientOptions {
  /** The address of the API with its prefix: `https://www.example.org/api`. */
  url: string;
  /** An API token, or a function that returns the current one. `signIn` takes its place. */
  token?: string | (() => string | undefined | Promise<string | undefined>);
  fetch?: typeof fetch;
  /** How often a request is repeated: a read that was lost, and what a busy server refused (503, 429); 3. */
  retries?: number;
  /** `include`: the browser keeps and sends the cookie of a session although the API has another host. */
  credentials?: RequestInit['credentials'];
  /** Called with each session that begins or is refreshed, and with nothing when it ends: to store it for `resume`. */
  onSession?: (session: Session | undefined) => void;
}

export interface RequestOptions {
  signal?: AbortSignal;
}

export interface Session {
  jwt: string;
  refreshToken?: string;
  /** Absent after a `refresh` without a sign-in: a page that was loaded again. */
  user?: SessionUser;
}

export interface SessionUser {
  id: number;
  documentId: string;
  username: string;
  email: string;
}

/** A request to a route of your own. */
export interface CustomRequest extends RequestOptions {
  /** `GET`, unless the request has a body: then `POST`. */
  method?: string;
  query?: object;
  /** A value that is sent as JSON, or `FormData`. */
  body?: unknown;
  /** The values of `:name` in the path. */
  params?: object;
}

interface AnyRoutes {
  /** A route of your own: below `url`, or with a slash from the root of its host. */
  request<T = unknown>(path: string, options?: CustomRequest): Promise<Answered<T>>;
}

type Answered<T> = { data: T; error?: undefined } | Failure;

interface Connection extends ClientOptions {
  /** The same object while it is refreshed, so that a request can tell a refreshed session from another one. */
  session?: Session | undefined;
  /** Gets the next token of a session in place of a refused one. The functions of sessions set it. */
  renew?: ((session: Session, refused: string, signal?: AbortSignal) => Promise<boolean>) | undefined;
  /** The refresh under way. */
  renewing?: Promise<Answered<Session>> | undefined;
  /** Responses by address and token, to be used again while the server says that they are current. */
  known: Map<string, { etag: string; text: string }>;
}

interface ApiRequest extends RequestOptions {
  method?: string;
  query?: object | undefined;
  body?: unknown;
  ifMatch?: string | undefined;
  /** Whether it may be sent twice; by default all but POST and PATCH. */
  repeatable?: boolean;
  /** A response that is not JSON is its text. */
  text?: boolean;
  /** Without the token of the client: an expired one is a 401, and its role need not have the right to sign in. */
  anonymous?: boolean;
}

type Sent = { data?: unknown; ifMatch?: string; [parameter: string]: unknown };

const CONNECTION: unique symbol = Symbol('connection');

/** A response of the API. */
interface Answer {
  body: unknown;
  etag: string;
  headers?: Headers;
  error?: undefined;
}

/** Any client of this file. */
interface AnyClient {
  readonly [CONNECTION]: Connection;
}
