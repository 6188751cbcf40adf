import { type ApiSettings, type Use, defaultRest } from '../content/index.js';
import type { AnyModel, Holder } from '../model/index.js';
import { type ConditionWeight, unlimitedWeight } from './condition-weight.js';
import { type SpendEffort, unlimitedEffort } from './effort.js';
import type { Unfilled } from './blanks/blank.js';
import type { FilterPlan } from './plan.js';

/** Everything that planning needs besides the current type. */
export interface PlanContext {
  /** Every content type: the possible targets of polymorphic relations. */
  readonly models: readonly AnyModel[];
  readonly rest: ApiSettings['rest'];
  /** Whether the caller may look at a type from another type. */
  readonly maySee: (model: AnyModel) => boolean;
  /** Whether the caller may use an attribute of a type it sees. */
  readonly allows: (holder: Holder, name: string, use: Use) => boolean;
  /** The condition that rows of a type have to meet for the caller to reach them from another type. */
  readonly rowsOf: (model: AnyModel) => FilterPlan | undefined;
  /** The same for drafts that published versions are compared with. */
  readonly draftsOf: (model: AnyModel) => FilterPlan | undefined;
  /** Whether the caller may populate a type: the request may compare its published versions with drafts. */
  readonly mayPopulate: (model: AnyModel) => boolean;
  /** Filters may look at files, as in Strapi. */
  readonly filtersMedia: boolean;
  /** Throws when the request uses more than its planning budget. */
  readonly spend: SpendEffort;
  /** Throws when the conditions of the request weigh too much. */
  readonly weigh: ConditionWeight;
  /** Takes the values that planning has read from blanks. */
  readonly blanks: Unfilled[];
}

/** The context of code and settings, which are no caller and may use everything. */
export function trustedContext(models: readonly AnyModel[]): PlanContext {
  return {
    models,
    rest: defaultRest,
    maySee: () => true,
    allows: () => true,
    rowsOf: () => undefined,
    draftsOf: () => undefined,
    mayPopulate: () => true,
    filtersMedia: false,
    spend: unlimitedEffort,
    weigh: unlimitedWeight,
    blanks: [],
  };
}
