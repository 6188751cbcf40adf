import { isDeepStrictEqual } from 'node:util';

import { type WriteRight, meetsRowRules, reachOf } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { NotFoundError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import { run } from '../sql/index.js';
import type { RequestedVersion } from './answer.js';
import { guardOf } from './checks/guard.js';
import { type MayRepeat, mayRepeat, withoutForeignValues } from './checks/repeatable.js';
import type { WriteHooks } from './hooks.js';
import { isObject } from './input/body.js';
import type { InputValues } from './input/input.js';
import { ALL_RIGHTS } from './input/keys.js';
import { type ValuePath, inputError } from './input/problems.js';
import { type PasswordBudget, readInput } from './input/read.js';
import { refusalOf } from './stages/refusal.js';
import { resolveTargets } from './stages/resolve.js';
import type { WriteRequest } from './stages/stages.js';
import { filesNamedIn } from './targets/files.js';
import type { ShownRow } from './versions/rows.js';

/** A validator of bodies has the type whose rules it checks. */
export interface BodyRules {
  readonly model: AnyModel;
}

/** What a write takes: the validator of its body, as generated routes pass it, or the type itself. */
export type Writable = AnyModel | BodyRules;

export function modelOf(writable: Writable): AnyModel {
  return 'model' in writable ? writable.model : writable;
}

/** A document to create or to change, for a caller. */
export interface Put {
  readonly scope: Scope;
  readonly model: AnyModel;
  /** The right of the caller that the write needs. */
  readonly right: WriteRight;
  /** Absent for a new document. */
  readonly documentId?: string;
  /** The id that a new document gets; a random one if absent. */
  readonly newId?: string | undefined;
  readonly version: RequestedVersion;
  readonly ifMatch: string | undefined;
  /** What the write itself reads of the answer. */
  readonly shown?: ShownRow | undefined;
  /** Absent if the request writes no other document. */
  readonly passwords?: PasswordBudget | undefined;
}

/** The data of a request. */
export interface Sent {
  /** The data with values of the declared types, as hooks see data. */
  readonly data: unknown;
  readonly input: InputValues;
  /** Attributes whose value the request itself sent; a hook may have changed the other attributes. */
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

/** A hook may replace the sent data while the write runs, so an error asks for the data when the error is made. */
export function requestOf(put: Put, sent: Sent, final: () => Sent): WriteRequest {
  const { scope, model, right, documentId, newId, version, ifMatch } = put;
  const { locale, preferred, publish, status } = version;
  const reach = {
    ...reachOf(scope, model, { publish }),
    mayRepeat: (path: ValuePath) => repeatOf(put, final())(path),
    namedFiles: () => (final().input === sent.input ? undefined : filesNamedIn(sent.input)),
  };
  const request = { content: scope.content, model, locale, preferred, publish, newId, input: final().input, ...reach };
  if (documentId === undefined) return request;
  return { ...request, documentId, guard: guardOf(scope, { model, documentId, action: right, status, ifMatch }) };
}

/** Data that a hook changed is read again, with all rights, because the hook is code of the project. */
export async function throughHooks(executor: Executor, put: Put, hooks: WriteHooks, sent: Sent): Promise<Sent> {
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

/** Whether the document exists and the caller may change this document. */
async function isThere(executor: Executor, { scope, model, right }: Put, documentId: string): Promise<boolean> {
  const [found] = await run(
    executor,
    (param) =>
      `select 1 from cg_documents where id = ${param(documentId, 'text')} and type = ${param(model.name, 'text')}`,
  );
  return found !== undefined && (await meetsRowRules(scope, executor, model, right, documentId));
}
