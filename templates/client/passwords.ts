/** Sends a mail with a code for `resetPassword`. The answer is the same for unknown addresses. */
export function forgotPassword(
  client: AnyClient,
  email: string,
  options?: RequestOptions,
): Promise<Answered<{ ok: true }>> {
  return tell(client[CONNECTION], 'auth/forgot-password', { method: 'POST', body: { email }, ...options });
}

/** Sets a new password with the code of a mail, and signs the user in. */
export function resetPassword(
  client: AnyClient,
  values: { code: string; password: string; passwordConfirmation: string },
  options?: RequestOptions,
): Promise<Answered<Entered>> {
  return enter(client, 'auth/reset-password', values, options);
}

/** Changes the password of the signed-in user. All other sessions of the user end, and the client gets a new one. */
export function changePassword(
  client: AnyClient,
  values: { currentPassword: string; password: string; passwordConfirmation: string },
  options?: RequestOptions,
): Promise<Answered<Entered>> {
  return enter(client, 'auth/change-password', values, { ...options, anonymous: false });
}

/** Sends the mail with the code for `confirmEmail` again. */
export function sendEmailConfirmation(
  client: AnyClient,
  email: string,
  options?: RequestOptions,
): Promise<Answered<{ email: string; sent: true }>> {
  return tell(client[CONNECTION], 'auth/send-email-confirmation', { method: 'POST', body: { email }, ...options });
}

/** Confirms the address of a user with the code of a mail, which works once. */
export function confirmEmail(
  client: AnyClient,
  code: string,
  options?: RequestOptions,
): Promise<Answered<{ ok: true }>> {
  const connection = client[CONNECTION];
  const { fetch: ask = fetch } = connection;
  /** The server may redirect visitors to a page, which a front end does not need. */
  const stay: typeof fetch = async (url, init) => {
    const response = await ask(url, { ...init, redirect: 'manual' });
    const isPage = response.type === 'opaqueredirect' || (response.status > 300 && response.status < 304);
    return isPage ? new Response('{"ok":true}') : response;
  };
  const query = { confirmation: code };
  return tell(withFetch(connection, stay), 'auth/email-confirmation', { query, repeatable: false, ...options });
}

async function tell<T>(connection: Connection, path: string, request: ApiRequest): Promise<Answered<T>> {
  const answer = await send(connection, path, { anonymous: true, ...request });
  return answer.error ? answer : { data: answer.body as T };
}

/** The same connection, also when its session is refreshed. */
function withFetch(connection: Connection, other: typeof fetch): Connection {
  return Object.assign(Object.create(connection) as Connection, { fetch: other });
}
