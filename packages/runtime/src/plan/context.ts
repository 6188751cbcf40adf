import { may } from '../access.js';
import type { Scope } from '../content.js';
import { fileModel } from '../files.js';
import type { AnyModel } from '../model.js';
import type { Status } from '../query/parameters.js';
import type { ApiSettings } from '../settings.js';

/** What planning needs to know beside the type at hand. */
export interface PlanContext {
  /** Every content type: what polymorphic relations may lead to. */
  readonly models: readonly AnyModel[];
  readonly rest: ApiSettings['rest'];
  /** Whether the caller may look at a type from another one. */
  readonly maySee: (model: AnyModel) => boolean;
}

/** Looking at drafts takes a right of its own, also from another type. */
export function requestContext(scope: Scope, status: Status): PlanContext {
  return {
    models: [...scope.content.models.values()],
    rest: scope.content.settings.api.rest,
    maySee: (model) =>
      model === fileModel ||
      (may(scope, model, 'find') &&
        (status === 'published' || !model.draftAndPublish || may(scope, model, 'findDraft'))),
  };
}
