import { type Context, Hono } from 'hono';

import { ContentError, NotFoundError, ValidationError } from '../../errors/index.js';
import { inBackground } from '../background.js';
import { readBody } from '../bodies.js';
import type { ContentEnv } from '../context.js';
import { limitRate } from '../rate-limit.js';
import { answerSession, dropCookie, keepCookie, ownCookie, secret } from '../sessions.js';
import { permits } from '../../access/index.js';
import {
  type Fields,
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
  return answerSession(c, await signIn(c.var.scope, fields), 'cookie');
});
authRoutes.post('/local/register', async (c) => {
  const fields = await enter(c, 'register');
  return answerSession(c, await register(c.var.scope, fields), 'body');
});
authRoutes.post('/change-password', async (c) => {
  const fields = await enter(c, 'changePassword');
  return answerSession(c, await changePassword(c.var.scope, fields), 'both');
});
authRoutes.post('/reset-password', async (c) => {
  const fields = await enter(c, 'resetPassword');
  return answerSession(c, await resetPassword(c.var.scope, fields), 'both');
});

authRoutes.post('/forgot-password', async (c) => {
  const { email } = requireText(await enter(c, 'forgotPassword'), ['email']);
  const { content } = c.var.scope;
  const account = await findAccount(content, content.database, 'email', email);
  // The answer is the same for unknown addresses, and does not wait for the mail, because the time of the mail would
  // tell known from unknown addresses.
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
  // Programs that check the links of mails send HEAD, and would use up the code before the owner of the code does.
  const isVisit = c.req.method !== 'HEAD';
  if (isVisit && !(await confirmAddress(c.var.scope, code))) throw new ValidationError('Invalid token');
  const { afterConfirmation } = content.usersSettings.links;
  return afterConfirmation === undefined ? c.json({ ok: true }) : c.redirect(afterConfirmation, 302);
});

authRoutes.get('/:provider/callback', async (c) => {
  admitVisitor(c);
  // As in Strapi, `local` is a provider, too. A page that is opened sends no body.
  if (c.req.param('provider') === 'local') return answerSession(c, await signIn(c.var.scope, {}), 'cookie');
  throw unknownProvider();
});
connectRoutes.get('/:provider/*', (c) => {
  admitVisitor(c);
  throw unknownProvider();
});

/**
 * No provider can be configured, so each provider gets the answer of a provider that a Strapi project has not switched
 * on.
 */
function unknownProvider(): ContentError {
  return new ContentError(400, 'ApplicationError', 'This provider is disabled');
}

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
  dropCookie(c);
  return c.json({ ok: true });
});

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
