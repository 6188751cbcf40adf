import type { Settings } from '@content-gen/runtime';

import type { ContentType } from '../../model/model.js';
import { errors } from '../errors.js';
import { query } from '../parameters.js';
import { type Schema, closed, open, ref, textSchema } from '../schema.js';
import { type SchemaNames, inputOf } from '../schemas/attributes.js';
import { type Operation, answer, jsonBody, operationsFor } from './operation.js';

const operation = operationsFor('auth');
const email: Schema = { type: 'string', format: 'email' };
const secret: Schema = { type: 'string', format: 'password' };
const done = answer('Done.', open({ ok: { const: true } }, ['ok']));
const sent = answer('Done.', open({ email: textSchema, sent: { const: true } }, ['email', 'sent']));
const tokens = answer('The next tokens.', open({ jwt: textSchema, refreshToken: textSchema }, ['jwt']));
const session = answer('The session. It has no tokens if the address must be confirmed first.', ref('session'));

/** `/auth`: registration and sessions. */
export function authOperations(user: ContentType, settings: Settings, names: SchemaNames): readonly Operation[] {
  const auth = `${settings.api.prefix}/auth`;
  const post = (path: string, action: string, summary: string, body: Schema, result: Schema): Operation =>
    operation(action, 'post', `${auth}/${path}`, summary, {
      body: jsonBody(body),
      responses: { '200': result, ...errors('413', '415', '429') },
    });
  const changed = { password: secret, passwordConfirmation: secret };
  const change = requiring({ currentPassword: secret, ...changed });
  return [
    post('local', 'callback', 'Sign in', requiring({ identifier: textSchema, password: secret }), session),
    post('local/register', 'register', 'Register', registration(user, settings, names), session),
    post('change-password', 'changePassword', 'Change the own password', change, session),
    post('reset-password', 'resetPassword', 'Set a new password', requiring({ code: textSchema, ...changed }), session),
    post('forgot-password', 'forgotPassword', 'Send a code by mail', requiring({ email }), done),
    post('send-email-confirmation', 'sendEmailConfirmation', 'Send a confirmation', requiring({ email }), sent),
    post('refresh', 'refresh', 'Exchange a refresh token or its cookie', open({ refreshToken: textSchema }), tokens),
    post('logout', 'logout', 'End all sessions of the user', open({}), done),
    operation('emailConfirmation', 'get', `${auth}/email-confirmation`, 'Confirm an address', {
      parameters: [query('confirmation', textSchema, { required: true, description: 'The code of the mail.' })],
      responses: {
        '200': done,
        '302': { description: 'Done. The address is in users.links.afterConfirmation.' },
        ...errors('429'),
      },
    }),
  ];
}

function registration({ attributes }: ContentType, { users }: Settings, names: SchemaNames): Schema {
  const also = new Set(users?.registration?.fields ?? []);
  const fields = attributes.filter(({ name }) => also.has(name));
  const added = Object.fromEntries(fields.map((one) => [one.name, inputOf(one, { names, hasDrafts: false })]));
  return closed({ username: textSchema, email, password: secret, ...added }, ['username', 'email', 'password']);
}

function requiring(properties: Schema): Schema {
  return open(properties, Object.keys(properties));
}
