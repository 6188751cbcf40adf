import { createHmac, randomBytes, randomUUID } from 'node:crypto';

import type { Caller, Content, SignedIn, VerifiedSession } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { tableOf } from '../sql/index.js';
import { hashSecret, isSameSecret } from '../access/index.js';
import { signingKey } from './secret.js';
import { findUserModel } from '../model/index.js';

const ALGORITHM = 'HS256';
const ISSUER = 'content-gen';
const AUDIENCE = 'content-gen:access';

export interface Session {
  /** The access token. */
  readonly jwt: string;
  /** The refresh token works once: its use replaces it. */
  readonly refreshToken: string;
}

/** A JWT has three parts; an API token has no dots. */
export function isSessionToken(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
}

/** The user behind an access token. The database is read every time, so that ending a session takes effect at once. */
export async function signedIn(content: Content, token: string): Promise<Caller | undefined> {
  const model = findUserModel(content);
  const session = model === undefined ? undefined : await sessionOf(content, token);
  if (model === undefined || session === undefined) return undefined;
  const [row] = await content.database.rows<{ id: number; document_id: string; type: string }>(
    `select u.id, u.document_id, r.type from cg_sessions s join ${tableOf(model)} u on u.document_id = s.user_id join cg_roles r on r.document_id = u.role where s.id = $1::text and s.expires_at > now() and ${maySignIn(content)}`,
    [session],
  );
  return row && { kind: 'role', role: row.type, user: { id: row.id, documentId: row.document_id } };
}

/**
 * The rules of signing in as a condition on the user `u`, because these rules also end the sessions that began before.
 */
function maySignIn({ usersSettings }: Content): string {
  return `u.blocked is not true${usersSettings.emailConfirmation ? ' and u.confirmed' : ''}`;
}

/** The session that a token names. A signature is verified once; whether the session still exists is checked always. */
async function sessionOf(content: Content, token: string): Promise<string | undefined> {
  const { verifiedSessions } = content;
  const known = verifiedSessions.get(token);
  const session = known ?? (await verify(content, token));
  if (session === undefined || session.expires <= Date.now()) return undefined;
  if (known === undefined) verifiedSessions.set(token, session);
  return session.id;
}

async function verify(content: Content, token: string): Promise<VerifiedSession | undefined> {
  const { jwtVerify } = await import('jose');
  try {
    const { payload } = await jwtVerify(token, await signingKey(content), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
    });
    const { jti, exp } = payload;
    return jti === undefined || exp === undefined ? undefined : { id: jti, expires: exp * 1000 };
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J')) return undefined;
    throw error;
  }
}

export async function startSession(content: Content, executor: Executor, user: SignedIn): Promise<Session> {
  const id = randomUUID();
  const refreshToken = await newRefreshToken(content, id);
  const { refreshDays } = content.usersSettings.sessions;
  await executor.rows(`delete from cg_sessions where user_id = $1::text and expires_at <= now()`, [user.documentId]);
  await executor.rows(
    `insert into cg_sessions (id, user_id, refresh, expires_at) values ($1::text, $2::text, $3::text, now() + make_interval(days => $4::integer))`,
    [id, user.documentId, hashSecret(refreshToken), refreshDays],
  );
  return { jwt: await accessToken(content, id, user), refreshToken };
}

/**
 * Exchanges a refresh token for the next pair; `undefined` if the user may not sign in any more or the token was used
 * before. A token that is used twice was copied, and the thief may have been first, so the second use ends the session.
 */
export async function continueSession(content: Content, refreshToken: string): Promise<Session | undefined> {
  const model = findUserModel(content);
  const session = model === undefined ? undefined : await sessionOfRefresh(content, refreshToken);
  if (model === undefined || session === undefined) return undefined;
  const next = await newRefreshToken(content, session);
  const [row] = await content.database.rows<{ id: number; document_id: string }>(
    `update cg_sessions s set refresh = $2::text from ${tableOf(model)} u where s.refresh = $1::text and s.id = $3::text and s.expires_at > now() and u.document_id = s.user_id and ${maySignIn(content)} returning u.id, u.document_id`,
    [hashSecret(refreshToken), hashSecret(next), session],
  );
  if (row === undefined) {
    await content.database.rows('delete from cg_sessions where id = $1::text', [session]);
    return undefined;
  }
  const user = { id: row.id, documentId: row.document_id };
  return { jwt: await accessToken(content, session, user), refreshToken: next };
}

/** A UUID, and 32 bytes in base64url. */
const [SESSION_LENGTH, SECRET_LENGTH] = [36, 43];

/** A refresh token names its session, and is signed, so that only an issued token can end the session. */
async function newRefreshToken(content: Content, session: string): Promise<string> {
  const text = session + randomBytes(32).toString('base64url');
  return text + (await refreshSignature(content, text));
}

async function sessionOfRefresh(content: Content, token: string): Promise<string | undefined> {
  const text = token.slice(0, SESSION_LENGTH + SECRET_LENGTH);
  const expected = await refreshSignature(content, text);
  return isSameSecret(token.slice(text.length), expected) ? text.slice(0, SESSION_LENGTH) : undefined;
}

async function refreshSignature(content: Content, text: string): Promise<string> {
  return createHmac('sha256', await signingKey(content))
    .update(`refresh ${text}`)
    .digest('base64url');
}

/** Ends all sessions of a user. */
export async function endSessions(executor: Executor, userId: string): Promise<void> {
  await executor.rows('delete from cg_sessions where user_id = $1::text', [userId]);
}

async function accessToken(content: Content, session: string, user: SignedIn): Promise<string> {
  const { SignJWT } = await import('jose');
  return new SignJWT({ id: user.id })
    .setProtectedHeader({ alg: ALGORITHM })
    .setJti(session)
    .setSubject(user.documentId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${content.usersSettings.sessions.accessMinutes} minutes`)
    .sign(await signingKey(content));
}
