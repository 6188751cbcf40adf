import type { Settings } from '@content-gen/runtime';

import type { ContentType } from '../../model/model.js';
import { errors } from '../errors.js';
import { query } from '../parameters.js';
import { type Schema, closed, open, ref, text } from '../schema.js';
import { type Names, inputOf } from '../schemas/attributes.js';
import { type Operation, answer, jsonBody } from './operation.js';

const done = open({ ok: { const: true } }, ['ok']);
const secret: Schema = { type: 'string', format: 'password' };

/** `/auth`: registration and sessions. */
export function authOperations(
  user: ContentType,
  { api: { prefix }, users }: Settings,
  names: Names,
): readonly Operation[] {
  const session = answer('The session. It has no tokens if the address must be confirmed first.', ref('session'));
  const also = new Set(users?.registration?.fields ?? []);
  const fields = user.attributes.filter(({ name }) => also.has(name));
  const registered = Object.fromEntries(fields.map((one) => [one.name, inputOf(one, { names, hasDrafts: false })]));
  const post = (path: string, action: string, summary: string, body: Schema, result: Schema): Operation => ({
    type: 'auth',
    tag: 'auth',
    method: 'post',
    path: `${prefix}/auth/${path}`,
    id: `auth.${action}`,
    action,
    summary,
    body: jsonBody(body),
    responses: { '200': result, ...errors('413', '415', '429') },
  });
  const account = closed({ username: text, email: text, password: secret, ...registered }, [
    'username',
    'email',
    'password',
  ]);
  const changed = { password: secret, passwordConfirmation: secret };
  return [
    post(
      'local',
      'callback',
      'Sign in',
      open({ identifier: text, password: secret }, ['identifier', 'password']),
      session,
    ),
    post('local/register', 'register', 'Register', account, session),
    post(
      'change-password',
      'changePassword',
      'Change the own password',
      open({ currentPassword: secret, ...changed }, ['currentPassword', ...Object.keys(changed)]),
      session,
    ),
    post(
      'reset-password',
      'resetPassword',
      'Set a new password with a code',
      open({ code: text, ...changed }, ['code', ...Object.keys(changed)]),
      session,
    ),
    post('forgot-password', 'forgotPassword', 'Send a code by mail', mailed, answer('Done.', done)),
    post(
      'send-email-confirmation',
      'sendEmailConfirmation',
      'Send the confirmation again',
      mailed,
      answer('Done.', open({ email: text, sent: { const: true } }, ['email', 'sent'])),
    ),
    post(
      'refresh',
      'refresh',
      'Exchange a refresh token, from the body or the cookie',
      open({ refreshToken: text }),
      tokens,
    ),
    post('logout', 'logout', 'End all sessions of the user', open({}), answer('Done.', done)),
    {
      type: 'auth',
      tag: 'auth',
      method: 'get',
      path: `${prefix}/auth/email-confirmation`,
      id: 'auth.emailConfirmation',
      action: 'emailConfirmation',
      summary: 'Confirm an address with the code of a mail',
      parameters: [query('confirmation', text, { required: true })],
      responses: {
        '200': answer('Done.', done),
        '302': { description: 'Done. The address is in users.links.afterConfirmation.' },
        ...errors('429'),
      },
    },
  ];
}

const mailed = open({ email: text }, ['email']);
const tokens = answer('The next tokens.', open({ jwt: text, refreshToken: text }, ['jwt']));
