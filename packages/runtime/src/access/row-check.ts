import { may, rowCondition } from './index.js';
import type { Scope } from '../content/content.js';
import type { Executor } from '../database/database.js';
import type { AnyModel } from '../model/model.js';
import { type Builder, createBuilder } from '../sql/builder.js';
import { condition } from '../sql/filter.js';
import { rowSource, tableOf } from '../sql/source.js';

/**
 * Whether every version of a document meets the row rules of an action. Ask before a write, where `false` means that
 * the document is not there for the caller, and after it, where it means that the caller may not leave it so.
 */
export async function meetsRowRules(
  scope: Scope,
  executor: Executor,
  model: AnyModel,
  action: string,
  documentId: string,
): Promise<boolean> {
  const plan = rowCondition(scope, model, action);
  if (plan === undefined) return true;
  for (const status of STATUSES) {
    const sql = builderFor(scope, status);
    const own = `a.document_id = ${sql.param(documentId, 'text')} and a.status = ${sql.param(status, 'text')}`;
    const met = condition(sql, rowSource('a', model), plan);
    const text = `select 1 as found from ${tableOf(model)} a where ${own} and (${met}) is not true limit 1`;
    if ((await executor.rows(text, sql.values)).length > 0) return false;
  }
  return true;
}

type Seen = (executor: Executor, model: AnyModel, ids: readonly string[]) => Promise<ReadonlySet<string>>;

interface Reach {
  readonly seen: Seen;
  readonly mayTake?: (executor: Executor, documentId: string) => Promise<boolean>;
  readonly mayUpdate: (executor: Executor, model: AnyModel, ids: readonly string[]) => Promise<boolean>;
}

/** How far a write to a type may go beyond the document at hand. */
export function reachOf(scope: Scope, model: AnyModel): Reach {
  const seen = seenBy(scope);
  const mayUpdate: Reach['mayUpdate'] = async (executor, owner, ids) => {
    if (rowCondition(scope, owner, 'update') === undefined) return true;
    for (const id of ids) if (!(await meetsRowRules(scope, executor, owner, 'update', id))) return false;
    return true;
  };
  // A caller that may only create must not take a target from another document, because that updates the document.
  if (!may(scope, model, 'update')) return { seen, mayUpdate, mayTake: () => Promise.resolve(false) };
  if (rowCondition(scope, model, 'update') === undefined) return { seen, mayUpdate };
  const mayTake = (executor: Executor, id: string) => meetsRowRules(scope, executor, model, 'update', id);
  return { seen, mayUpdate, mayTake };
}

/** Finds out which documents of a type a caller can see in any of their versions. */
function seenBy(scope: Scope): Seen {
  return async (executor, model, ids) => {
    if (!may(scope, model, 'find')) return new Set();
    const plan = rowCondition(scope, model, 'find');
    if (plan === undefined) return new Set(ids);
    const seen = new Set<string>();
    for (const status of STATUSES) {
      const sql = builderFor(scope, status);
      const named = `a.document_id = any(${sql.param(ids, 'text[]')}) and a.status = ${sql.param(status, 'text')}`;
      const text = `select a.document_id from ${tableOf(model)} a where ${named} and (${condition(sql, rowSource('a', model), plan)})`;
      for (const row of await executor.rows<{ document_id: string }>(text, sql.values)) seen.add(row.document_id);
    }
    return seen;
  };
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
