import type { AnyModel } from '../model/index.js';
import type { Parameters } from '../query/index.js';
import type { PlanContext } from './context.js';
import { planFields } from './fields.js';
import { planFilters } from './filters.js';
import type { FilterPlan, ReadPlan } from './plan.js';
import { planPopulate } from './populate.js';
import { planScore } from './score.js';
import { planSearch } from './search.js';
import { planSort } from './sort.js';
import { looksAtDrafts, planVersion } from './version.js';

/** Everything that a read depends on besides the type and the parameters. */
interface ReadConditions {
  readonly context: PlanContext;
  /** The row rule of the type itself. */
  readonly main: FilterPlan | undefined;
  /** The row rule of drafts, for filters that compare published versions with them. */
  readonly drafts: () => FilterPlan | undefined;
  readonly defaultLocale: string;
}

/** Everything that a request reads of one type, resolved against the model and the rights of the caller. */
export function planRead(model: AnyModel, parameters: Parameters, conditions: ReadConditions): ReadPlan {
  const { context, main } = conditions;
  const version = planVersion(model, parameters, conditions.defaultLocale);
  const drafts = looksAtDrafts(version) ? conditions.drafts() : undefined;
  const where: FilterPlan[] = [];
  if (parameters.filters !== undefined) {
    where.push(planFilters({ context, param: 'filters' }, model, parameters.filters));
  }
  const score = planScore(context, model, parameters, version);
  if (score !== undefined) where.push({ kind: 'matches', search: score });
  else if (parameters.search !== undefined) where.push(planSearch(context, model, parameters.search));
  const order = planSort({ context, param: 'sort' }, model, parameters.sort, score);
  return {
    model,
    version,
    node: {
      holder: model,
      fields: planFields(context, model, parameters.fields, 'fields'),
      children: planPopulate(context, model, parameters.populate),
    },
    ...(where.length === 0 ? {} : { where: { kind: 'and', items: where } }),
    order,
    rows: {
      related: context.rowsOf,
      ...(main === undefined ? {} : { main }),
      ...(drafts === undefined ? {} : { drafts }),
      ...(looksAtDrafts(version) ? { relatedDrafts: context.draftsOf } : {}),
    },
    blanks: context.blanks,
  };
}
