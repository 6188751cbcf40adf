import { authorizeWrite } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import type { Answer, Query } from '../read/index.js';
import { planAnswer } from './answer.js';
import { hooksOf } from './hooks.js';
import { dataIn } from './input/body.js';
import { putDocument } from './put.js';
import { idOfKey, isCreated } from './repetition.js';
import { type Writable, modelOf, readSent } from './request.js';
import { inTransaction } from './transaction.js';

/**
 * Creates a document; publishes it unless `status=draft`, or the caller may create drafts alone. A request that repeats
 * an `Idempotency-Key` gets the document that the first one created, as the document is now.
 */
export async function create(scope: Scope, writable: Writable, body: unknown, query: Query): Promise<Answer> {
  const model = modelOf(writable);
  const right = authorizeWrite(scope, model, 'create');
  const { version, shown, show } = planAnswer(scope, model, query, { created: true, right });
  const newId = idOfKey(scope, model, query.idempotencyKey);
  const put = { scope, model, right, version, shown, newId, ifMatch: undefined };
  const sent = await readSent(scope.content.database, put, dataIn(body));
  const write = async (executor: Executor) => {
    if (newId !== undefined && (await isCreated(executor, put))) {
      return show(executor, { documentId: newId });
    }
    return show(executor, await putDocument(executor, put, sent));
  };
  // Without a key and a hook before it, the first statement is that of the locks, or the statement that loads.
  const readsFirst = newId !== undefined || !hooksOf(scope, model, version).runsBeforeCreate;
  return inTransaction(scope, model, newId, write, readsFirst);
}
