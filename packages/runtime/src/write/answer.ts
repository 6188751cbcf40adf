import type { Scope } from '../content/content.js';
import type { Executor } from '../database/database.js';
import type { AnyModel } from '../model/model.js';
import type { Answer } from '../read/answer.js';
import { planQuery, readDocument } from '../read/index.js';
import type { Query } from '../read/request.js';
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
  readonly status?: Status;
}

export function planAnswer(scope: Scope, model: AnyModel, query: Query): PlannedAnswer {
  const plan = planQuery(scope, model, 'update', query);
  const version = requestedVersion(scope, model, plan.parameters);
  return {
    version,
    show: (executor, documentId, { created = false, status = version.status } = {}) =>
      readDocument(scope, executor, plan, { documentId, locale: version.locale, status }, { created }),
  };
}
