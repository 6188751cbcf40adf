import type { Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import type { AnyModel } from '../model/index.js';
import { type Answer, type Query, planQuery, readDocument } from '../read/index.js';
import { type RequestedVersion, requestedVersion } from './requested-version.js';
import type { Status } from './targets/target.js';

/** The answer of a write. Its query is checked before anything is written. */
export interface PlannedAnswer {
  readonly version: RequestedVersion;
  /** Reads the document in the transaction of the write, `fields` and `populate` of the query applied. */
  show(executor: Executor, documentId: string, options?: ShowOptions): Promise<Answer>;
}

interface ShowOptions {
  /** The request created the document: some profiles then leave out its row id. */
  readonly created?: boolean;
}

/** `status`: the answer shows that status, whatever the query asks for, so it is planned with the rights for it. */
export function planAnswer(scope: Scope, model: AnyModel, query: Query, status?: Status): PlannedAnswer {
  const plan = planQuery(scope, model, 'update', query, status);
  const version = requestedVersion(scope, model, plan.parameters);
  return {
    version,
    show: (executor, documentId, { created = false } = {}) => {
      const shown = { documentId, locale: version.locale, status: status ?? version.status };
      return readDocument(scope, executor, plan, shown, { created });
    },
  };
}
