import { type Context, Hono } from 'hono';

import { allows } from '../../access/index.js';
import type { Scope } from '../../content/index.js';
import { json } from '../answers.js';
import { inBackground } from '../background.js';
import { readBody } from '../bodies.js';
import type { ContentEnv } from '../context.js';
import { queryText } from '../request.js';
import type { TextQuery } from '../../read/index.js';
import {
  type UserAnswer,
  authorizeUsers,
  countUsers,
  createUser,
  fieldsOf,
  findUserId,
  listUsers,
  removeUser,
  sendAddressChange,
  showOwn,
  showUser,
  unauthorized,
  updateUser,
} from '../../users/index.js';
import { userModel } from '../../model/index.js';

/** `/users`: Strapi answers these without an envelope. */
export const userRoutes: Hono<ContentEnv> = new Hono();

userRoutes.get('/', async (c) => json(c, { body: await listUsers(enter(c, 'find'), queryOf(c)) }));

/** One pattern for three routes: Hono compiles all routes into one expression only if no pattern overlaps another. */
userRoutes.get('/:id', async (c) => {
  const id = c.req.param('id');
  if (id === 'count') return json(c, { body: String(await countUsers(enter(c, 'count'), queryOf(c))) });
  if (id === 'me') return me(c);
  const scope = enter(c, 'findOne');
  // No user has an empty id. The query is checked first, so that its errors do not tell hidden users from missing ones.
  const documentId = (await findUserId(scope, id)) ?? '';
  return json(c, { body: await showUser(scope, 'findOne', documentId, queryOf(c)) });
});

userRoutes.post('/', async (c) => {
  const scope = enter(c, 'create');
  return json(c, { body: await createUser(scope, fieldsOf(await readBody(c)), answerOf(c, scope)) }, 201);
});

userRoutes.put('/:id', async (c) => {
  const scope = enter(c, 'update');
  const fields = fieldsOf(await readBody(c));
  const documentId = await findUserId(scope, c.req.param('id'));
  return json(c, { body: await updateUser(scope, documentId, fields, answerOf(c, scope)) });
});

userRoutes.delete('/:id', async (c) => {
  const scope = enter(c, 'destroy');
  const documentId = await findUserId(scope, c.req.param('id'));
  const shown = documentId && (await removeUser(scope, documentId, (tx, id) => showOwn(scope, tx, id)));
  return shown ? json(c, { body: shown }) : c.body(null, 204);
});

async function me(c: Context<ContentEnv>): Promise<Response> {
  const { caller, content } = c.var.scope;
  userModel(content);
  // An API token has no user. Strapi looks for the right of the token before it looks for the user.
  if (caller.kind !== 'role' || (caller.user === undefined && refusesVisitors(content))) enter(c, 'me');
  if (caller.kind !== 'role' || caller.user === undefined) throw unauthorized();
  return json(c, { body: await showUser(enter(c, 'me'), 'me', caller.user.documentId, queryOf(c)) });
}

/** Strapi answers a visitor with 403 once the public role has a right, and with 401 before. */
function refusesVisitors({ settings }: Scope['content']): boolean {
  const granted = settings.permissions['public'];
  const hasRights = granted === '*' || Object.keys(granted ?? {}).length > 0;
  return settings.api.responses === 'strapi' && hasRights;
}

function enter(c: Context<ContentEnv>, action: string): Scope {
  const scope = c.var.scope;
  userModel(scope.content);
  authorizeUsers(scope, 'user', action);
  return scope;
}

function queryOf(c: Context<ContentEnv>): TextQuery {
  return { text: queryText(c) };
}

/**
 * Strapi shows a written user with the role. The new address of a user gets a mail with the code that confirms the
 * address.
 */
function answerOf(c: Context<ContentEnv>, scope: Scope): UserAnswer<string> {
  const populate = allows(scope, userModel(scope.content), 'role', 'read') ? 'role' : undefined;
  return {
    show: (tx, documentId) => showOwn(scope, tx, documentId, populate),
    mail: (pending) => inBackground(c, (content) => sendAddressChange(content, pending)),
  };
}
