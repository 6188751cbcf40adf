import { authorize, authorizeWrite } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { ValidationError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import type { Query } from '../read/index.js';
import {
  type Data,
  type InputValues,
  bodyKeyError,
  isObject,
  limitedPasswords,
  planAction,
  planAnswer,
  planDelete,
  problemsError,
  putDocument,
  readSent,
  removeOne,
} from '../write/index.js';
import type { BulkAction } from './request.js';

/** An item that was read. */
export interface BulkItem {
  /** Absent for a new document. */
  readonly documentId?: string;
  readonly input: InputValues;
  /** Writes the item in a transaction, and returns the JSON that the answer shows for it. */
  write(executor: Executor): Promise<string>;
}

/** Reads an item outside of the transaction that writes it. */
export type ReadItem = (item: unknown) => Promise<BulkItem>;

/** Checks the right of the action and the query, which all items share. */
export function itemReader(scope: Scope, model: AnyModel, action: BulkAction, query: Query): ReadItem {
  if (action === 'create') return creator(scope, model, query);
  if (action === 'update') return updater(scope, model, query);
  return action === 'delete' ? remover(scope, model, query) : actor(scope, model, action, query);
}

function creator(scope: Scope, model: AnyModel, query: Query): ReadItem {
  const right = authorizeWrite(scope, model, 'create');
  const { version, shown, read } = planAnswer(scope, model, query, { created: true, right });
  const put = { scope, model, right, version, shown, ifMatch: undefined, passwords: passwordsOf(query) };
  return async (item) => {
    const sent = await readSent(scope.content.database, put, objectOf(item));
    return { input: sent.input, write: async (executor) => read(executor, await putDocument(executor, put, sent)) };
  };
}

function updater(scope: Scope, model: AnyModel, query: Query): ReadItem {
  const right = authorizeWrite(scope, model, 'update');
  const { version, shown, read } = planAnswer(scope, model, query, { right });
  const passwords = passwordsOf(query);
  return async (item) => {
    const { documentId, data } = addressed(item);
    const put = { scope, model, right, documentId, version, shown, ifMatch: undefined, passwords };
    const sent = await readSent(scope.content.database, put, data);
    const write = async (executor: Executor) => read(executor, await putDocument(executor, put, sent));
    return { documentId, input: sent.input, write };
  };
}

function remover(scope: Scope, model: AnyModel, query: Query): ReadItem {
  authorize(scope, model, 'delete');
  const plan = planDelete(scope, model, query);
  return async (item) => {
    const documentId = addressOf(item);
    const write = async (executor: Executor) => {
      await removeOne(scope, executor, plan, documentId, query);
      return JSON.stringify({ documentId });
    };
    return { documentId, input: new Map(), write };
  };
}

function actor(scope: Scope, model: AnyModel, action: BulkAction, query: Query): ReadItem {
  const { answer, perform } = planAction(scope, model, action, query);
  return async (item) => {
    const documentId = addressOf(item);
    const write = async (executor: Executor) => {
      await perform(executor, documentId);
      return answer.read(executor, { documentId });
    };
    return { documentId, input: new Map(), write };
  };
}

/** Hashing is slow, so the items of a request share its limit. Code may set any number of passwords. */
function passwordsOf(query: Query): ReturnType<typeof limitedPasswords> | undefined {
  return query.text === undefined ? undefined : limitedPasswords();
}

function objectOf(item: unknown): Data {
  if (!isObject(item)) throw new ValidationError('The item must be an object');
  return item;
}

/** The document that an item names, and the rest of the item. */
function addressed(item: unknown): { readonly documentId: string; readonly data: Data } {
  const { documentId, ...data } = objectOf(item);
  // PostgreSQL stores no NUL, so no document has such an id.
  if (typeof documentId !== 'string' || documentId === '' || documentId.includes('\0')) {
    throw problemsError([{ path: ['documentId'], message: 'documentId must be the id of a document' }]);
  }
  return { documentId, data };
}

/** The document of an item that has only a `documentId`. */
function addressOf(item: unknown): string {
  const { documentId, data } = addressed(item);
  const [foreign] = Object.keys(data);
  if (foreign !== undefined) throw bodyKeyError(foreign, foreign);
  return documentId;
}
