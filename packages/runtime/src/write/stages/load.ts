import type { Executor } from '../../database/index.js';
import { NotFoundError } from '../../errors/index.js';
import { type Part, createLoader } from '../../sql/index.js';
import { prepareUnique } from '../checks/unique.js';
import { prepareRelations } from '../relations/relations.js';
import { type UnrankedList, giveRanks, prepareUnranked } from '../relations/unranked.js';
import { type Asked, type Loaded, type Locked, type Resolved, type Step, isFinal } from './stages.js';
import { prepareExistence } from '../targets/existence.js';
import { lockDocuments } from '../targets/lock.js';
import { countEntries } from '../versions/entries.js';
import { supplyVersion } from '../versions/missing-version.js';
import { catchUp, levelShared } from '../versions/shared-locales.js';
import { type Lagging, prepareLagging } from './lagging.js';
import { type Sibling, loadSibling, loadVersions } from '../versions/version.js';
import { type Version, editStatus } from '../targets/target.js';

/**
 * Loads the versions of the document and all that the step has to know, in one statement. A document that lacks the
 * version to edit, or lags behind another locale, is completed first and then loaded again, and so is another document
 * that the write changes: all of them are rare, and asking for them beforehand would cost every write a statement.
 */
export async function loadDocument(executor: Executor, locked: Locked, step: Step): Promise<Loaded> {
  const asked = step.isFirst ? locked.asked : undefined;
  let found = await loadStep(executor, locked, asked ?? askFor(executor, locked, step));
  while (await complete(executor, found)) {
    found = await loadStep(executor, locked, askFor(executor, locked, step, { isChecked: true }));
  }
  const { versions, ...loaded } = found;
  return { ...loaded, ...editedIn(versions, locked) };
}

interface Found extends Omit<Loaded, 'edit' | 'published'> {
  readonly versions: readonly Version[];
  readonly lagging: readonly Lagging[];
  readonly unranked: readonly UnrankedList[];
}

/** Sends the statement of a step. It depends on no answer of the locks, so it may be sent behind their statement. */
export function askFor(executor: Executor, resolved: Resolved, step: Step, { isChecked = false } = {}): Asked {
  const { request, target, references, toLock } = resolved;
  const { model } = target;
  // The first step has created a new document.
  const exists = resolved.exists || !step.isFirst;
  const loader = createLoader();
  const now = loader.add<string>(() => 'to_json(statement_timestamp())');
  const versions: Part<readonly Version[]> = exists ? loadVersions(loader, target) : () => [];
  const siblings: Part<readonly Sibling[]> = exists && model.localized ? loadSibling(loader, target) : () => [];
  const count = countEntries(step.input);
  const entryIds = loader.add<readonly number[] | null>((param) =>
    count === 0
      ? 'null'
      : `(select json_agg(nextval('cg_entry_id')) from generate_series(1, ${param(count, 'integer')}))`,
  );
  const checkExistence = step.isFirst && !isChecked ? prepareExistence(loader, target, references, toLock) : undefined;
  const taken = isFinal(request) ? prepareUnique(loader, target, step.input, exists) : () => [];
  const planRelations = prepareRelations(loader, target, step.changes, exists);
  const lagging = prepareLagging(loader, target, step.changes);
  const unranked = prepareUnranked(loader, target, step.changes);
  const answered = loader.load(executor);
  // Where the locks fail, nobody waits for this statement, which fails with them.
  answered.catch(() => undefined);
  return {
    answered,
    step,
    exists,
    now,
    versions,
    siblings,
    entryIds,
    checkExistence,
    taken,
    planRelations,
    lagging,
    unranked,
  };
}

async function loadStep(executor: Executor, locked: Locked, asked: Asked): Promise<Found> {
  const { request } = locked;
  const { step, exists, checkExistence, taken, planRelations } = asked;
  await asked.answered;
  const versions = asked.versions();
  if (checkExistence !== undefined) {
    // Documents that the caller may not know of come first, then those that the input names.
    if (!locked.isAdmitted) await request.guard?.(executor, versions);
    await checkExistence(executor, request.seen, locked.locked);
  }
  if (locked.isAdmitted && versions.length === 0) await refuseDeleted(executor, locked);
  return {
    ...locked,
    exists,
    step,
    now: asked.now(),
    versions,
    sibling: asked.siblings()[0],
    entryIds: asked.entryIds() ?? [],
    taken,
    planRelations,
    lagging: asked.lagging(),
    unranked: asked.unranked(),
  };
}

/**
 * Refuses to write a document that a hook before the write has deleted. Other documents may lack a version in this locale,
 * too, so the document itself is looked up.
 */
async function refuseDeleted(executor: Executor, { target }: Locked): Promise<void> {
  const { documentId } = target;
  if (!(await lockDocuments(executor, [documentId])).has(documentId)) throw new NotFoundError();
}

/** Whether the document had to be completed, and so must be loaded again. */
async function complete(executor: Executor, found: Found): Promise<boolean> {
  const { versions, sibling, target, lagging, unranked } = found;
  const { model } = target;
  for (const other of lagging) await levelShared(executor, other.model, other.documentId);
  if (lagging.length > 0) return true;
  const [any] = versions;
  if (any !== undefined && versions.every(({ status }) => status !== editStatus(model))) {
    await supplyVersion(executor, model, any);
    return true;
  }
  if (sibling?.isAhead === true) {
    await catchUp(executor, model, sibling.id, target.locale);
    return true;
  }
  let isRanked = false;
  for (const list of unranked) isRanked = (await giveRanks(executor, list)) || isRanked;
  return isRanked;
}

function editedIn(versions: readonly Version[], { target }: Locked): Pick<Loaded, 'edit' | 'published'> {
  const { model } = target;
  const withStatus = (wanted: Version['status']) => versions.find(({ status }) => status === wanted);
  return {
    edit: withStatus(editStatus(model)),
    published: model.draftAndPublish ? withStatus('published') : undefined,
  };
}
