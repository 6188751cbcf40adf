import { permits, planReadFor } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { ContentError, ForbiddenError } from '../errors/index.js';
import { type ReadPlan, planPage } from '../plan/index.js';
import {
  type Parameters,
  type Tree,
  type TreeObject,
  parseBrackets,
  parseParameters,
  requestOptions,
} from '../query/index.js';
import { type TextQuery, readBounded, shapeOf } from '../read/index.js';
import { type Shape, selectOne, selectPage, tableOf } from '../sql/index.js';
import { isRowId, userModel } from '../model/index.js';

/** Strapi answers users without an envelope and without `meta`. */
type UserJson = string;

/** Checks the right to an action on users, roles or sessions. */
export function authorizeUsers(scope: Scope, type: 'user' | 'role' | 'auth', action: string): void {
  if (!permits(scope, type, action)) throw new ForbiddenError();
}

export async function listUsers(scope: Scope, query: TextQuery): Promise<UserJson> {
  const { parameters, plan } = planUsers(scope, 'find', query);
  const { rest } = scope.content.settings.api;
  // The answer has no pagination, so a request without a page gets as many users as allowed.
  const asked = Object.keys(parameters.page).length > 0;
  const page = planPage(asked ? parameters.page : { limit: String(rest.maxLimit) }, rest);
  const row = await readBounded(
    scope,
    scope.content.database,
    plan.model,
    selectPage(plan, { ...page, withCount: false }, bare(scope, query)),
  );
  return row.data.json.toString();
}

export async function countUsers(scope: Scope, query: TextQuery): Promise<number> {
  const { plan } = planUsers(scope, 'count', query);
  const page = planPage({ start: '0', limit: '1', withCount: 'true' }, scope.content.settings.api.rest);
  const node = { ...plan.node, fields: [], children: [] };
  const row = await readBounded(
    scope,
    scope.content.database,
    plan.model,
    selectPage({ ...plan, node }, page, bare(scope, query)),
  );
  return Number(row.total);
}

/** One user; a 404 if the row rules of the caller hide the user. */
export async function showUser(
  scope: Scope,
  action: 'findOne' | 'me',
  documentId: string,
  query: TextQuery,
): Promise<UserJson> {
  const { plan } = planUsers(scope, action, query);
  const row = await readBounded(
    scope,
    scope.content.database,
    plan.model,
    selectOne(plan, documentId, bare(scope, query)),
  );
  return row.data.json.toString();
}

/**
 * The user that a write has just changed. Row rules do not apply, because the write was allowed. `reader`: the caller
 * whose rights decide about populated relations, if the user has signed in by this request.
 */
export async function showOwn(
  scope: Scope,
  executor: Executor,
  documentId: string,
  populate?: string,
  reader: Scope = scope,
): Promise<UserJson> {
  const query = { text: populate === undefined ? '' : `populate=${populate}` };
  const { rows, ...plan } = planUsers(scope, 'findOne', { text: '' }).plan;
  const { children } = planUsers(reader, 'findOne', query).plan.node;
  const shown = { ...plan, node: { ...plan.node, children }, rows: { related: rows.related } };
  const statement = selectOne(shown, documentId, bare(scope, query));
  return (await readBounded(scope, executor, plan.model, statement)).data.json.toString();
}

/** The document id of the user that a path names by its row id or document id. */
export async function findUserId(scope: Scope, key: string): Promise<string | undefined> {
  const column = isRowId(key) ? 'id' : 'document_id';
  const [row] = await scope.content.database.rows<{ document_id: string }>(
    `select document_id from ${tableOf(userModel(scope.content))} where ${column} = $1::${column === 'id' ? 'bigint' : 'text'}`,
    [key],
  );
  return row?.document_id;
}

function planUsers(scope: Scope, action: string, query: TextQuery): { plan: ReadPlan; parameters: Parameters } {
  const { rest } = scope.content.settings.api;
  const parameters = parseParameters(withPagination(parseBrackets(query.text)), requestOptions(rest));
  return { parameters, plan: planReadFor(scope, userModel(scope.content), action, parameters) };
}

/** As in Strapi, `start` and `limit` of users may also be top-level parameters. */
function withPagination({ start, limit, ...tree }: TreeObject): TreeObject {
  if (start === undefined && limit === undefined) return tree;
  const pagination: { [key: string]: Tree } = Object.create(null);
  if (start !== undefined) pagination['start'] = start;
  if (limit !== undefined) pagination['limit'] = limit;
  return Object.assign(Object.create(null), { pagination }, tree);
}

function bare(scope: Scope, query: TextQuery): Shape {
  return { ...shapeOf(scope, query), documentMeta: false, id: true };
}

export function unauthorized(message = 'Unauthorized'): ContentError {
  return new ContentError(401, 'UnauthorizedError', message);
}
