import type { ContentType } from '../../model/model.js';
import { errors } from '../errors.js';
import { parameters } from '../parameters.js';
import { type Schema, listOf, open, ref, text, whole } from '../schema.js';
import { type Operation, answer, jsonBody } from './operation.js';

/** `/users` and `/users-permissions/roles`. Their answers have no envelope. */
export function userOperations({ symbols: { type: name } }: ContentType, prefix: string): readonly Operation[] {
  const base = { type: 'user', tag: 'user' };
  const users = `${prefix}/users`;
  const own = (...names: readonly string[]) => parameters(...names.map((one) => `${name}.${one}`));
  const reading = own('filters', 'populate', 'fields');
  const shown = { '200': answer('A user.', ref(name)) };
  const input = ref(`${name}Input`);
  const byId = parameters('id');
  return [
    {
      ...base,
      method: 'get',
      path: users,
      id: 'user.find',
      action: 'find',
      summary: 'List users',
      parameters: [...reading, ...parameters('sort', 'pagination')],
      responses: { '200': answer('Users.', listOf(ref(name))), ...errors() },
    },
    {
      ...base,
      method: 'post',
      path: users,
      id: 'user.create',
      action: 'create',
      summary: 'Create a user',
      body: jsonBody({ allOf: [input], required: ['username', 'email', 'password', 'role'] }),
      responses: { '201': answer('The user.', ref(name)), ...errors('413', '415') },
    },
    {
      ...base,
      method: 'get',
      path: `${users}/me`,
      id: 'user.me',
      action: 'me',
      summary: 'Read the user of the session',
      parameters: own('populate', 'fields'),
      responses: { ...shown, ...errors('404') },
    },
    {
      ...base,
      method: 'get',
      path: `${users}/count`,
      id: 'user.count',
      action: 'count',
      summary: 'Count users',
      parameters: own('filters'),
      responses: { '200': answer('The number of users.', whole), ...errors() },
    },
    {
      ...base,
      method: 'get',
      path: `${users}/{id}`,
      id: 'user.findOne',
      action: 'findOne',
      summary: 'Read a user',
      parameters: [...byId, ...own('populate', 'fields')],
      responses: { ...shown, ...errors('404') },
    },
    {
      ...base,
      method: 'put',
      path: `${users}/{id}`,
      id: 'user.update',
      action: 'update',
      summary: 'Change a user',
      parameters: byId,
      body: jsonBody(input),
      responses: { ...shown, ...errors('404', '413', '415') },
    },
    {
      ...base,
      method: 'delete',
      path: `${users}/{id}`,
      id: 'user.destroy',
      action: 'destroy',
      summary: 'Delete a user',
      parameters: byId,
      responses: { ...shown, '204': { description: 'There was no such user.' }, ...errors() },
    },
    ...roleOperations(`${prefix}/users-permissions/roles`),
  ];
}

function roleOperations(path: string): readonly Operation[] {
  const base = { type: 'role', tag: 'role', method: 'get' } as const;
  return [
    {
      ...base,
      path,
      id: 'role.find',
      action: 'find',
      summary: 'List roles',
      responses: { '200': answer('Roles.', open({ roles: listOf(ref('role')) }, ['roles'])), ...errors() },
    },
    {
      ...base,
      path: `${path}/{id}`,
      id: 'role.findOne',
      action: 'findOne',
      summary: 'Read a role and its permissions',
      parameters: parameters('id'),
      responses: { '200': answer('A role.', open({ role: ref('role') }, ['role'])), ...errors('404') },
    },
  ];
}

/** The schema of a session: an answer of `/auth`. */
export function sessionSchema({ symbols: { type: name } }: ContentType): Schema {
  return { session: open({ jwt: text, refreshToken: text, user: ref(name) }, ['user']) };
}
