import { authorize } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import type { AnyModel } from '../model/index.js';
import type { Answer, Query } from '../read/index.js';
import { type PlannedAnswer, type WrittenDocument, planAnswer } from './answer.js';
import { dataIn } from './input/body.js';
import { hooksOf } from './hooks.js';
import { putDocument, readSent } from './put.js';
import { inTransaction } from './transaction.js';
import { type Writable, modelOf } from './writable.js';

/** Creates a document; publishes it unless `status=draft`. */
export async function create(scope: Scope, writable: Writable, body: unknown, query: Query): Promise<Answer> {
  const model = modelOf(writable);
  authorize(scope, model, 'create');
  const { version, shown, show } = planAnswer(scope, model, query, { created: true });
  return createDocument(scope, model, dataIn(body), { version, shown }, show);
}

/** Creates a document. `finish` runs in the same transaction, and its result is the result. */
export async function createDocument<Result>(
  scope: Scope,
  model: AnyModel,
  data: unknown,
  asked: Pick<PlannedAnswer, 'version' | 'shown'>,
  finish: (executor: Executor, written: WrittenDocument) => Promise<Result>,
): Promise<Result> {
  const put = { scope, model, ...asked, ifMatch: undefined };
  const sent = await readSent(scope.content.database, put, data);
  const write = async (executor: Executor) => finish(executor, await putDocument(executor, put, sent));
  // Without a hook before it, the first statement is that of the locks, or the one that loads.
  return inTransaction(scope, model, undefined, write, !hooksOf(scope, model, asked.version).runsBeforeCreate);
}
