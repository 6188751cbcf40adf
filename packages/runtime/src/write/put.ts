import { isDeepStrictEqual } from 'node:util';

import { meetsRowRules, reachOf } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { ForbiddenError, NotFoundError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import { type DocumentRow, run } from '../sql/index.js';
import { checkIfMatch } from './checks/if-match.js';
import { type MayRepeat, mayRepeat, withoutForeignValues } from './checks/repeatable.js';
import { refusalOf } from './stages/refusal.js';
import { guardOf } from './guard.js';
import { type WriteHooks, hooksOf } from './hooks.js';
import { isObject } from './input/body.js';
import type { Input } from './input/input.js';
import { ALL_RIGHTS } from './input/keys.js';
import { type Path, inputError } from './input/problems.js';
import { readInput } from './input/read.js';
import type { PasswordBudget } from './input/secrets.js';
import type { WrittenDocument } from './answer.js';
import type { ShownRow } from './versions/shown-row.js';
import { counted } from './counted-statements.js';
import { writeDocument } from './pipeline.js';
import { filesNamedIn } from './targets/attachable.js';
import type { RequestedVersion } from './requested-version.js';
import type { WriteRequest } from './stages/stages.js';
import { resolveTargets } from './stages/resolve.js';

/** A document to create or to change, for a caller. */
export interface Put {
  readonly scope: Scope;
  readonly model: AnyModel;
  /** Absent for a new document. */
  readonly documentId?: string;
  readonly version: RequestedVersion;
  readonly ifMatch: string | undefined;
  /** What the write itself reads of the answer. */
  readonly shown?: ShownRow | undefined;
  /** Absent if the request writes no other document. */
  readonly passwords?: PasswordBudget | undefined;
}

/** The data of a request. */
export interface Sent {
  /** With values of the declared types, as hooks see it. */
  readonly data: unknown;
  readonly input: Input;
  /** Attributes whose value the request itself sent; a hook may have changed the others. */
  readonly names: ReadonlySet<string>;
}

/** Reads the data of a write. Data with problems is refused here, before the write opens a transaction. */
export async function readSent(executor: Executor, put: Put, data: unknown): Promise<Sent> {
  const { scope, model, documentId, version, passwords } = put;
  const mode = { creating: documentId === undefined, publish: version.publish, passwords };
  const { input, problems, data: typed } = await readInput(scope, model, data, mode);
  const sent = { data: typed, input, names: namesIn(data) };
  if (problems === undefined) return sent;
  // A document that the caller cannot change is a 404, whatever problems its data has.
  if (documentId !== undefined && !(await isThere(executor, put, documentId))) throw new NotFoundError();
  const resolved = await resolveTargets(
    executor,
    requestOf(put, sent, () => sent),
  );
  throw await refusalOf(executor, resolved, problems);
}

/** Writes the document with its hooks around it. */
export async function putDocument(outer: Executor, put: Put, sent: Sent): Promise<WrittenDocument> {
  const { scope, model, documentId, version, ifMatch, shown } = put;
  const { executor, count } = counted(outer);
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
  // A later statement may change the row, so the answer holds only if there is none.
  let kept: { readonly row: DocumentRow; readonly at: number } | undefined;
  const keep = (row: DocumentRow) => (kept = { row, at: count() });
  const { beforePublish } = hooks;
  const request = { ...requestOf(put, sent, () => final), shown: shown && { ...shown, keep }, beforePublish };
  const written = await writeDocument(
    executor,
    !isNew && hooks.runsBeforeUpdate ? { ...request, beforeWrite } : request,
  );
  const action = isNew && !model.single ? 'create' : 'update';
  // Reject a write that leaves the document outside the caller's row rules.
  if (!(await meetsRowRules(scope, executor, model, action, written))) throw new ForbiddenError();
  await hooks.after(executor, final.data, written, isNew);
  return { documentId: written, ...(kept?.at === count() ? { row: kept.row } : {}) };
}

/** A hook may replace the sent data while the write runs, so an error asks for it when it needs to. */
function requestOf(put: Put, sent: Sent, final: () => Sent): WriteRequest {
  const { scope, model, documentId, version, ifMatch } = put;
  const { locale, preferred, publish, status } = version;
  const reach = {
    ...reachOf(scope, model),
    mayRepeat: (path: Path) => repeatOf(put, final())(path),
    namedFiles: () => (final().input === sent.input ? undefined : filesNamedIn(sent.input)),
  };
  const request = { content: scope.content, model, locale, preferred, publish, input: final().input, ...reach };
  if (documentId === undefined) return request;
  return { ...request, documentId, guard: guardOf(scope, { model, documentId, action: 'update', status, ifMatch }) };
}

/** Data that a hook changed is read again, with all rights, because it is the project's own. */
async function throughHooks(executor: Executor, put: Put, hooks: WriteHooks, sent: Sent): Promise<Sent> {
  const { scope, model, documentId, version } = put;
  const data = await hooks.before(executor, sent.data, documentId);
  if (isDeepStrictEqual(data, sent.data)) return { ...sent, data };
  const mode = { creating: documentId === undefined, publish: version.publish };
  const { input, problems, data: typed } = await readInput(scope, model, data, mode, ALL_RIGHTS);
  const names = new Set(
    [...sent.names].filter((name) => isDeepStrictEqual(valueIn(data, name), valueIn(sent.data, name))),
  );
  const final = { data: typed, input, names };
  if (problems === undefined) return final;
  throw inputError({ ...problems, all: withoutForeignValues(problems.all, repeatOf(put, final)) });
}

function repeatOf({ scope, model }: Put, { names }: Sent): MayRepeat {
  return mayRepeat(scope, model, (name) => names.has(name));
}

function namesIn(data: unknown): ReadonlySet<string> {
  return new Set(Object.keys(isObject(data) ? data : {}));
}

function valueIn(data: unknown, name: string): unknown {
  return isObject(data) ? data[name] : undefined;
}

/** Whether the document exists and the caller may change it. */
async function isThere(executor: Executor, { scope, model }: Put, documentId: string): Promise<boolean> {
  const [found] = await run(
    executor,
    (param) =>
      `select 1 from cg_documents where id = ${param(documentId, 'text')} and type = ${param(model.name, 'text')}`,
  );
  return found !== undefined && (await meetsRowRules(scope, executor, model, 'update', documentId));
}
