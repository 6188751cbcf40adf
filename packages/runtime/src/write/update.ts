import { authorizeWrite } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { Answer, Query } from '../read/index.js';
import { planAnswer } from './answer.js';
import { dataIn } from './input/body.js';
import { putDocument } from './put.js';
import { type Writable, modelOf, readSent } from './request.js';
import { singleDocument } from './targets/target.js';
import { inTransaction } from './transaction.js';

/** Changes the sent attributes of a document, in one locale. */
export async function update(
  scope: Scope,
  writable: Writable,
  documentId: string,
  body: unknown,
  query: Query,
): Promise<Answer> {
  const model = modelOf(writable);
  const right = authorizeWrite(scope, model, 'update');
  const { version, shown, show } = planAnswer(scope, model, query, { right });
  const put = { scope, model, right, documentId, version, shown, ifMatch: query.ifMatch };
  const sent = await readSent(scope.content.database, put, dataIn(body));
  return inTransaction(scope, model, documentId, async (executor) =>
    show(executor, await putDocument(executor, put, sent)),
  );
}

/** Writes the document of a single type; the first write creates it. */
export async function saveSingle(scope: Scope, writable: Writable, body: unknown, query: Query): Promise<Answer> {
  const model = modelOf(writable);
  const right = authorizeWrite(scope, model, 'update');
  const { version, shown, show } = planAnswer(scope, model, query, { right });
  return inTransaction(scope, model, undefined, async (executor) => {
    const documentId = await singleDocument(executor, model);
    const known = documentId === undefined ? {} : { documentId };
    const put = { scope, model, right, version, shown, ifMatch: query.ifMatch, ...known };
    const sent = await readSent(executor, put, dataIn(body));
    return show(executor, await putDocument(executor, put, sent));
  });
}
