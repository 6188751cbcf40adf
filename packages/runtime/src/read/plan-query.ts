import { type Action, authorize, isDraftRight, planReadFor } from '../access/index.js';
import type { Scope } from '../content/index.js';
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
  const parameters = isRead ? readParameters(scope, model, action, query) : parametersOf(scope, model, action, query);
  const read = status === undefined ? parameters : { ...parameters, status };
  const plan = planReadFor(scope, model, action, read);
  // A write has no page, but refuses a wrong one, as in Strapi.
  if (action === 'update' || isDraftRight(action))
    planPage(parameters.page, scope.content.settings.api.rest, plan.order);
  return { parameters, plan };
}

/** The parameters of a read, with the `populate` of the settings. */
export function readParameters(scope: Scope, model: AnyModel, action: Action, query: Query): Parameters {
  return parametersOf(scope, model, action, query, (text) => requestTree(scope, model, action, text));
}

function parametersOf(
  { content }: Scope,
  model: AnyModel,
  action: Action,
  query: Query,
  parse: (text: string) => TreeObject = parseBrackets,
): Parameters {
  const defaultStatus = isDraftRight(action) ? 'draft' : 'published';
  const options = { ...requestOptions(content.settings.api.rest), defaultStatus } as const;
  // Code is never sent by a client of another version, so its unknown keys are always refused.
  if (query.text === undefined) return parseParameters(query.tree, { ...options, strict: true });
  return parseParameters(parse(query.text), { ...options, isPaged: action === 'find' && !model.single });
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

/** Throws a 403 if a plan reads drafts, or compares with them, and the caller may not. */
export function authorizeStatus(scope: Scope, model: AnyModel, plan: ReadPlan): void {
  if (!model.draftAndPublish) return;
  const comparesDrafts = plan.rows.relatedDrafts !== undefined;
  if (plan.version.status === 'draft' || comparesDrafts) authorize(scope, model, 'findDraft');
}
