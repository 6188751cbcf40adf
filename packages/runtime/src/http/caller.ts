import { tokenCaller } from '../access/index.js';
import type { Caller, Content } from '../content/index.js';
import { ContentError } from '../errors/index.js';
import { isSessionToken, signedIn } from '../users/index.js';

export const PUBLIC: Caller = { kind: 'role', role: 'public' };

/** The caller that an `Authorization` header names. A header without a bearer token is ignored. */
export async function callerOf(content: Content, authorization: string | undefined): Promise<Caller> {
  const [, token] = /^bearer\s+(\S+)\s*$/i.exec(authorization ?? '') ?? [];
  if (token === undefined) return PUBLIC;
  const caller = isSessionToken(token) ? await signedIn(content, token) : await tokenCaller(content, token);
  if (caller === undefined) throw new ContentError(401, 'UnauthorizedError', 'Missing or invalid credentials');
  return caller;
}
