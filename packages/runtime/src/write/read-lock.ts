import { authorize } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { AnyModel } from '../model/index.js';
import { singleDocument } from './single.js';
import { lockDocuments } from './targets/lock.js';

/**
 * Takes the lock of a write before a read, so that the document cannot change until the transaction ends. Without
 * `documentId`, it is the document of a single type.
 */
export async function lockForRead(scope: Scope, model: AnyModel, documentId?: string): Promise<void> {
  const { database } = scope.content;
  if (database.joined !== true) throw new Error('`lock` needs a transaction: a lock ends with its transaction');
  authorize(scope, model, documentId === undefined ? 'find' : 'findOne');
  const id = documentId ?? (await singleDocument(database, model));
  if (id !== undefined) await lockDocuments(database, [id]);
}
