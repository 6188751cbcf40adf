function openClient<Documents>(
  options: ClientOptions,
  paths: Record<string, string>,
  users?: string,
): Documents & AnyClient {
  const connection: Connection = { ...options, known: new Map() };
  return new Proxy(Object.create(null), {
    get: (_, name) => {
      if (name === CONNECTION) return connection;
      // A promise would have `then`.
      if (typeof name !== 'string' || name === 'then') return undefined;
      return name === users ? usersOf(connection) : callsOf(connection, paths[name] ?? kebab(name));
    },
  });
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function callsOf(connection: Connection, path: string) {
  const read = (at: string, query: object = {}, options?: RequestOptions) => send(connection, at, { query, ...options });
  const write = (method: string, at: string, { data, ifMatch, ...query }: Sent = {}, options?: object) =>
    send(connection, at, { method, query, ifMatch, ...(data === undefined ? {} : { body: { data } }), ...options });
  /** A single type has no ids: the query comes first. */
  const placed =
    (method: string, suffix = '') =>
    (...args: unknown[]) => {
      const [id, query, options] = typeof args[0] === 'string' ? args : [undefined, ...args];
      const at = join(path, id as string | undefined) + suffix;
      return write(method, at, query as Sent | undefined, { ...(options as RequestOptions), repeatable: suffix !== '' });
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
      send(connection, `${path}/actions/bulk`, { method: 'POST', query, body: { action, data }, ...options }),
  };
}

/** Users have no envelope: `GET /users` answers a list, and `POST /users` takes the values themselves. */
function usersOf(connection: Connection) {
  const ask = async (at: string, request: ApiRequest, meta = {}) => {
    const answer = await send(connection, at, request);
    return isFailure(answer) ? answer : { data: answer, meta };
  };
  return {
    find: (query?: object, options?: RequestOptions) => ask('users', { query, ...options }, { pagination: {} }),
    findOne: (id: string, query?: object, options?: RequestOptions) => ask(join('users', id), { query, ...options }),
    findFirst: async (query?: object, options?: RequestOptions) => {
      const found = await ask('users', { query: { ...query, pagination: { start: 0, limit: 1 } }, ...options });
      return isFailure(found) ? found : { data: (found.data as unknown[])[0] ?? null, meta: {} };
    },
    count: (query?: object, options?: RequestOptions) => ask('users/count', { query, ...options }),
    create: ({ data }: Sent, options?: RequestOptions) => ask('users', { method: 'POST', body: data, ...options }),
    update: (id: string, { data }: Sent, options?: RequestOptions) =>
      ask(join('users', id), { method: 'PUT', body: data, ...options }),
    delete: async (id: string, options?: RequestOptions) => {
      const answer = await ask(join('users', id), { method: 'DELETE', ...options });
      return isFailure(answer) ? answer : { data: undefined };
    },
  };
}

function isFailure(answer: unknown): answer is Failure {
  return (answer as Failure | null)?.data === null && 'error' in (answer as object);
}

type ListAnswer = Failure | { data: unknown[]; meta: { pagination: { total: number } }; error?: undefined };

function join(path: string, id?: string): string {
  return id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
}
