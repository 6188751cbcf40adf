import { type MayCarry, authorize, mayCarryFor, meetsRowRules } from '../access/index.js';
import { noteVersions, noting, updateVersions } from '../changes/index.js';
import type { Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { ForbiddenError, NotFoundError } from '../errors/index.js';
import { type AnyModel, type StoredColumn, storageOf } from '../model/index.js';
import type { Answer, Query } from '../read/index.js';
import { run } from '../sql/index.js';
import { type PlannedAnswer, planAnswer } from './answer.js';
import { forgetEntryValues } from './checks/entry-unique.js';
import { type Guard, guardOf } from './checks/guard.js';
import { mayRepeat } from './checks/repeatable.js';
import { type WriteHooks, hooksOf } from './hooks.js';
import { writeDocument } from './pipeline.js';
import { changedWithVersion, syncInverse } from './relations/carried.js';
import { mayTakeWith, takeExclusives } from './relations/exclusive.js';
import { syncLinks } from './relations/links.js';
import { lockDocuments } from './targets/lock.js';
import { type IdSql, type WriteTarget, type Version, singleDocument } from './targets/target.js';
import { inTransaction } from './transaction.js';
import { copyShared, levelShared } from './versions/shared-locales.js';
import { versionsIn } from './versions/rows.js';

/** An action on the versions of an existing document. */
interface DocumentAction {
  readonly scope: Scope;
  readonly target: WriteTarget;
  readonly guard: Guard;
  readonly hooks: WriteHooks;
  readonly mayCarry: MayCarry;
}

/** An action whose rights and query are checked. */
interface PlannedAction {
  readonly answer: PlannedAnswer;
  /** Runs the action in a transaction. */
  perform(executor: Executor, documentId: string): Promise<void>;
}

/** Publishes, unpublishes or discards the draft of a document: the action is part of the path. */
export async function act(
  scope: Scope,
  model: AnyModel,
  documentId: string,
  action: string,
  query: Query,
): Promise<Answer> {
  return actOn(scope, model, documentId, () => Promise.resolve(documentId), action, query);
}

/** Publishes, unpublishes or discards the draft of the document of a single type. */
export async function actSingle(scope: Scope, model: AnyModel, action: string, query: Query): Promise<Answer> {
  return actOn(scope, model, undefined, (executor) => singleDocument(executor, model), action, query);
}

async function actOn(
  scope: Scope,
  model: AnyModel,
  known: string | undefined,
  find: (executor: Executor) => Promise<string | undefined>,
  action: string,
  query: Query,
): Promise<Answer> {
  const { answer, perform } = planAction(scope, model, action, query);
  return inTransaction(scope, model, known, async (executor) => {
    const documentId = await find(executor);
    if (documentId === undefined) throw new NotFoundError();
    await perform(executor, documentId);
    return answer.show(executor, { documentId });
  });
}

export function planAction(scope: Scope, model: AnyModel, action: string, query: Query): PlannedAction {
  authorize(scope, model, 'publish');
  if (!model.draftAndPublish) throw new NotFoundError();
  const answer = planAnswer(scope, model, query, { status: action === 'publish' ? 'published' : 'draft' });
  const { locale, preferred, status } = answer.version;
  const hooks = hooksOf(scope, model, answer.version);
  const perform = async (outer: Executor, documentId: string) => {
    const executor = noting(scope, outer);
    const usesDraft = action !== 'unpublish';
    const guard = guardOf(scope, { model, documentId, action: 'publish', status, ifMatch: query.ifMatch, usesDraft });
    // Only `publish` writes a published version; the other actions end with the draft.
    const target = { model, documentId, locale, preferred, publish: false };
    const verb = action === 'publish' ? publish : action === 'unpublish' ? unpublish : discard;
    await verb(executor, { scope, target, guard, hooks, mayCarry: mayCarryFor(scope) });
    // Relations of the new version lead to other versions than those of the old one, so the row rules may not hold for
    // the new version.
    if (!(await meetsRowRules(scope, executor, model, 'publish', documentId))) throw new ForbiddenError();
  };
  return { answer, perform };
}

/** Publishes the draft as it is: a write without input. */
async function publish(executor: Executor, { scope, target, guard, hooks, mayCarry }: DocumentAction): Promise<void> {
  const { model, documentId, locale, preferred } = target;
  const mayTake = mayTakeWith(mayCarry, model);
  await writeDocument(executor, {
    content: scope.content,
    model,
    documentId,
    locale,
    preferred,
    publish: true,
    input: new Map(),
    mayRepeat: mayRepeat(scope, model),
    mayCarry,
    ...(mayTake === undefined ? {} : { mayTake }),
    guard: async (tx, versions) => {
      // Publishing creates no version in a locale without a draft.
      if (versions.length === 0) throw new NotFoundError();
      await guard(tx, versions);
    },
    beforePublish: hooks.beforePublish,
  });
  await hooks.run(executor, 'afterPublish', documentId);
}

/** Deletes the published version. The draft stays, and so does every link that points at the document. */
async function unpublish(executor: Executor, { target, guard, hooks }: DocumentAction): Promise<void> {
  const { model, documentId, locale } = target;
  const { published } = await lockVersions(executor, target, guard);
  if (published !== undefined) {
    // Only the published version shows that a draft lags behind, so such a draft gets the shared values before the
    // deletion.
    await levelShared(executor, model, documentId);
    await run(executor, (param) => `delete from ${storageOf(model).table} where id = ${param(published.id, 'bigint')}`);
    await forgetEntryValues(executor, model, documentId, locale);
    const { status, version } = published;
    noteVersions(executor, model, 'unpublished', [{ documentId, locale, status, version }]);
  }
  await hooks.run(executor, 'afterUnpublish', documentId);
}

/** Makes the draft equal to the published version. */
async function discard(executor: Executor, { target, guard, mayCarry }: DocumentAction): Promise<void> {
  const { model } = target;
  const { draft, published } = await lockVersions(executor, target, guard, changedWithVersion);
  if (published === undefined) throw new NotFoundError();
  const { table, columns, links } = storageOf(model);
  const mayTake = mayTakeWith(mayCarry, model);
  await takeExclusives(executor, target, published.values, { isWritten: () => true, mayTake });
  await updateVersions(executor, model, 'discarded', (param) => {
    const set = [
      ...columns.map((column) => `${column.column} = ${restored(column)}`),
      'updated_at = p.updated_at',
      'cg_version = o.cg_version + 1',
      `cg_diverged = '{}'`,
    ];
    return `update ${table} o set ${set.join(', ')} from ${table} p where o.id = ${param(draft.id, 'bigint')} and p.id = ${param(published.id, 'bigint')}`;
  });
  const differing = links.filter(({ name }) => draft.diverged.includes(name));
  if (differing.length > 0) await syncLinks(executor, differing, published.id, [draft.id]);
  await syncInverse(executor, target, draft.diverged, { from: 'published', to: 'draft' }, mayCarry);
  if (model.localized) await copyShared(executor, model, { edit: draft.id });
}

/** A rank in the list of the other side belongs to the target: the rank changes only with the relation. */
function restored({ column, placeOf }: StoredColumn): string {
  if (placeOf === undefined) return `p.${column}`;
  return `case when o.${placeOf} = p.${placeOf} then coalesce(o.${column}, p.${column}) else p.${column} end`;
}

interface LockedVersions {
  readonly draft: Version;
  readonly published: Version | undefined;
}

/** Queries for the ids of the other documents that the action changes. */
type Others = (model: AnyModel, id: IdSql) => readonly string[];

/** Locks a document for an action on its versions in one locale; the draft must exist. */
async function lockVersions(
  executor: Executor,
  target: WriteTarget,
  guard: Guard,
  others: Others = () => [],
): Promise<LockedVersions> {
  const { model, documentId, locale } = target;
  const locked = await lockDocuments(executor, [documentId], (param) => others(model, () => param(documentId, 'text')));
  if (locked.get(documentId) !== model.name) throw new NotFoundError();
  const versions = await versionsIn(executor, model, documentId, locale);
  await guard(executor, versions);
  const draft = versions.find(({ status }) => status === 'draft');
  if (draft === undefined) throw new NotFoundError();
  return { draft, published: versions.find(({ status }) => status === 'published') };
}
