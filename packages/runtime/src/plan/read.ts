import { rowCondition } from '../access/index.js';
import type { Scope } from '../content/content.js';
import type { AnyModel } from '../model/model.js';
import type { Parameters } from '../query/parameters.js';
import type { QueryCheck } from '../read/request.js';
import { actionsFor, requestContext } from './context.js';
import { planFields } from './fields.js';
import type { FilterPlan, ReadPlan } from './plan.js';
import { planSearch } from './search.js';
import { planSort } from './sort.js';
import { filterValidator, populateValidator } from './validators.js';
import { looksAtDrafts, planVersion } from './version.js';

/** Everything a request reads of one type, resolved against the model and the rights of the caller. */
export function planRead(
  scope: Scope,
  model: AnyModel,
  action: string,
  parameters: Parameters,
  check?: QueryCheck,
): ReadPlan {
  const context = requestContext(scope, parameters.status);
  const filters = check?.filters ?? filterValidator(model);
  const populate = check?.populate ?? populateValidator(model);
  const main = rowCondition(scope, model, ...actionsFor(action, parameters.status));
  const version = planVersion(scope, model, parameters);
  const drafts = looksAtDrafts(version) ? rowCondition(scope, model, action, 'findDraft') : undefined;
  const conditions: FilterPlan[] = [];
  if (parameters.filters !== undefined) conditions.push(filters.plan(context, parameters.filters));
  if (parameters.search !== undefined) conditions.push(planSearch(context, model, parameters.search));
  const order = planSort({ context, param: 'sort' }, model, parameters.sort);
  return {
    model,
    version,
    node: {
      holder: model,
      fields: planFields(context, model, parameters.fields, 'fields'),
      children: populate.plan(context, parameters.populate),
    },
    ...(conditions.length === 0 ? {} : { where: { kind: 'and', items: conditions } }),
    order,
    rows: {
      related: context.rowsOf,
      ...(main === undefined ? {} : { main }),
      ...(drafts === undefined ? {} : { drafts }),
    },
  };
}
