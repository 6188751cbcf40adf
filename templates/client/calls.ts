interface ClientNames {
  /** The paths that do not follow from a name. */
  paths: Record<string, string>;
  /** The name of the users, which have requests of their own. */
  users?: string;
  /** The types with an attribute `meta`. */
  meta?: string[];
}

function openClient<Documents>(options: ClientOptions, { paths, users, meta = [] }: ClientNames): Documents & AnyClient {
  const connection: Connection = { ...options, known: new Map() };
  return new Proxy(Object.create(null), {
    get: (_, name) => {
      if (name === CONNECTION) return connection;
      // A promise would have `then`.
      if (typeof name !== 'string' || name === 'then') return undefined;
      if (name === users) return usersOf(connection);
      // A single type may have this name, too.
      if (name === 'request' && !paths[name])
        return (path: string, options?: CustomRequest) => request({ [CONNECTION]: connection }, path, options);
      return callsOf(connection, paths[name] ?? kebab(name), meta.indexOf(name) >= 0);
    },
  });
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function callsOf(connection: Connection, path: string, hasMeta: boolean) {
  const ask = async (at: string | undefined, request: ApiRequest) => {
    const answer = await send(connection, at, request);
    return answer.error ? answer : envelopeOf(answer, hasMeta);
  };
  const read = (at: string | undefined, query: object = {}, options?: RequestOptions) => ask(at, { query, ...options });
  const write = (method: string, at: string | undefined, { data, ifMatch, ...query }: Sent = {}, options?: object) =>
    ask(at, { method, query, ifMatch, ...(data === undefined ? {} : { body: { data } }), ...options });
  /** A single type has no ids: the query comes first. */
  const placed =
    (method: string, suffix = '') =>
    (...args: unknown[]) => {
      const [id, query, options] = typeof args[0] === 'string' ? args : [undefined, ...args];
      const at = id === undefined ? path + suffix : join(path, id as string, suffix);
      return write(method, at, query as Sent | undefined, { ...(options as RequestOptions), repeatable: true });
    };
  const list = (query: object, options?: RequestOptions) => read(path, query, options) as Promise<ListAnswer>;
  return {
    find: (query?: object, options?: RequestOptions) => read(path, query, options),
    findOne: (id: string, query?: object, options?: RequestOptions) => read(join(path, id), query, options),
    findFirst: async (query?: object, options?: RequestOptions) => {
      const found = await list({ ...query, pagination: { start: 0, limit: 1, withCount: false } }, options);
      return found.error ? found : { data: found.data[0] ?? null, meta: {} };
    },
    count: async (query?: object, options?: RequestOptions) => {
      const counted = { ...query, fields: [], pagination: { start: 0, limit: 1, withCount: true } };
      const found = await list(counted, options);
      return found.error ? found : { data: found.meta.pagination.total };
    },
    create: (query: Sent, options?: RequestOptions) => write('POST', path, query, options),
    update: placed('PUT'),
    delete: placed('DELETE'),
    publish: placed('POST', '/actions/publish'),
    unpublish: placed('POST', '/actions/unpublish'),
    discard: placed('POST', '/actions/discard'),
    bulk: ({ action, data, ...query }: Sent & { action: string }, options?: RequestOptions) =>
      ask(`${path}/actions/bulk`, { method: 'POST', query, body: { action, data }, ...options }),
  };
}

/** A response with documents, and the tag of a single one. `meta` of a document on the wire is none of its values. */
function envelopeOf({ body, etag }: Answer, hasMeta: boolean): object {
  const { data } = body as { data?: { meta?: unknown } | null | (object | null)[] };
  for (const one of Array.isArray(data) ? data : [data]) if (one && !hasMeta) delete (one as { meta?: unknown }).meta;
  return { ...(body as object), ...(data && !Array.isArray(data) ? { etag } : {}) };
}

/** Users have no envelope: `GET /users` answers a list, and `POST /users` takes the values themselves. */
function usersOf(connection: Connection) {
  const ask = async (at: string | undefined, request: ApiRequest, rest: (answer: Answer) => object) => {
    const answer = await send(connection, at, request);
    return answer.error ? answer : { data: answer.body, ...rest(answer) };
  };
  const whole = () => ({ meta: {} });
  /** `users/count` is no user. */
  const of = (id: string) => (id === 'count' ? undefined : join('users', id));
  return {
    find: (query?: object, options?: RequestOptions) =>
      ask('users', { query, ...options }, () => ({ meta: { pagination: {} } })),
    findOne: (id: string, query?: object, options?: RequestOptions) =>
      ask(of(id), { query, ...options }, ({ etag }) => ({ meta: {}, etag })),
    findFirst: (query?: object, options?: RequestOptions) =>
      ask('users', { query: { ...query, pagination: { start: 0, limit: 1 } }, ...options }, ({ body }) => ({
        data: (body as unknown[])[0] ?? null,
        meta: {},
      })),
    count: (query?: object, options?: RequestOptions) => ask('users/count', { query, ...options }, () => ({})),
    create: ({ data }: Sent, options?: RequestOptions) => ask('users', { method: 'POST', body: data, ...options }, whole),
    update: (id: string, { data }: Sent, options?: RequestOptions) =>
      ask(of(id), { method: 'PUT', body: data, ...options }, whole),
    delete: (id: string, options?: RequestOptions) =>
      ask(of(id), { method: 'DELETE', ...options }, () => ({ data: undefined })),
  };
}

/** A route of your own: below `url`, or with a slash from the root of its host. `client.request` is the same. */
export async function request<T = unknown>(
  { [CONNECTION]: connection }: AnyClient,
  path: string,
  options: CustomRequest = {},
): Promise<Answered<T>> {
  const { method = options.body === undefined ? 'GET' : 'POST', params, ...rest } = options;
  const at = params ? fill(path, params as Record<string, unknown>) : path;
  const answer = await send(connection, at, { ...rest, method: method.toUpperCase(), text: true });
  return answer.error ? answer : { data: (answer === NOTHING ? undefined : answer.body) as T };
}

/** The path with its parameters. Hono writes `:name`, `:name{pattern}`, and `:name?` for one that may be absent. */
function fill(path: string, params: Record<string, unknown>): string | undefined {
  let isWhole = true;
  const pattern = /(^|\/):([^/{}?]+)(?:\{(?:[^{}]|\{[^{}]*\})*\})?(\?)?/g;
  const filled = path.replace(pattern, (_, before: string, name: string, optional?: string) => {
    const value = String(params[name] ?? '');
    if (!value && optional) return '';
    if (/^\.{0,2}$/.test(value)) isWhole = false;
    return before + encodeURIComponent(value);
  });
  return isWhole ? filled : undefined;
}

type ListAnswer = Failure | { data: unknown[]; meta: { pagination: { total: number } }; error?: undefined };

/** The path of a document. An id that a URL does not keep as a part of its path is none, because it would name a list. */
function join(path: string, id: string, suffix = ''): string | undefined {
  return /^\.{0,2}$/.test(id) ? undefined : `${path}/${encodeURIComponent(id)}${suffix}`;
}
