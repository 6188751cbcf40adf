import type { Status } from '../shape/index.js';
import { type Scope, withoutClient } from '../content/index.js';
import { type AnyModel, fileModel } from '../model/index.js';
import {
  type FilterPlan,
  type PlanContext,
  type ReadPlan,
  limitedEffort,
  limitedWeight,
  looksAtDrafts,
  planRead,
} from '../plan/index.js';
import type { Parameters } from '../query/index.js';
import { allows, may, rowCondition } from './rights.js';

/** Plans a read of one type within the rights of the caller. */
export function planReadFor(asked: Scope, model: AnyModel, action: string, parameters: Parameters): ReadPlan {
  // Plans are kept for later requests, and must not keep the first request with its socket.
  const scope = { ...asked, content: withoutClient(asked.content) };
  return planRead(model, parameters, {
    context: callerContext(scope, parameters),
    main: rowCondition(scope, model, ...actionsFor(action, parameters.status)),
    drafts: () => rowCondition(scope, model, action, 'findDraft'),
    defaultLocale: scope.content.settings.locales.default,
  });
}

/** The rights of a caller while a read is planned. Drafts of a related type need the right to read its drafts. */
function callerContext(scope: Scope, parameters: Parameters): PlanContext {
  const { status } = parameters;
  const { api } = scope.content.settings;
  const rows = new Map<AnyModel, FilterPlan | undefined>();
  const maySee = (model: AnyModel) =>
    model === fileModel ||
    (may(scope, model, 'find') && (status === 'published' || !model.draftAndPublish || may(scope, model, 'findDraft')));
  return {
    models: [...scope.content.models.values()],
    rest: api.rest,
    filtersMedia: api.responses === 'strapi',
    maySee,
    mayPopulate: (model) =>
      maySee(model) && (!looksAtDrafts(parameters) || !model.draftAndPublish || may(scope, model, 'findDraft')),
    allows: (holder, name, use) => allows(scope, holder, name, use),
    rowsOf: (model) => {
      if (!rows.has(model)) rows.set(model, rowCondition(scope, model, ...actionsFor('find', status)));
      return rows.get(model);
    },
    draftsOf: (model) => rowCondition(scope, model, 'find', 'findDraft'),
    spend: limitedEffort(),
    weigh: limitedWeight(),
    blanks: [],
  };
}

/** Drafts need a right of their own beside the right to read. */
function actionsFor(action: string, status: Status): readonly string[] {
  return status === 'draft' ? [action, 'findDraft'] : [action];
}
