import type { ContentType } from '../../model/model.js';
import { errors } from '../errors.js';
import { parameters } from '../parameters.js';
import { type Schema, listOf, open, ref, textSchema, whole } from '../schema.js';
import { type Operation, answer, jsonBody, operationsFor } from './operation.js';

/** `/users`: answers without an envelope. */
export function userOperations({ symbols: { type: name } }: ContentType, prefix: string): readonly Operation[] {
  const operation = operationsFor('user');
  const users = `${prefix}/users`;
  const one = `${users}/{id}`;
  const own = (...names: readonly string[]) => parameters(...names.map((each) => `${name}.${each}`));
  const shown = { '200': answer('A user.', ref(name)) };
  const input = ref(`${name}Input`);
  const byId = parameters('id');
  return [
    operation('find', 'get', users, 'List users', {
      parameters: [...own('filters', 'populate', 'fields'), ...parameters('sort', 'pagination')],
      responses: { '200': answer('Users.', listOf(ref(name))), ...errors() },
    }),
    operation('create', 'post', users, 'Create a user', {
      body: jsonBody({ allOf: [input], required: ['username', 'email', 'password', 'role'] }),
      responses: { '201': answer('The user.', ref(name)), ...errors('413', '415') },
    }),
    operation('me', 'get', `${users}/me`, 'Read the user of the session', {
      parameters: own('populate', 'fields'),
      responses: { ...shown, ...errors('404') },
    }),
    operation('count', 'get', `${users}/count`, 'Count users', {
      parameters: own('filters'),
      responses: { '200': answer('The number of users.', whole), ...errors() },
    }),
    operation('findOne', 'get', one, 'Read a user', {
      parameters: [...byId, ...own('populate', 'fields')],
      responses: { ...shown, ...errors('404') },
    }),
    operation('update', 'put', one, 'Change a user', {
      parameters: byId,
      body: jsonBody(input),
      responses: { ...shown, ...errors('404', '413', '415') },
    }),
    operation('destroy', 'delete', one, 'Delete a user', {
      parameters: byId,
      responses: { ...shown, '204': { description: 'There was no such user.' }, ...errors() },
    }),
  ];
}

/** `/users-permissions/roles`: roles are in the config, so they can only be read. */
export function roleOperations(prefix: string): readonly Operation[] {
  const operation = operationsFor('role');
  const path = `${prefix}/users-permissions/roles`;
  return [
    operation('find', 'get', path, 'List roles', {
      responses: { '200': answer('Roles.', open({ roles: listOf(ref('role')) }, ['roles'])), ...errors() },
    }),
    operation('findOne', 'get', `${path}/{id}`, 'Read a role and its permissions', {
      parameters: parameters('id'),
      responses: { '200': answer('A role.', open({ role: ref('role') }, ['role'])), ...errors('404') },
    }),
  ];
}

/** The schema of a session: an answer of `/auth`. */
export function sessionSchema({ symbols: { type: name } }: ContentType): Schema {
  return { session: open({ jwt: textSchema, refreshToken: textSchema, user: ref(name) }, ['user']) };
}
