import type { Caller, Content } from '../content/content.js';
import { ContentError } from '../errors/index.js';
import { isSessionToken, signedIn } from '../users/session.js';

export const PUBLIC: Caller = { kind: 'role', role: 'public' };

/** Who sends this `Authorization` header. Anything but a bearer token is as good as none. */
export async function callerOf(content: Content, authorization: string | undefined): Promise<Caller> {
  const [, token] = /^bearer\s+(\S+)\s*$/i.exec(authorization ?? '') ?? [];
  if (token === undefined) return PUBLIC;
  const caller = isSessionToken(token) ? await signedIn(content, token) : await content.tokens.caller(token);
  if (caller === undefined) throw new ContentError(401, 'UnauthorizedError', 'Missing or invalid credentials');
  return caller;
}
