import type { Executor } from '../../database/index.js';
import { type Part, createLoader } from '../../sql/index.js';
import { prepareUnique } from '../checks/unique.js';
import { prepareRelations } from '../relations/relations.js';
import { type Loaded, type Locked, type Step, isFinal } from './stages.js';
import { prepareExistence } from '../targets/existence.js';
import { countEntries } from '../versions/entries.js';
import { supplyVersion } from '../versions/missing-version.js';
import { copyShared } from '../versions/shared-locales.js';
import { type Sibling, loadSibling, loadVersions } from '../versions/version.js';
import { type Version, editStatus } from '../targets/target.js';

/**
 * Loads the versions of the document and all that the step has to know, in one statement. A document that lacks the
 * version to edit, or lags behind another locale, is completed first and then loaded again: both are rare, and asking
 * for them beforehand would cost every write a statement.
 */
export async function loadDocument(executor: Executor, locked: Locked, step: Step): Promise<Loaded> {
  let found = await loadStep(executor, locked, step, { isChecked: false });
  while (await complete(executor, found)) found = await loadStep(executor, locked, step, { isChecked: true });
  const { versions, sibling, ...loaded } = found;
  return { ...loaded, sibling, ...editedIn(versions, locked) };
}

interface Found extends Omit<Loaded, 'edit' | 'published'> {
  readonly versions: readonly Version[];
}

async function loadStep(
  executor: Executor,
  locked: Locked,
  step: Step,
  { isChecked }: { readonly isChecked: boolean },
): Promise<Found> {
  const { request, target, references } = locked;
  const { model } = target;
  // The first step has created a new document.
  const exists = locked.exists || !step.isFirst;
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
  const isAdmission = step.isFirst && !isChecked;
  const checkExistence = isAdmission
    ? prepareExistence(loader, target, references, locked.locked)
    : () => Promise.resolve();
  const taken = isFinal(request) ? prepareUnique(loader, target, step.input, exists) : () => [];
  const planRelations = prepareRelations(loader, target, step.changes, exists);
  await loader.load(executor);

  if (isAdmission) {
    // Documents that the caller may not know of come first, then those that the input names.
    if (!locked.isAdmitted) await request.guard?.(executor, versions());
    await checkExistence(executor, request.seen);
  }
  return {
    ...locked,
    exists,
    step,
    now: now(),
    versions: versions(),
    sibling: siblings()[0],
    entryIds: entryIds() ?? [],
    taken,
    planRelations,
  };
}

/** Whether the document had to be completed, and so must be loaded again. */
async function complete(executor: Executor, { versions, sibling, target }: Found): Promise<boolean> {
  const { model } = target;
  const [any] = versions;
  if (any !== undefined && versions.every(({ status }) => status !== editStatus(model))) {
    await supplyVersion(executor, model, any);
    return true;
  }
  if (sibling?.isAhead === true) {
    await copyShared(executor, model, { edit: sibling.id });
    return true;
  }
  return false;
}

function editedIn(versions: readonly Version[], { target }: Locked): Pick<Loaded, 'edit' | 'published'> {
  const { model } = target;
  const withStatus = (wanted: Version['status']) => versions.find(({ status }) => status === wanted);
  return {
    edit: withStatus(editStatus(model)),
    published: model.draftAndPublish ? withStatus('published') : undefined,
  };
}
