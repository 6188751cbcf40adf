type Answered<T> = { data: T; error?: undefined } | Failure;

async function startSession(
  { [CONNECTION]: connection }: AnyClient,
  path: string,
  body: object,
  options: RequestOptions | undefined,
  before?: Session,
): Promise<Answered<Session>> {
  const answer = await send(connection, path, { method: 'POST', body, anonymous: true, ...options });
  if (answer.error) return answer;
  connection.session = { ...before, ...(answer.body as Session) };
  connection.known.clear();
  return { data: connection.session };
}

/** Signs in a user. The client sends the token of the session from now on. */
export function signIn(
  client: AnyClient,
  credentials: { identifier: string; password: string },
  options?: RequestOptions,
): Promise<Answered<Session & { user: SessionUser }>> {
  // The response of a sign-in has the user.
  return startSession(client, 'auth/local', credentials, options) as Promise<Answered<Session & { user: SessionUser }>>;
}

/** Gets the next token of a session: with the cookie of the browser, or with the refresh token of the sign-in. */
export function refresh(client: AnyClient, options?: RequestOptions): Promise<Answered<Session>> {
  const { session } = client[CONNECTION];
  const body = session?.refreshToken ? { refreshToken: session.refreshToken } : {};
  return startSession(client, 'auth/refresh', body, options, session);
}

/** Ends the session of the client. */
export async function signOut(client: AnyClient, options?: RequestOptions): Promise<Answered<undefined>> {
  const connection = client[CONNECTION];
  const answer = await send(connection, 'auth/logout', { method: 'POST', body: {}, ...options });
  connection.session = undefined;
  connection.known.clear();
  return answer.error ? answer : { data: undefined };
}
