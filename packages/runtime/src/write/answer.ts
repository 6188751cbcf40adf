import type { Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import type { AnyModel } from '../model/index.js';
import {
  type Answer,
  type Query,
  answerDocument,
  cachedPlan,
  planQuery,
  readWritten,
  selectWritten,
} from '../read/index.js';
import { forDocument } from '../sql/index.js';
import { type RequestedVersion, requestedVersion } from './requested-version.js';
import type { Status } from './targets/target.js';

/** The answer of a write. Its query is checked before anything is written. */
export interface PlannedAnswer {
  readonly version: RequestedVersion;
  /** Reads the document in the transaction of the write, `fields` and `populate` of the query applied. */
  show(executor: Executor, documentId: string): Promise<Answer>;
  /** The same as JSON, for an answer with several documents. */
  read(executor: Executor, documentId: string): Promise<string>;
}

export interface AnswerOptions {
  /** The answer shows this status, whatever the query asks for, so it is planned with the rights for it. */
  readonly status?: Status;
  /** The request creates the document: some profiles then leave out its row id. */
  readonly created?: boolean;
}

export function planAnswer(
  scope: Scope,
  model: AnyModel,
  query: Query,
  { status, created = false }: AnswerOptions = {},
): PlannedAnswer {
  const operation = `answer ${status ?? 'as asked'} ${created ? 'created' : 'changed'}` as const;
  const { version, plan, statement } = cachedPlan(scope, model, operation, query, () => {
    const planned = planQuery(scope, model, 'update', query, status);
    const version = requestedVersion(scope, model, planned.parameters);
    const shown = { locale: version.locale, status: status ?? version.status };
    return { version, ...selectWritten(scope, planned.plan, shown, created) };
  });
  return {
    version,
    // The cached statement may be of another document.
    show: async (executor, documentId) =>
      (await answerDocument(scope, executor, plan, forDocument(statement, documentId))).answer,
    read: (executor, documentId) => readWritten(scope, executor, plan, forDocument(statement, documentId)),
  };
}
