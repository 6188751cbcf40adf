import type { Executor } from '../../database/index.js';
import { NotFoundError } from '../../errors/index.js';
import { type AnyModel, type InverseRelation, storageOf } from '../../model/index.js';
import { type Loader, type Param, type Part, createLoader, run } from '../../sql/index.js';
import { prepareUnique } from '../checks/unique.js';
import { ownersQuery } from '../relations/exclusive.js';
import { membersQuery, writtenStatuses } from '../relations/inverse-load.js';
import { copyLinks } from '../relations/links.js';
import { type Changes, movedIn } from '../relations/relation-change.js';
import { prepareRelations } from '../relations/relations.js';
import { type UnrankedList, giveRanks, prepareUnranked } from '../relations/ranks.js';
import { prepareExistence } from '../targets/existence.js';
import { lockDocuments } from '../targets/lock.js';
import { type WriteTarget, type Version, editStatus, isFinal } from '../targets/target.js';
import { countEntries } from '../versions/merge.js';
import { catchUp, laggingQuery, levelShared } from '../versions/shared-locales.js';
import { type Sibling, loadSibling, loadVersions } from '../versions/rows.js';
import type { Asked, Loaded, Locked, Resolved, Step } from './stages.js';

/**
 * Loads the versions of the document and all that the step has to know, in one statement. A document that lacks the
 * version to edit, or lags behind another locale, is completed first and then loaded again, and so is another document
 * that the write changes: these cases are rare, and to ask for them beforehand would cost every write a statement.
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

/**
 * Sends the statement of a step. The statement depends on no answer of the locks, so it may be sent behind their
 * statement.
 */
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
    // Documents that the caller may not know of come first, then the documents that the input names.
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

/** A document whose drafts the write changes, and which has a draft that lags behind the other locales. */
export interface Lagging {
  readonly model: AnyModel;
  readonly documentId: string;
}

/**
 * Adds to the loader the other documents whose drafts alone the write changes, in a relation that locales share, and that
 * lag behind: owners of lists that the other side stores, and owners that lose an exclusive target.
 */
function prepareLagging(loader: Loader, target: WriteTarget, changes: Changes): Part<readonly Lagging[]> {
  const parts: Part<readonly Lagging[]>[] = [];
  const add = (model: AnyModel, documents: (param: Param) => string) => {
    const found = loader.list<{ id: string }>((param) => laggingQuery(model, documents(param)));
    parts.push(() => found().map(({ id }) => ({ model, documentId: id })));
  };
  for (const [name, change] of changes) {
    const relation = storageOf(target.model).relations.get(name);
    if (relation === undefined) continue;
    const ids = movedIn(change);
    if (relation.at === 'inverse') {
      if (!sharesDrafts(relation) || writtenStatuses(target, relation).includes('published')) continue;
      add(relation.target, (param) => {
        const members =
          change.kind === 'set' ? ` union ${membersQuery(relation, () => param(target.documentId, 'text'))}` : '';
        return `select unnest(${param(ids, 'text[]')})${members}`;
      });
    } else if (relation.shared && target.model.draftAndPublish && !target.publish && isExclusive(target, name)) {
      add(target.model, (param) => ownersQuery(param, target.model, name, ids).join(' union '));
    }
  }
  return () => parts.flatMap((part) => part());
}

function isExclusive({ model }: WriteTarget, name: string): boolean {
  return storageOf(model).exclusives.some((one) => one.name === name);
}

/** Whether drafts of several locales share the relation of an owner. */
function sharesDrafts({ shared, target }: InverseRelation): boolean {
  return shared && target.draftAndPublish;
}

/**
 * Makes the version to edit as a copy of the other version. A document that was written before its type got drafts, or
 * lost drafts, lacks the version to edit.
 */
async function supplyVersion(executor: Executor, model: AnyModel, from: Version): Promise<void> {
  const { table, columns, links } = storageOf(model);
  const status = editStatus(model);
  const same = ['document_id', 'locale', 'created_at', 'updated_at', ...columns.map(({ column }) => column)].join(', ');
  const publishedAt = status === 'draft' ? 'null' : 'coalesce(published_at, updated_at)';
  const [made] = await run<{ id: number }>(
    executor,
    (param) =>
      `insert into ${table} (cg_status, published_at, ${same}) select '${status}', ${publishedAt}, ${same} from ${table} where id = ${param(from.id, 'bigint')} returning id`,
  );
  if (made !== undefined && links.length > 0) await copyLinks(executor, links, from.id, made.id);
}
