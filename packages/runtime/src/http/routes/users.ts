import { type Context, Hono } from 'hono';

import { meetsRowRules } from '../../access/index.js';
import type { Scope } from '../../content/index.js';
import { NotFoundError } from '../../errors/index.js';
import { json } from '../answers.js';
import { inBackground } from '../background.js';
import { readBody } from '../bodies.js';
import type { ContentEnv } from '../context.js';
import { queryText } from '../queries.js';
import type { TextQuery } from '../../read/index.js';
import { removeDocument } from '../../write/index.js';
import { transaction } from '../../database/index.js';
import {
  type Fields,
  authorizeUsers,
  checkText,
  countUsers,
  fieldsOf,
  findUserId,
  listUsers,
  requireFields,
  sendAddressChange,
  showOwn,
  showUser,
  unauthorized,
  writeUser,
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
  const fields = fieldsOf(await readBody(c));
  requireFields(fields, ['email', 'username', 'password'], ['role']);
  const body = await write(c, scope, { provider: 'local', ...fields });
  return json(c, { body }, 201);
});

userRoutes.put('/:id', async (c) => {
  const scope = enter(c, 'update');
  const fields = fieldsOf(await readBody(c));
  const { content } = scope;
  const documentId = await findUserId(scope, c.req.param('id'));
  const isReached =
    documentId !== undefined &&
    (await meetsRowRules(scope, content.database, userModel(content), 'update', documentId));
  if (!isReached) throw new NotFoundError('User not found');
  checkText(fields, ['email', 'username', 'password']);
  return json(c, { body: await write(c, scope, fields, documentId) });
});

userRoutes.delete('/:id', async (c) => {
  const scope = enter(c, 'destroy');
  const { content } = scope;
  const model = userModel(content);
  const documentId = await findUserId(scope, c.req.param('id'));
  const shown =
    documentId &&
    (await transaction(content.database, async (tx) => {
      if (!(await meetsRowRules(scope, tx, model, 'destroy', documentId))) return undefined;
      const user = await showOwn(scope, tx, documentId);
      await removeDocument(tx, { model, documentId, locale: undefined });
      return user;
    }));
  return shown ? json(c, { body: shown }) : c.body(null, 204);
});

async function me(c: Context<ContentEnv>): Promise<Response> {
  const { caller, content } = c.var.scope;
  userModel(content);
  if (caller.kind !== 'role' || caller.user === undefined) throw unauthorized();
  return json(c, { body: await showUser(enter(c, 'me'), 'me', caller.user.documentId, queryOf(c)) });
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

/** The new address of a user gets a mail with the code that confirms it. */
async function write(c: Context<ContentEnv>, scope: Scope, fields: Fields, documentId?: string): Promise<string> {
  const { user, pending } = await writeUser(scope, fields, documentId);
  if (pending !== undefined) inBackground(c, (content) => sendAddressChange(content, pending));
  return user;
}
