import type { Executor } from '../database/index.js';
import { checkDocument } from './stages/check.js';
import { verifyDocument } from './stages/verify.js';
import { inheritLists, publishLists, rebalanceLong, shareWithLocales } from './stages/lists.js';
import type { Locked, WriteRequest } from './stages/stages.js';
import { lockTargets } from './stages/lock.js';
import { refuseUnresolved, resolveTargets } from './stages/resolve.js';
import { askFor, loadDocument } from './stages/load.js';
import { versionsIn } from './versions/version.js';
import { writeVersion } from './stages/write-version.js';

/**
 * Writes one document and returns its id:
 *
 *   resolve targets → lock → load → check → write rows → write relations → publish → verify
 *
 * Each stage takes the value of the one before it. The number of statements does not depend on the length of lists.
 */
export async function writeDocument(executor: Executor, request: WriteRequest): Promise<string> {
  const locked = await lockDocument(executor, request);
  for (const step of locked.steps) {
    const loaded = await loadDocument(executor, locked, step);
    const checked = await checkDocument(executor, loaded);
    const written = await writeVersion(executor, checked);
    await inheritLists(executor, written);
    await publishLists(executor, written);
    await rebalanceLong(executor, written);
    await shareWithLocales(executor, written);
    await verifyDocument(executor, written);
  }
  return locked.target.documentId;
}

async function lockDocument(executor: Executor, request: WriteRequest): Promise<Locked> {
  const resolved = await resolveTargets(executor, request);
  if (request.beforeWrite !== undefined) return lockBeforeHooks(executor, await lockTargets(executor, resolved));
  await refuseUnresolved(executor, resolved, false);
  const [first] = resolved.steps;
  return lockTargets(executor, resolved, first && ((behind) => askFor(behind, resolved, first)));
}

/**
 * Hooks before the write of an existing document run behind its locks, because locks that a write takes after a hook
 * would be out of order, and only for a document that is there and that the caller may write. A hook may replace the
 * input, so wrong references are refused after it.
 */
async function lockBeforeHooks(executor: Executor, locked: Locked): Promise<Locked> {
  const { request, target } = locked;
  const { model, documentId, locale } = target;
  await request.guard?.(executor, await versionsIn(executor, model, documentId, locale));
  const input = (await request.beforeWrite?.(executor)) ?? request.input;
  const isSame = input === request.input;
  const final = isSame ? locked : await lockTargets(executor, await resolveTargets(executor, { ...request, input }));
  await refuseUnresolved(executor, final, true);
  return { ...final, isAdmitted: true };
}
