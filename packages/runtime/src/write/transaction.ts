import type { Scope } from '../content/index.js';
import { type Executor, SEQUENCE_ENDED, codeOf, explainBusy, transaction } from '../database/index.js';
import { ValidationError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import { explainIndexSize } from './checks/index-size.js';
import { explainUnique } from './checks/unique.js';

/**
 * One transaction per request. An error of the database gets the words of the check that would have found it. The writes
 * of one document wait for each other before they have a connection, because they would only wait for its lock.
 * `readsFirst`: the first statement only reads or locks, as it does for a document.
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
