import { authorizeWrite } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import type { Answer, Query } from '../read/index.js';
import { planAnswer } from './answer.js';
import { hooksOf } from './hooks.js';
import { dataIn } from './input/body.js';
import { putDocument } from './put.js';
import { type Writable, modelOf, readSent } from './request.js';
import { inTransaction } from './transaction.js';

/** Creates a document; publishes it unless `status=draft`, or the caller may create drafts alone. */
export async function create(scope: Scope, writable: Writable, body: unknown, query: Query): Promise<Answer> {
  const model = modelOf(writable);
  const right = authorizeWrite(scope, model, 'create');
  const { version, shown, show } = planAnswer(scope, model, query, { created: true, right });
  const put = { scope, model, right, version, shown, ifMatch: undefined };
  const sent = await readSent(scope.content.database, put, dataIn(body));
  const write = async (executor: Executor) => show(executor, await putDocument(executor, put, sent));
  // Without a hook before it, the first statement is that of the locks, or the statement that loads.
  return inTransaction(scope, model, undefined, write, !hooksOf(scope, model, version).runsBeforeCreate);
}
