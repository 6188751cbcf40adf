import { authorize } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import type { AnyModel } from '../model/index.js';
import type { Answer, Query } from '../read/index.js';
import { type WrittenDocument, planAnswer } from './answer.js';
import type { ShownRow } from './versions/shown-row.js';
import { dataIn } from './input/body.js';
import { putDocument, readSent } from './put.js';
import type { RequestedVersion } from './requested-version.js';
import { singleDocument } from './single.js';
import { inTransaction } from './transaction.js';
import { type Writable, modelOf } from './writable.js';

/** Changes the sent attributes of a document, in one locale. */
export async function update(
  scope: Scope,
  writable: Writable,
  documentId: string,
  body: unknown,
  query: Query,
): Promise<Answer> {
  const model = modelOf(writable);
  authorize(scope, model, 'update');
  const { version, shown, show } = planAnswer(scope, model, query);
  const change = { documentId, version, shown, ifMatch: query.ifMatch };
  return updateDocument(scope, model, dataIn(body), change, show);
}

export interface DocumentChange {
  readonly documentId: string;
  readonly version: RequestedVersion;
  /** An `If-Match` header, for a change that must not overwrite another one. */
  readonly ifMatch?: string | undefined;
  readonly shown?: ShownRow | undefined;
}

/** Changes a document. `finish` runs in the same transaction, and its result is the result. */
export async function updateDocument<Result>(
  scope: Scope,
  model: AnyModel,
  data: unknown,
  { documentId, version, ifMatch, shown }: DocumentChange,
  finish: (executor: Executor, written: WrittenDocument) => Promise<Result>,
): Promise<Result> {
  const put = { scope, model, documentId, version, ifMatch, shown };
  const sent = await readSent(scope.content.database, put, data);
  return inTransaction(scope, model, documentId, async (executor) =>
    finish(executor, await putDocument(executor, put, sent)),
  );
}

/** Writes the document of a single type; the first write creates it. */
export async function saveSingle(scope: Scope, writable: Writable, body: unknown, query: Query): Promise<Answer> {
  const model = modelOf(writable);
  authorize(scope, model, 'update');
  const { version, shown, show } = planAnswer(scope, model, query);
  return inTransaction(scope, model, undefined, async (executor) => {
    const documentId = await singleDocument(executor, model);
    const known = documentId === undefined ? {} : { documentId };
    const put = { scope, model, version, shown, ifMatch: query.ifMatch, ...known };
    const sent = await readSent(executor, put, dataIn(body));
    return show(executor, await putDocument(executor, put, sent));
  });
}
