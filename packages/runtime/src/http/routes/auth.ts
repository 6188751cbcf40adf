import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

import { ContentError, ForbiddenError, NotFoundError, ValidationError } from '../../errors/index.js';
import { inBackground } from '../background.js';
import { readBody } from '../bodies.js';
import type { ContentEnv } from '../context.js';
import { isForeignPage } from '../foreign-page.js';
import { limitRate } from '../rate-limit.js';
import { permits } from '../../access/index.js';
import { isDevelopment } from '../../content/index.js';
import {
  type Fields,
  type Session,
  type SignIn,
  authorizeUsers,
  changePassword,
  confirmAddress,
  continueSession,
  endSessions,
  fieldsOf,
  findAccount,
  missing,
  optionalText,
  own,
  register,
  requireText,
  resetPassword,
  sendConfirmation,
  sendReset,
  signIn,
  unauthorized,
} from '../../users/index.js';
import { userModel } from '../../model/index.js';

/** `/auth`: registration and sessions. Routes that take a secret are rate limited. */
export const authRoutes: Hono<ContentEnv> = new Hono();
/** `/connect`: the way to the page of a provider. */
export const connectRoutes: Hono<ContentEnv> = new Hono();

authRoutes.get('/local', () => {
  throw new NotFoundError();
});
authRoutes.post('/local', async (c) => {
  const fields = await enter(c, 'callback');
  return answer(c, await signIn(c.var.scope, fields), 'cookie');
});
authRoutes.post('/local/register', async (c) => {
  const fields = await enter(c, 'register');
  return answer(c, await register(c.var.scope, fields), 'body');
});
authRoutes.post('/change-password', async (c) => {
  const fields = await enter(c, 'changePassword');
  return answer(c, await changePassword(c.var.scope, fields), 'both');
});
authRoutes.post('/reset-password', async (c) => {
  const fields = await enter(c, 'resetPassword');
  return answer(c, await resetPassword(c.var.scope, fields), 'both');
});

authRoutes.post('/forgot-password', async (c) => {
  const { email } = requireText(await enter(c, 'forgotPassword'), ['email']);
  const { content } = c.var.scope;
  const account = await findAccount(content, content.database, 'email', email);
  // The answer is the same for unknown addresses, and does not wait for the mail, whose time would tell them apart.
  if (account !== undefined && account.blocked !== true) inBackground(c, (whole) => sendReset(whole, account));
  return c.json({ ok: true });
});

authRoutes.post('/send-email-confirmation', async (c) => {
  const { email } = requireText(await enter(c, 'sendEmailConfirmation'), ['email']);
  const { content } = c.var.scope;
  const account = await findAccount(content, content.database, 'email', email);
  const isUnconfirmed = account !== undefined && account.confirmed !== true && account.blocked !== true;
  if (isUnconfirmed) inBackground(c, (whole) => sendConfirmation(whole, account));
  return c.json({ email: email.toLowerCase(), sent: true });
});

authRoutes.get('/email-confirmation', async (c) => {
  await admit(c, 'emailConfirmation');
  const { content } = c.var.scope;
  const code = c.req.query('confirmation') ?? '';
  if (code === '') throw missing('confirmation', c.req.query('confirmation'));
  // Programs that check the links of mails send HEAD, and would use up the code before its owner.
  const isVisit = c.req.method !== 'HEAD';
  if (isVisit && !(await confirmAddress(c.var.scope, code))) throw new ValidationError('Invalid token');
  const { afterConfirmation } = content.usersSettings.links;
  return afterConfirmation === undefined ? c.json({ ok: true }) : c.redirect(afterConfirmation, 302);
});

authRoutes.get('/:provider/callback', async (c) => {
  admitVisitor(c);
  // As in Strapi, `local` is a provider, too. A page that is opened sends no body.
  if (c.req.param('provider') === 'local') return answer(c, await signIn(c.var.scope, {}), 'cookie');
  throw unknownProvider();
});
connectRoutes.get('/:provider/*', (c) => {
  admitVisitor(c);
  throw unknownProvider();
});

/** No provider can be configured, so each of them is as one that a Strapi project has not switched on. */
function unknownProvider(): ContentError {
  return new ContentError(400, 'ApplicationError', 'This provider is disabled');
}

const COOKIE = 'strapi_up_refresh';

authRoutes.post('/refresh', async (c) => {
  const fields = await enter(c, 'refresh');
  optionalText(fields, ['refreshToken']);
  const sent = own(fields, 'refreshToken');
  const token = typeof sent === 'string' ? sent : ownCookie(c);
  if (token === undefined || token === '') throw new ContentError(400, 'BadRequestError', 'Missing refresh token');
  const session = await continueSession(c.var.scope.content, token);
  if (session === undefined) throw unauthorized('Invalid refresh token');
  if (typeof sent === 'string') return secret(c, JSON.stringify(session));
  keepCookie(c, session);
  return secret(c, JSON.stringify({ jwt: session.jwt }));
});

authRoutes.post('/logout', async (c) => {
  await enter(c, 'logout');
  const { caller, content } = c.var.scope;
  if (caller.kind !== 'role' || caller.user === undefined) throw unauthorized('Missing or invalid credentials');
  await endSessions(content.database, caller.user.documentId);
  deleteCookie(c, COOKIE, { path: content.settings.api.prefix });
  return c.json({ ok: true });
});

function ownCookie(c: Context<ContentEnv>): string | undefined {
  const cookie = getCookie(c, COOKIE);
  if (cookie !== undefined && isForeignPage(c)) throw new ForbiddenError();
  return cookie;
}

/** Checks the rate limit and the rights before the body is read. */
async function admit(c: Context<ContentEnv>, action: string): Promise<void> {
  userModel(c.var.scope.content);
  await limitRate(c, action);
  authorizeUsers(c.var.scope, 'auth', action);
}

/** The right `auth.callback` or `auth.connect` is enough, because both routes are steps of one sign-in. */
function admitVisitor(c: Context<ContentEnv>): void {
  const { scope } = c.var;
  userModel(scope.content);
  if (!permits(scope, 'auth', 'callback')) authorizeUsers(scope, 'auth', 'connect');
}

async function enter(c: Context<ContentEnv>, action: string): Promise<Fields> {
  await admit(c, action);
  return fieldsOf(await readBody(c));
}

/**
 * `both`: a new password ends the session of the cookie, so the cookie gets the next one, and as in Strapi the body has
 * its token, whatever the project keeps in cookies.
 */
function answer(c: Context<ContentEnv>, { session, user }: SignIn, refresh: 'body' | 'cookie' | 'both'): Response {
  if (session === undefined) return secret(c, `{"user":${user}}`);
  const { refreshCookie, refreshTokens = true } = c.var.scope.content.usersSettings.sessions;
  // A page that may not set the cookie gets both tokens, which is nothing that the page does not know.
  const setsCookie = refreshTokens && refreshCookie && refresh !== 'body' && !isForeignPage(c);
  if (setsCookie) keepCookie(c, session);
  const isHidden = !refreshTokens || (setsCookie && refresh === 'cookie');
  const tokens = isHidden ? { jwt: session.jwt } : session;
  return secret(c, `${JSON.stringify(tokens).slice(0, -1)},"user":${user}}`);
}

/** An answer with tokens must not be cached. */
function secret(c: Context<ContentEnv>, body: string): Response {
  return c.body(body, 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
}

function keepCookie(c: Context<ContentEnv>, { refreshToken }: Session): void {
  const { settings, usersSettings } = c.var.scope.content;
  setCookie(c, COOKIE, refreshToken, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: !isDevelopment(),
    path: settings.api.prefix,
    maxAge: usersSettings.sessions.refreshDays * 86_400,
  });
}
