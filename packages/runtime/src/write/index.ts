import { type Action, authorize } from '../access/index.js';
import { meetsRowRules, reachOf } from '../access/row-check.js';
import type { Answer } from '../read/answer.js';
import type { Scope } from '../content/content.js';
import type { Executor } from '../database/database.js';
import { ForbiddenError, NotFoundError, ValidationError } from '../errors/index.js';
import type { AnyModel } from '../model/model.js';
import { type WritePlan, planWrite, readDocument } from '../read/read.js';
import type { Query } from '../read/request.js';
import { discard, unpublish } from './actions.js';
import { hooksOf } from './hooks.js';
import { checkIfMatch } from './checks/if-match.js';
import { type Input, RefusedInput } from './input/input.js';
import { run } from '../sql/loader.js';
import { removeDocument } from './remove.js';
import { refusalOf } from './checks/refusal.js';
import { ALL_RIGHTS, type WriteVersion, readInput, versionOf } from './input/request.js';
import { meets } from './checks/delete-filter.js';
import { lockAhead, save } from './pipeline.js';
import { explainBusy, transaction } from '../database/retry.js';
import { explainUnique } from './checks/unique.js';
import { type Target, type Version, editStatus, versionsIn } from './versions/version.js';

/** Creates a document; publishes it unless `status=draft`. */
export async function create(scope: Scope, model: AnyModel, body: unknown, query: Query): Promise<Answer> {
  authorize(scope, model, 'create');
  const plan = planWrite(scope, model, query);
  const version = versionOf(scope, model, plan.parameters);
  const sent = await readSent(scope, model, body, version, undefined);
  return write(scope, model, (executor) => put(scope, executor, plan, version, undefined, sent, query));
}

/** Changes what was sent of a document, in one locale. */
export async function update(
  scope: Scope,
  model: AnyModel,
  documentId: string,
  body: unknown,
  query: Query,
): Promise<Answer> {
  authorize(scope, model, 'update');
  const plan = planWrite(scope, model, query);
  const version = versionOf(scope, model, plan.parameters);
  const sent = await readSent(scope, model, body, version, documentId);
  return write(scope, model, (executor) => put(scope, executor, plan, version, documentId, sent, query));
}

/** Deletes a document, or one locale of it. What is not there needs no deleting. */
export async function remove(scope: Scope, model: AnyModel, documentId: string, query: Query): Promise<void> {
  authorize(scope, model, 'delete');
  const plan = planWrite(scope, model, query);
  await write(scope, model, (executor) => removeOne(scope, executor, plan, documentId, query));
}

/** Publishes a draft as it is, takes the published version away, or makes the draft what is published. */
export async function act(
  scope: Scope,
  model: AnyModel,
  documentId: string,
  action: string,
  query: Query,
): Promise<Answer> {
  return perform(scope, model, () => Promise.resolve(documentId), action, query);
}

async function perform(
  scope: Scope,
  model: AnyModel,
  find: (executor: Executor) => Promise<string | undefined>,
  action: string,
  query: Query,
): Promise<Answer> {
  authorize(scope, model, 'publish');
  if (!model.draftAndPublish) throw new NotFoundError();
  const plan = planWrite(scope, model, query);
  const version = versionOf(scope, model, plan.parameters);
  return write(scope, model, async (executor) => {
    const documentId = await find(executor);
    if (documentId === undefined) throw new NotFoundError();
    const guard = guardOf(scope, model, 'publish', version, documentId, query);
    const target = { model, documentId, ...version };
    const hooks = hooksOf(scope, model, version);
    if (action === 'publish') {
      const input: Input = new Map();
      if (hooks.precede) await admit(scope, executor, target, input, existing(guard));
      await hooks.run(executor, 'beforePublish', documentId);
      await save(executor, { content: scope.content, ...target, publish: true, input, guard: existing(guard) });
      await hooks.run(executor, 'afterPublish', documentId);
    } else if (action === 'unpublish') {
      await unpublish(executor, { ...target, publish: false }, guard);
      await hooks.run(executor, 'afterUnpublish', documentId);
    } else await discard(executor, { ...target, publish: false }, guard);
    const status = action === 'publish' ? 'published' : 'draft';
    return readDocument(scope, executor, plan, { ...target, status }, { created: false });
  });
}

/** Writes the document of a single type; the first time it is made. */
export async function saveSingle(scope: Scope, model: AnyModel, body: unknown, query: Query): Promise<Answer> {
  authorize(scope, model, 'update');
  const plan = planWrite(scope, model, query);
  const version = versionOf(scope, model, plan.parameters);
  return write(scope, model, async (executor) => {
    const documentId = await singleOf(executor, model);
    const sent = await readSent(scope, model, body, version, documentId, executor);
    return put(scope, executor, plan, version, documentId, sent, query);
  });
}

/** As `act`, on the document of a single type. */
export async function actSingle(scope: Scope, model: AnyModel, action: string, query: Query): Promise<Answer> {
  return perform(scope, model, (executor) => singleOf(executor, model), action, query);
}

export async function removeSingle(scope: Scope, model: AnyModel, query: Query): Promise<void> {
  authorize(scope, model, 'delete');
  const plan = planWrite(scope, model, query);
  await write(scope, model, async (executor) => {
    const documentId = await singleOf(executor, model);
    if (documentId !== undefined) await removeOne(scope, executor, plan, documentId, query);
  });
}

/** What a request sent, as it came and as it was read. */
interface Sent {
  readonly data: unknown;
  readonly input: Input;
  readonly mode: { readonly creating: boolean; readonly publish: boolean };
}

async function readSent(
  scope: Scope,
  model: AnyModel,
  body: unknown,
  version: WriteVersion,
  documentId: string | undefined,
  executor: Executor = scope.content.database,
): Promise<Sent> {
  const mode = { creating: documentId === undefined, publish: version.publish };
  try {
    const input = await readInput(scope, model, body, mode);
    return { data: (body as { readonly data: unknown }).data, input, mode };
  } catch (error) {
    if (!(error instanceof RefusedInput)) throw error;
    if (documentId !== undefined && !(await isThere(scope, executor, model, documentId))) throw new NotFoundError();
    const existing = documentId === undefined ? {} : { documentId };
    const { input, wrong } = error;
    const { seen } = reachOf(scope, model);
    throw await refusalOf(executor, { content: scope.content, model, ...version, ...existing, input, seen }, wrong);
  }
}

/** Whether a document is there for the caller to change. */
async function isThere(scope: Scope, executor: Executor, model: AnyModel, documentId: string): Promise<boolean> {
  const [found] = await run(
    executor,
    (param) =>
      `select 1 from cg_documents where id = ${param(documentId, 'text')} and type = ${param(model.name, 'text')}`,
  );
  return found !== undefined && (await meetsRowRules(scope, executor, model, 'update', documentId));
}

/** Writes a document, a new one where it has no id yet, with the hooks around it. */
async function put(
  scope: Scope,
  executor: Executor,
  plan: WritePlan,
  version: WriteVersion,
  documentId: string | undefined,
  sent: Sent,
  query: Query,
): Promise<Answer> {
  const { model } = plan.plan;
  const hooks = hooksOf(scope, model, version);
  const guard = documentId === undefined ? undefined : guardOf(scope, model, 'update', version, documentId, query);
  if (documentId !== undefined && hooks.precede)
    await admit(scope, executor, { model, documentId, ...version }, sent.input, guard!);
  // What is not there yet matches nothing.
  if (documentId === undefined && model.single) checkIfMatch(query.ifMatch, model, version.status, []);
  const data = await hooks.before(executor, sent.data, documentId);
  const input = data === sent.data ? sent.input : await readInput(scope, model, { data }, sent.mode, ALL_RIGHTS);
  const existing = documentId === undefined ? {} : { documentId, guard: guard! };
  const request = { content: scope.content, model, ...version, ...existing, input, ...reachOf(scope, model) };
  const written = await save(executor, request);
  const { creating } = sent.mode;
  await refuseForeign(executor, scope, model, creating && !model.single ? 'create' : 'update', written);
  await hooks.after(executor, data, written, creating);
  // The first write of a single type answers like every other one.
  const created = creating && !model.single;
  return readDocument(scope, executor, plan, { documentId: written, ...version }, { created });
}

async function removeOne(
  scope: Scope,
  executor: Executor,
  { parameters, plan }: WritePlan,
  documentId: string,
  query: Query,
): Promise<void> {
  const { model, where } = plan;
  if (parameters.status === 'draft' && model.draftAndPublish) {
    throw new ValidationError('A draft cannot be deleted on its own: leave status out to delete the document');
  }
  const all = !model.localized || parameters.locale.includes('*');
  const [code = scope.content.settings.locales.default, ...others] = parameters.locale;
  if (!all && others.length > 0) throw new ValidationError('Only one locale can be deleted at a time, or all with *');
  const locale = all ? undefined : code;
  const conditions = where === undefined ? [] : [where];
  const hooks = hooksOf(scope, model, { locale, publish: false });
  const removed = await removeDocument(executor, {
    model,
    documentId,
    locale,
    guard: async (tx, versions) => {
      if (!(await meetsRowRules(scope, tx, model, 'delete', documentId))) return false;
      checkIfMatch(query.ifMatch, model, 'published', versions);
      if (!(await meets(tx, model, documentId, editStatus(model), locale, conditions))) return false;
      await hooks.run(tx, 'beforeDelete', documentId);
      return true;
    },
  });
  if (removed) await hooks.run(executor, 'afterDelete', documentId);
}

/** Looks at a document before it is changed: whether it is what the client thinks, and whether the caller may. */
function guardOf(
  scope: Scope,
  model: AnyModel,
  action: Action,
  version: WriteVersion,
  documentId: string,
  query: Query,
): (executor: Executor, versions: readonly Version[]) => Promise<void> {
  return async (executor, versions) => {
    if (!(await meetsRowRules(scope, executor, model, action, documentId))) throw new NotFoundError();
    checkIfMatch(query.ifMatch, model, version.status, versions);
  };
}

/** Hooks are told of documents that are there, and that the caller may write. */
async function admit(
  { content }: Scope,
  executor: Executor,
  target: Target,
  input: Input,
  guard: ReturnType<typeof guardOf>,
): Promise<void> {
  const { model, documentId, locale } = target;
  const locked = await lockAhead(executor, { content, input }, target);
  if (locked.get(documentId) !== model.name) throw new NotFoundError();
  await guard(executor, await versionsIn(executor, model, documentId, locale));
}

/** Publishing makes no versions out of nothing. */
function existing(guard: ReturnType<typeof guardOf>): ReturnType<typeof guardOf> {
  return async (executor, versions) => {
    if (versions.length === 0) throw new NotFoundError();
    await guard(executor, versions);
  };
}

/** Nobody makes documents that are not theirs to have, or makes theirs somebody else's. */
async function refuseForeign(
  executor: Executor,
  scope: Scope,
  model: AnyModel,
  action: Action,
  documentId: string,
): Promise<void> {
  if (!(await meetsRowRules(scope, executor, model, action, documentId))) throw new ForbiddenError();
}

async function singleOf(executor: Executor, model: AnyModel): Promise<string | undefined> {
  const [row] = await run<{ id: string }>(
    executor,
    (param) => `select id from cg_documents where type = ${param(model.name, 'text')} and single`,
  );
  return row?.id;
}

/** One transaction per request; what a unique index refuses in the end is said as its check would have said it. */
async function write<T>(scope: Scope, model: AnyModel, work: (executor: Executor) => Promise<T>): Promise<T> {
  try {
    return await transaction(scope.content.database, work);
  } catch (error) {
    throw explainUnique(model, error) ?? explainValue(error) ?? explainBusy(error) ?? error;
  }
}

/** Values are checked before they are sent; whatever PostgreSQL still cannot hold is the client's to change. */
function explainValue(error: unknown): Error | undefined {
  const isValue = /^(22|54)/.test(String((error as { code?: unknown }).code));
  return isValue ? new ValidationError('A value of the request body cannot be stored') : undefined;
}
