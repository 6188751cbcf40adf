import { type Use, allows, may, rowCondition } from '../access/index.js';
import type { Scope } from '../content/content.js';
import { fileModel } from '../model/file-model.js';
import type { AnyModel } from '../model/model.js';
import type { Status } from '../query/parameters.js';
import type { ApiSettings } from '../content/settings.js';
import { type Effort, limitedEffort } from './effort.js';
import type { FilterPlan, Holder } from './plan.js';

/** What planning needs to know beside the type at hand. */
export interface PlanContext {
  /** Every content type: what polymorphic relations may lead to. */
  readonly models: readonly AnyModel[];
  readonly rest: ApiSettings['rest'];
  /** Whether the caller may look at a type from another one. */
  readonly maySee: (model: AnyModel) => boolean;
  /** Whether the caller may use an attribute of a type it sees. */
  readonly allows: (holder: Holder, name: string, use: Use) => boolean;
  /** What the rows of a type have to meet for the caller to reach them from another one. */
  readonly rowsOf: (model: AnyModel) => FilterPlan | undefined;
  /** Throws where the request leads to more places than one may. */
  readonly spend: Effort;
}

/** Looking at drafts takes a right of its own, also from another type. */
export function requestContext(scope: Scope, status: Status): PlanContext {
  const rows = new Map<AnyModel, FilterPlan | undefined>();
  return {
    models: [...scope.content.models.values()],
    rest: scope.content.settings.api.rest,
    maySee: (model) =>
      model === fileModel ||
      (may(scope, model, 'find') &&
        (status === 'published' || !model.draftAndPublish || may(scope, model, 'findDraft'))),
    allows: (holder, name, use) => allows(scope, holder, name, use),
    rowsOf: (model) => {
      if (!rows.has(model)) rows.set(model, rowCondition(scope, model, ...actionsFor('find', status)));
      return rows.get(model);
    },
    spend: limitedEffort(),
  };
}

/** Drafts take a right of their own beside the one to read. */
export function actionsFor(action: string, status: Status): readonly string[] {
  return status === 'draft' ? [action, 'findDraft'] : [action];
}
