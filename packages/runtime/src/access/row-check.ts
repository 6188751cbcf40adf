import { type FileReach, fileReachOf } from './files.js';
import { type Action, may, rowCondition } from './rights.js';
import { changeRight, changesDraftsOnly } from './write-rights.js';
import type { Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { type AnyModel, USER_UID } from '../model/index.js';
import type { FilterPlan } from '../plan/index.js';
import { type Builder, condition, createBuilder, rowSource, tableOf } from '../sql/index.js';

/**
 * Whether every version of a document meets the row rules of an action. Before a write, `false` means that the document
 * does not exist for the caller; after it, that the caller may not leave the document like this.
 */
export async function meetsRowRules(
  scope: Scope,
  executor: Executor,
  model: AnyModel,
  action: string,
  documentId: string,
): Promise<boolean> {
  return (await outsideRowRules(scope, executor, model, action, [documentId])).size === 0;
}

/** Of these documents, those with a version that does not meet the row rules of an action. */
async function outsideRowRules(
  scope: Scope,
  executor: Executor,
  model: AnyModel,
  action: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const outside = new Set<string>();
  const plan = rowCondition(scope, model, action);
  if (plan === undefined) return outside;
  for (const status of STATUSES) {
    const sql = builderFor(scope, status);
    const own = `a.document_id = any(${sql.param(ids, 'text[]')}) and a.cg_status = ${sql.param(status, 'text')}`;
    const met = condition(sql, rowSource('a', model), plan);
    const text = `select distinct a.document_id from ${tableOf(model)} a where ${own} and (${met}) is not true`;
    for (const row of await executor.rows<{ document_id: string }>(text, sql.values)) outside.add(row.document_id);
  }
  return outside;
}

/** Of these documents, those that the caller can see. */
type Seen = (executor: Executor, model: AnyModel, ids: readonly string[]) => Promise<ReadonlySet<string>>;

export interface Reach {
  readonly seen: Seen;
  /** Absent if the caller may update every document of the type. */
  readonly mayTake?: (executor: Executor, documentId: string) => Promise<boolean>;
  readonly mayUpdate: (executor: Executor, model: AnyModel, ids: readonly string[]) => Promise<boolean>;
  readonly mayCarry: MayCarry;
  /** Absent if the caller may attach every file. */
  readonly files?: FileReach;
}

/** Whether the caller may change some documents of a type; `undefined` if the caller may change all documents. */
export type MayCarry = (
  model: AnyModel,
) => ((executor: Executor, ids: readonly string[]) => Promise<boolean>) | undefined;

/** The documents besides its own that a write to a type may touch. `publish`: the write ends in a published version. */
export function reachOf(scope: Scope, model: AnyModel, version: { readonly publish: boolean }): Reach {
  const seen = seenBy(scope);
  const draftsOnly = changesDraftsOnly(model, version);
  const rightTo = (owner: AnyModel) => changeRight(scope, owner, { draftsOnly });
  // Hooks may write relations that the caller may not write, but leave the rows of the caller in its reach.
  const mayUpdate: Reach['mayUpdate'] = async (executor, owner, ids) => {
    return (await outsideRowRules(scope, executor, owner, rightTo(owner) ?? 'update', ids)).size === 0;
  };
  const right = rightTo(model);
  const mayTake = (executor: Executor, id: string) => meetsRowRules(scope, executor, model, right ?? 'update', id);
  const files = fileReachOf(scope, model, mayTake);
  const reach = { seen, mayUpdate, mayCarry: mayCarryFor(scope), ...(files === undefined ? {} : { files }) };
  // A caller that may only create must not take a target from another document, because that updates the document.
  if (right === undefined) return { ...reach, mayTake: () => Promise.resolve(false) };
  if (rowCondition(scope, model, right) === undefined) return reach;
  return { ...reach, mayTake };
}

/** Either right lets the caller change the published version of a document and its draft. */
const CARRYING: readonly Action[] = ['update', 'publish'];

/** The documents besides its own that publishing a document, or discarding its draft, may change. */
export function mayCarryFor(scope: Scope): MayCarry {
  return (model) => {
    const actions = CARRYING.filter((action) => may(scope, model, action));
    if (actions.some((action) => rowCondition(scope, model, action) === undefined)) return undefined;
    return async (executor, ids) => {
      let outside: ReadonlySet<string> = new Set(ids);
      for (const action of actions) {
        if (outside.size > 0) outside = await outsideRowRules(scope, executor, model, action, [...outside]);
      }
      return outside.size === 0;
    };
  };
}

/** Returns the documents of a type of which the caller can see a version. Users see their own document. */
function seenBy(scope: Scope): Seen {
  return async (executor, model, ids) => {
    const seen = new Set(ids.filter((id) => model.uid === USER_UID && id === userOf(scope)));
    if (seen.size === ids.length || !may(scope, model, 'find')) return seen;
    if (rowCondition(scope, model, 'find') === undefined) return new Set(ids);
    for (const status of STATUSES) {
      const plan = readCondition(scope, model, status);
      if (plan === undefined) continue;
      const sql = builderFor(scope, status);
      const named = `a.document_id = any(${sql.param(ids, 'text[]')}) and a.cg_status = ${sql.param(status, 'text')}`;
      const text = `select a.document_id from ${tableOf(model)} a where ${named} and (${condition(sql, rowSource('a', model), plan)})`;
      for (const row of await executor.rows<{ document_id: string }>(text, sql.values)) seen.add(row.document_id);
    }
    return seen;
  };
}

/**
 * The condition that a version has to meet for the caller to read it; `undefined` if the caller may read no version.
 */
function readCondition(scope: Scope, model: AnyModel, status: (typeof STATUSES)[number]): FilterPlan | undefined {
  if (status === 'published' || !model.draftAndPublish) return rowCondition(scope, model, 'find');
  return may(scope, model, 'findDraft') ? rowCondition(scope, model, 'find', 'findDraft') : undefined;
}

function userOf({ caller }: Scope): string | undefined {
  return caller.kind === 'role' ? caller.user?.documentId : undefined;
}

const STATUSES = ['draft', 'published'] as const;

/** Relations of a version lead to versions of the same status. */
function builderFor({ content }: Scope, status: (typeof STATUSES)[number]): Builder {
  const { locales } = content.settings;
  return createBuilder({
    version: { status, preferred: [locales.default] },
    oneLocale: locales.all.length === 1,
    entryDocumentId: false,
    guard: () => [],
  });
}
