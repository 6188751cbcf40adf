import { authorize } from '../access/index.js';
import type { Scope } from '../content/index.js';
import { type Executor, SEQUENCE_ENDED, codeOf, explainBusy, transaction } from '../database/index.js';
import { ValidationError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import { explainIndexSize, explainUnique } from './checks/unique.js';
import { lockDocuments } from './targets/lock.js';
import { singleDocument } from './targets/target.js';

/**
 * One transaction per request. An error of the database gets the words of the check that would have found the problem.
 * The writes of one document wait for each other before they have a connection, because with a connection they would
 * only wait for the lock of the document. `readsFirst`: the first statement only reads or locks, as for an existing
 * document.
 */
export async function inTransaction<T>(
  scope: Scope,
  model: AnyModel,
  document: string | undefined,
  work: (executor: Executor) => Promise<T>,
  readsFirst?: boolean,
): Promise<T> {
  try {
    return await transaction(scope.content.database, work, { type: model.name, document, readsFirst });
  } catch (error) {
    const explained =
      explainUnique(model, error) ?? explainIndexSize(model, error) ?? explainValue(error) ?? explainBusy(error);
    if (explained === undefined) throw error;
    explained.cause ??= error;
    throw explained;
  }
}

/** Values are checked before they are sent; a value that PostgreSQL still cannot store is an error of the request. */
function explainValue(error: unknown): Error | undefined {
  const code = codeOf(error);
  // Classes 22 (data exception) and 54 (program limit exceeded).
  const isValue = /^(22|54)/.test(code) && code !== SEQUENCE_ENDED;
  return isValue ? new ValidationError('A value of the request body cannot be stored') : undefined;
}

/**
 * Takes the lock of a write before a read, so that the document cannot change until the transaction ends. Without
 * `documentId`, the document is that of a single type.
 */
export async function lockForRead(scope: Scope, model: AnyModel, documentId?: string): Promise<void> {
  const { database } = scope.content;
  if (database.joined !== true) throw new Error('`lock` needs a transaction: a lock ends with its transaction');
  authorize(scope, model, documentId === undefined ? 'find' : 'findOne');
  const id = documentId ?? (await singleDocument(database, model));
  if (id !== undefined) await lockDocuments(database, [id]);
}
