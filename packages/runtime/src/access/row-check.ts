import { type Action, rowCondition } from '../access.js';
import type { Scope } from '../content.js';
import type { Executor } from '../database.js';
import type { AnyModel } from '../model.js';
import { createBuilder } from '../sql/builder.js';
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
  action: Action,
  documentId: string,
): Promise<boolean> {
  const plan = rowCondition(scope, model, action);
  if (plan === undefined) return true;
  const { locales } = scope.content.settings;
  for (const status of ['draft', 'published'] as const) {
    // Relations of a version lead to versions of the same status.
    const sql = createBuilder({
      version: { status, preferred: [locales.default] },
      oneLocale: locales.all.length === 1,
      entryDocumentId: false,
      guard: () => [],
    });
    const own = `a.document_id = ${sql.param(documentId, 'text')} and a.status = ${sql.param(status, 'text')}`;
    const met = condition(sql, rowSource('a', model), plan);
    const text = `select 1 as found from ${tableOf(model)} a where ${own} and (${met}) is not true limit 1`;
    if ((await executor.rows(text, sql.values)).length > 0) return false;
  }
  return true;
}
