import type { Executor } from '../database/index.js';
import { NotFoundError } from '../errors/index.js';
import { checkDocument, verifyDocument } from './stages/check.js';
import { inheritLists, publishLists, rebalanceLong, shareWithLocales, writeVersion } from './stages/write.js';
import type { Guard } from './checks/guard.js';
import type { Loaded, Locked, Resolved, WriteRequest } from './stages/stages.js';
import { noteWritten } from './stages/note.js';
import { lockTargets } from './stages/lock.js';
import { refuseUnresolved, resolveTargets } from './stages/resolve.js';
import { askFor, loadDocument } from './stages/load.js';
import { versionsIn } from './versions/rows.js';

/**
 * Writes one document and returns its id:
 *
 *   resolve targets → lock → load → check → write rows → write relations → publish → verify
 *
 * Each stage takes the value of the one before it. The number of statements does not depend on the length of lists.
 */
export async function writeDocument(executor: Executor, request: WriteRequest): Promise<string> {
  const locked = await lockDocument(executor, request);
  if (request.beforePublish === undefined) {
    for (const step of locked.steps) await writeLoaded(executor, await loadDocument(executor, locked, step));
  } else {
    await writeDraft(executor, locked);
    await request.beforePublish(executor, locked.target.documentId);
    await publishDraft(executor, locked);
  }
  return locked.target.documentId;
}

async function writeLoaded(executor: Executor, loaded: Loaded): Promise<void> {
  const checked = await checkDocument(executor, loaded);
  const written = await writeVersion(executor, checked);
  await inheritLists(executor, written);
  await publishLists(executor, written);
  await rebalanceLong(executor, written);
  await shareWithLocales(executor, written);
  await verifyDocument(executor, written);
  noteWritten(executor, written);
}

/** Writes the draft of a write that publishes, behind the locks of the whole write. */
async function writeDraft(executor: Executor, locked: Locked): Promise<void> {
  const draft = draftOf(locked);
  for (const step of draft.steps) {
    const loaded = await loadDocument(executor, draft, step);
    // Loading has added missing versions of the draft, so a draft without input is already what will be published.
    if (step.input.size > 0 || loaded.edit === undefined) await writeLoaded(executor, loaded);
  }
}

function draftOf<Stage extends Resolved>(stage: Stage): Stage {
  const { request, target } = stage;
  return {
    ...stage,
    request: { ...request, publish: false, shown: undefined },
    target: { ...target, publish: false },
  };
}

/**
 * Publishes the draft as its hook has left the draft. The caller is admitted, but the hook may have deleted the
 * version.
 */
async function publishDraft(executor: Executor, { request, target }: Locked): Promise<void> {
  const guard: Guard = async (_, versions) => {
    if (versions.length === 0) throw new NotFoundError();
  };
  const { beforeWrite: _, ...rest } = request;
  const publishing = { ...rest, beforePublish: undefined, documentId: target.documentId, input: new Map(), guard };
  const locked = await lockDocument(executor, publishing);
  for (const step of locked.steps) await writeLoaded(executor, await loadDocument(executor, locked, step));
}

async function lockDocument(executor: Executor, request: WriteRequest): Promise<Locked> {
  const resolved = await resolveTargets(executor, request);
  if (request.beforeWrite !== undefined) return lockBeforeHooks(executor, await lockTargets(executor, resolved));
  await refuseUnresolved(executor, resolved, false);
  const [first] = resolved.steps;
  const begins = request.beforePublish === undefined ? resolved : draftOf(resolved);
  return lockTargets(executor, resolved, first && ((behind) => askFor(behind, begins, first)));
}

/**
 * Hooks before the write of an existing document run behind its locks, because locks that a write takes after a hook
 * would be out of order, and only for a document that is there and that the caller may write. A hook may replace the
 * input, so wrong references are refused after the hook.
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
