import { meetsRowRules } from '../access/index.js';
import { noting } from '../changes/index.js';
import type { Executor } from '../database/index.js';
import { ForbiddenError } from '../errors/index.js';
import type { DocumentRow } from '../sql/index.js';
import type { WrittenDocument } from './answer.js';
import { checkIfMatch } from './checks/guard.js';
import { hooksOf } from './hooks.js';
import { writeDocument } from './pipeline.js';
import { type Put, type Sent, requestOf, throughHooks } from './request.js';

/** Writes the document with its hooks around it. */
export async function putDocument(outer: Executor, put: Put, sent: Sent): Promise<WrittenDocument> {
  const { scope, model, right, documentId, version, ifMatch, shown } = put;
  const { executor, count } = counted(noting(scope, outer));
  const hooks = hooksOf(scope, model, version);
  const isNew = documentId === undefined;
  // A single type without a document has no state that `If-Match` could name.
  if (isNew && model.single) checkIfMatch(ifMatch, model, version.status, []);

  let final = sent;
  const beforeWrite = async (tx: Executor) => {
    final = await throughHooks(tx, put, hooks, sent);
    return final.input;
  };
  if (isNew) await beforeWrite(executor);
  // A later statement may change the row, so the answer holds only without a later statement.
  let kept: { readonly row: DocumentRow; readonly at: number } | undefined;
  const keep = (row: DocumentRow) => (kept = { row, at: count() });
  const { beforePublish } = hooks;
  const request = { ...requestOf(put, sent, () => final), shown: shown && { ...shown, keep }, beforePublish };
  const written = await writeDocument(
    executor,
    !isNew && hooks.runsBeforeUpdate ? { ...request, beforeWrite } : request,
  );
  // Reject a write that leaves the document outside the caller's row rules.
  if (!(await meetsRowRules(scope, executor, model, right, written))) throw new ForbiddenError();
  await hooks.after(executor, final.data, written, isNew);
  return { documentId: written, ...(kept?.at === count() ? { row: kept.row } : {}) };
}

/** An executor with the number of statements that were sent through it. */
function counted(executor: Executor): { readonly executor: Executor; readonly count: () => number } {
  let sent = 0;
  const through = (inner: Executor): Executor => ({
    ...inner,
    rows: (text, values) => (sent++, inner.rows(text, values)),
    raw: (text, values, type) => (sent++, inner.raw(text, values, type)),
  });
  const { behind } = executor;
  return { executor: { ...through(executor), ...(behind && { behind: through(behind) }) }, count: () => sent };
}
