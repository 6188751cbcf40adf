/** The answers that begin, continue and end a session, with the cookie of the session. */
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

import { isDevelopment } from '../content/index.js';
import { ForbiddenError } from '../errors/index.js';
import type { Session, SignIn } from '../users/index.js';
import type { ContentEnv } from './context.js';
import { isForeignPage } from './foreign-page.js';

const COOKIE = 'strapi_up_refresh';

export function ownCookie(c: Context<ContentEnv>): string | undefined {
  const cookie = getCookie(c, COOKIE);
  if (cookie !== undefined && isForeignPage(c)) throw new ForbiddenError();
  return cookie;
}

/**
 * `both`: a new password ends the session of the cookie, so the cookie gets the next session, and as in Strapi the body
 * has the token of that session, whatever the project keeps in cookies.
 */
export function answerSession(
  c: Context<ContentEnv>,
  { session, user }: SignIn,
  refresh: 'body' | 'cookie' | 'both',
): Response {
  if (session === undefined) return secret(c, `{"user":${user}}`);
  const { refreshCookie, refreshTokens = true } = c.var.scope.content.usersSettings.sessions;
  // A page that may not set the cookie gets both tokens in the body, because the page itself has sent what proves the
  // user.
  const setsCookie = refreshTokens && refreshCookie && refresh !== 'body' && !isForeignPage(c);
  if (setsCookie) keepCookie(c, session);
  const isHidden = !refreshTokens || (setsCookie && refresh === 'cookie');
  const tokens = isHidden ? { jwt: session.jwt } : session;
  return secret(c, `${JSON.stringify(tokens).slice(0, -1)},"user":${user}}`);
}

/** An answer with tokens must not be cached. */
export function secret(c: Context<ContentEnv>, body: string): Response {
  return c.body(body, 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
}

export function keepCookie(c: Context<ContentEnv>, { refreshToken }: Session): void {
  const { settings, usersSettings } = c.var.scope.content;
  setCookie(c, COOKIE, refreshToken, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: !isDevelopment(),
    path: settings.api.prefix,
    maxAge: usersSettings.sessions.refreshDays * 86_400,
  });
}

export function dropCookie(c: Context<ContentEnv>): void {
  deleteCookie(c, COOKIE, { path: c.var.scope.content.settings.api.prefix });
}
