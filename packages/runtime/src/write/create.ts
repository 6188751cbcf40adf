import { authorize } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import type { AnyModel } from '../model/index.js';
import type { Answer, Query } from '../read/index.js';
import { planAnswer } from './answer.js';
import { dataIn } from './input/body.js';
import { putDocument, readSent } from './put.js';
import type { RequestedVersion } from './requested-version.js';
import { inTransaction } from './transaction.js';

/** Creates a document; publishes it unless `status=draft`. */
export async function create(scope: Scope, model: AnyModel, body: unknown, query: Query): Promise<Answer> {
  authorize(scope, model, 'create');
  const { version, show } = planAnswer(scope, model, query, { created: true });
  return createDocument(scope, model, dataIn(body), version, show);
}

/** Creates a document. `finish` runs in the same transaction, and its result is the result. */
export async function createDocument<Result>(
  scope: Scope,
  model: AnyModel,
  data: unknown,
  version: RequestedVersion,
  finish: (executor: Executor, documentId: string) => Promise<Result>,
): Promise<Result> {
  const put = { scope, model, version, ifMatch: undefined };
  const sent = await readSent(scope.content.database, put, data);
  return inTransaction(scope, model, undefined, async (executor) =>
    finish(executor, await putDocument(executor, put, sent)),
  );
}
