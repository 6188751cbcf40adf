import { type Action, planReadFor, rightsKey } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { AnyModel } from '../model/index.js';
import { type ReadPlan, isModelCheck } from '../plan/index.js';
import { type Parameters, parseBrackets, parseParameters } from '../query/index.js';
import type { Query } from './request.js';
import { type StatementKey, cachedStatement } from './statement-cache.js';

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
  const parameters = parseParameters(parseBrackets(query.text), {
    strict: scope.content.settings.api.rest.strictParams,
  });
  const read = status === undefined ? parameters : { ...parameters, status };
  return { parameters, plan: planReadFor(scope, model, action, read, query.check) };
}

/**
 * Takes a plan and its statement from the cache, or makes them. The key has to name everything that the plan depends on,
 * so a model or validators that are not those of the project never use the cache.
 */
export function cachedPlan<T extends { readonly statement: { readonly text: string } }>(
  scope: Scope,
  model: AnyModel,
  operation: StatementKey['operation'],
  query: Query,
  make: () => T,
): T {
  const { content, caller } = scope;
  if (content.models.get(model.name) !== model || !isModelCheck(query.check, model)) return make();
  const key = { type: model.name, operation, rights: rightsKey(caller, content), text: query.text };
  return cachedStatement(content.statements, key, make);
}
