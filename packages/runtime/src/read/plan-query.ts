import { type Action, authorize, isDraftRight, planReadFor, rightsKey } from '../access/index.js';
import type { BoundedCache, CachedStatement, Scope } from '../content/index.js';
import type { AnyModel } from '../model/index.js';
import { type ReadPlan, planPage } from '../plan/index.js';
import {
  type Parameters,
  type TreeObject,
  parseBrackets,
  parseParameters,
  requestOptions,
  treeOf,
} from '../query/index.js';
import type { Query } from './request.js';

/** A query, parsed and planned for one caller. */
export interface PlannedQuery {
  readonly parameters: Parameters;
  readonly plan: ReadPlan;
}

/** `status`: the versions that are read, where the query does not decide that; their rights are checked. */
export function planQuery(
  scope: Scope,
  model: AnyModel,
  action: Action,
  query: Query,
  status?: Parameters['status'],
): PlannedQuery {
  const isRead = status === undefined && (action === 'find' || action === 'findOne');
  const options = {
    ...requestOptions(scope.content.settings.api.rest),
    defaultStatus: isDraftRight(action) ? 'draft' : 'published',
  } as const;
  const parameters =
    query.text === undefined
      ? // Code is never sent by a client of another version, so its unknown keys are always refused.
        parseParameters(query.tree, { ...options, strict: true })
      : parseParameters(isRead ? requestTree(scope, model, action, query.text) : parseBrackets(query.text), {
          ...options,
          isPaged: action === 'find' && !model.single,
        });
  const read = status === undefined ? parameters : { ...parameters, status };
  const plan = planReadFor(scope, model, action, read);
  // A write has no page, but refuses a wrong one, as in Strapi.
  if (action === 'update' || isDraftRight(action))
    planPage(parameters.page, scope.content.settings.api.rest, plan.order);
  return { parameters, plan };
}

/** A request that names no `populate` gets the `populate` of the settings. Code always names what it populates. */
function requestTree({ content }: Scope, model: AnyModel, action: Action, text: string): TreeObject {
  const tree = parseBrackets(text);
  const setting = populateOf(content.settings.api.populate?.[model.name], action);
  if (setting === undefined || (tree['populate'] !== undefined && !setting.isForced)) return tree;
  return { ...tree, populate: treeOf(setting.populate) };
}

/** The setting for one action. An object with other keys than `find`, `findOne` and `always` names attributes. */
function populateOf(
  written: unknown,
  action: string,
): { readonly populate: unknown; readonly isForced: boolean } | undefined {
  if (written === undefined) return undefined;
  if (!hasOnlyKeys(written, ['always'])) {
    if (!hasOnlyKeys(written, ['find', 'findOne'])) return { populate: written, isForced: false };
    const own = written[action];
    return hasOnlyKeys(own, ['find', 'findOne']) ? { populate: own, isForced: false } : populateOf(own, action);
  }
  return { populate: written['always'], isForced: true };
}

function hasOnlyKeys(value: unknown, keys: readonly string[]): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const own = Object.keys(value);
  return own.length > 0 && own.every((key) => keys.includes(key));
}

/**
 * Takes a plan and its statement from the cache, or makes them. The key has to name everything that the plan depends
 * on, so a model that does not belong to the project never uses the cache.
 */
export function cachedPlan<T extends { readonly statement: { readonly text: string } }>(
  scope: Scope,
  model: AnyModel,
  operation: 'list' | 'one' | `answer ${string}`,
  query: Query,
  make: () => T,
): T & Pick<CachedStatement, 'key'> {
  const { content, caller } = scope;
  if (content.models.get(model.name) !== model) return make();
  const [syntax, text] = query.text === undefined ? ['tree', JSON.stringify(query.tree)] : ['text', query.text];
  const key = { type: model.name, operation: `${operation} ${syntax}`, rights: rightsKey(caller, content), text };
  return cachedStatement(content.statements, key, make);
}

/** Longer query strings are too rare to be worth keeping. */
const MAX_TEXT = 2_000;
/** A short query string can lead to a long statement; clients rarely repeat such a query string. */
const MAX_STATEMENT = 50_000;

/** Everything that a plan of a read depends on. */
interface StatementKey {
  /** The name of a content type of the project. */
  readonly type: string;
  /** Decides the type of the entry. */
  readonly operation: string;
  /** The rights of the caller. */
  readonly rights: string;
  /** The query string, or the tree of a query object. */
  readonly text: string;
}

/**
 * A plan with its SQL. Clients repeat the same few query strings, and planning a query costs as much as a small
 * statement.
 */
export function cachedStatement<T extends CachedStatement>(
  cache: BoundedCache<CachedStatement>,
  { type, operation, rights, text }: StatementKey,
  make: () => T,
): T & Pick<CachedStatement, 'key'> {
  if (text.length > MAX_TEXT) return make();
  // The length keeps apart rights and query strings that are the same when joined.
  const key = `${type} ${operation} ${rights.length} ${rights} ${text}`;
  // The operation is part of the key, and all entries of an operation have one type.
  const known = cache.get(key) as T | undefined;
  if (known !== undefined) return known;
  const made = make();
  const { length } = made.statement.text;
  if (length > MAX_STATEMENT) return made;
  const named = { ...made, key };
  cache.set(key, named, key.length + length);
  return named;
}

/** Throws a 403 if a plan reads drafts, or compares with them, and the caller may not. */
export function authorizeStatus(scope: Scope, model: AnyModel, plan: ReadPlan): void {
  if (!model.draftAndPublish) return;
  const comparesDrafts = plan.rows.relatedDrafts !== undefined;
  if (plan.version.status === 'draft' || comparesDrafts) authorize(scope, model, 'findDraft');
}
