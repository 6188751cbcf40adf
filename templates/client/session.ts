/** What a registration or a new password answers. There is no session before the address of a user is confirmed. */
export interface Entered extends Partial<Session> {
  user: SessionUser;
}

/** Signs in a user. The client sends the token of the session from now on, and refreshes it when it has expired. */
export function signIn(
  client: AnyClient,
  credentials: { identifier: string; password: string },
  options?: RequestOptions,
): Promise<Answered<Session & { user: SessionUser }>> {
  // The response of a sign-in has a session.
  return enter(client, 'auth/local', credentials, options) as Promise<Answered<Session & { user: SessionUser }>>;
}

/** Registers a user, who is signed in then, unless the address has to be confirmed first. */
export function register(
  client: AnyClient,
  values: Registration,
  options?: RequestOptions,
): Promise<Answered<Entered>> {
  return enter(client, 'auth/local/register', values, options);
}

/** Goes on with a session that `onSession` got, for example after a restart of an app. */
export function resume(client: AnyClient, session: Session): void {
  keep(client[CONNECTION], { ...session });
}

/**
 * Gets the next token of a session: with the refresh token of the sign-in, or else with the cookie of the browser. A
 * refresh token works once, so calls at the same time share one request, which no `signal` ends.
 */
export function refresh(client: AnyClient, options?: RequestOptions): Promise<Answered<Session>> {
  return unlessAborted(renewal(client[CONNECTION]), options?.signal);
}

/** Ends the session of the client. */
export async function signOut(client: AnyClient, options?: RequestOptions): Promise<Answered<undefined>> {
  const connection = client[CONNECTION];
  const answer = await send(connection, 'auth/logout', { method: 'POST', body: {}, ...options });
  connection.session = connection.renew = undefined;
  connection.known.clear();
  connection.onSession?.(undefined);
  return answer.error ? answer : { data: undefined };
}

async function enter(
  { [CONNECTION]: connection }: AnyClient,
  path: string,
  body: object,
  options?: ApiRequest,
): Promise<Answered<Entered>> {
  const answer = await send(connection, path, { method: 'POST', body, anonymous: true, ...options });
  if (answer.error) return answer;
  const data = sessionIn(answer) as Entered;
  if (data.jwt) keep(connection, { ...data } as Session);
  return { data };
}

/** Programs that are no browsers have no cookies, but see the header that sets one. */
function sessionIn({ body, headers }: Answer): Session {
  const refreshToken = /strapi_up_refresh=([^;,]+)/.exec(headers?.get('set-cookie') ?? '')?.[1];
  return { ...(refreshToken ? { refreshToken } : {}), ...(body as Session) };
}

function keep(connection: Connection, session: Session): void {
  connection.session = session;
  connection.known.clear();
  connection.renew = async (old, refused, signal) => {
    // Another request has refreshed it, or it is another session.
    if (connection.session !== old || old.jwt !== refused) return connection.session === old;
    return !(await unlessAborted(renewal(connection), signal)).error;
  };
  connection.onSession?.({ ...session });
}

function renewal(connection: Connection): Promise<Answered<Session>> {
  return (connection.renewing ??= oneTab(connection, () => renew(connection)).finally(() => {
    connection.renewing = undefined;
  }));
}

/** The tabs of a browser share the cookie. If two of them sent it at once, the second would end the session. */
async function oneTab<T>({ url, session }: Connection, work: () => Promise<T>): Promise<T> {
  const locks = session?.refreshToken || typeof navigator === 'undefined' ? undefined : navigator.locks;
  return locks ? locks.request(`content-gen ${url}`, work) : work();
}

async function renew(connection: Connection): Promise<Answered<Session>> {
  const { session } = connection;
  const body = session?.refreshToken ? { refreshToken: session.refreshToken } : {};
  const answer = await send(connection, 'auth/refresh', { method: 'POST', body, anonymous: true });
  const isCurrent = connection.session === session;
  if (answer.error) {
    // The session is over: its requests stay refused until the next sign-in, rather than being those of a visitor.
    if (isCurrent && session && [400, 401, 403].indexOf(answer.error.status) >= 0) {
      connection.renew = undefined;
      connection.onSession?.(undefined);
    }
    return answer;
  }
  const next = Object.assign(session ?? {}, sessionIn(answer)) as Session;
  // Someone has signed in or out meanwhile.
  if (isCurrent) keep(connection, next);
  return { data: { ...next } };
}

function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason);
    void work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', stop));
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
  });
}
