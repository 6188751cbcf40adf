import { type Context, Hono } from 'hono';

import type { Content } from '../../content/index.js';
import { ForbiddenError, NotFoundError } from '../../errors/index.js';
import type { ContentEnv } from '../context.js';
import { authorizeUsers, listRoles } from '../../users/index.js';
import { userModel } from '../../model/index.js';

/** `/users-permissions`: roles can be read here; the config changes them. */
export const roleRoutes: Hono<ContentEnv> = new Hono();

roleRoutes.get('/roles', async (c) => c.json({ roles: await listRoles(enter(c, 'find')) }));

roleRoutes.get('/roles/:id', async (c) => {
  const content = enter(c, 'findOne');
  const id = c.req.param('id');
  const role = (await listRoles(content)).find((one) => String(one.id) === id || one.documentId === id);
  if (role === undefined) throw new NotFoundError('Role not found');
  const { nb_users: _users, ...record } = role;
  return c.json({ role: { ...record, permissions: content.settings.permissions[role.type] ?? {} } });
});

roleRoutes.get('/permissions', (c) => {
  userModel(c.var.scope.content);
  throw new ForbiddenError();
});

function enter(c: Context<ContentEnv>, action: string): Content {
  const { content } = c.var.scope;
  userModel(content);
  authorizeUsers(c.var.scope, 'role', action);
  return content;
}
