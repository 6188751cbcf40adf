import type { AnyModel } from '../model/index.js';
import { type FilterAst, type PopulateAst, parseFilters, parsePopulate, treeOf } from '../query/index.js';
import { type PlanContext, trustedContext } from './context.js';
import { planFilters } from './filters.js';
import type { ChildPlan, FilterPlan } from './plan.js';
import { planPopulate } from './populate.js';

/** Checks `filters` of one content type: at compile time through `Filters`, at run time through the model. */
export interface FilterValidator<Filters> {
  /** Returns a filter written in code, or throws a `ValidationError` with the reason. */
  (filters: Filters): Filters;
  /** The same check for a request. */
  readonly plan: (context: PlanContext, ast: FilterAst) => FilterPlan;
}

/** Checks `populate` of one content type: at compile time through `Keys`, at run time through the model. */
export interface PopulateValidator<Keys> {
  (populate: Keys): Keys;
  readonly plan: (context: PlanContext, ast: PopulateAst | undefined) => readonly ChildPlan[];
}

/** The validators of a request, usually those that were generated for its content type. */
export interface QueryCheck {
  readonly filters: Pick<FilterValidator<never>, 'plan'>;
  readonly populate: Pick<PopulateValidator<never>, 'plan'>;
}

export function filterValidator<Filters>(model: AnyModel): FilterValidator<Filters> {
  const plan = (context: PlanContext, ast: FilterAst) => planFilters({ context, param: 'filters' }, model, ast);
  const check = (filters: Filters) => {
    const ast = parseFilters(treeOf(filters), 'filters');
    if (ast !== undefined) plan(codeContext(model), ast);
    return filters;
  };
  plannedModel.set(plan, model);
  return Object.assign(check, { plan });
}

export function populateValidator<Keys>(model: AnyModel): PopulateValidator<Keys> {
  const plan = (context: PlanContext, ast: PopulateAst | undefined) => planPopulate(context, model, ast);
  const check = (populate: Keys) => {
    plan(codeContext(model), parsePopulate(treeOf(populate)));
    return populate;
  };
  plannedModel.set(plan, model);
  return Object.assign(check, { plan });
}

export function modelCheck(model: AnyModel): QueryCheck {
  return { filters: filterValidator<never>(model), populate: populateValidator<never>(model) };
}

/**
 * The plan functions of this module, with their model. A registry and not a property, because a property could be copied
 * to another function.
 */
const plannedModel = new WeakMap<object, AnyModel>();

/** Whether validators plan exactly as the model does, so that their plans may be kept for all callers. */
export function isModelCheck(check: QueryCheck | undefined, model: AnyModel): boolean {
  if (check === undefined) return true;
  return plannedModel.get(check.filters.plan) === model && plannedModel.get(check.populate.plan) === model;
}

/** Code is not a caller: it may look at every type its own is related to. */
function codeContext(model: AnyModel): PlanContext {
  const models = new Set<AnyModel>();
  const visit = (current: AnyModel) => {
    if (models.has(current)) return;
    models.add(current);
    for (const attribute of Object.values(current.attributes)) {
      if (attribute.kind === 'relation' || attribute.kind === 'morphInverse') visit(attribute.target());
    }
  };
  visit(model);
  return trustedContext([...models]);
}
