import type { Executor } from '../../database/database.js';
import type { AnyModel } from '../../model/model.js';
import type { FilterPlan } from '../../plan/plan.js';
import { selectOne } from '../../sql/select.js';
import { readRow } from '../../sql/statement.js';
import type { Status } from '../targets/target.js';

/** Whether a version of a document meets conditions: row rules of the caller, or `filters` of a DELETE. */
export async function meets(
  executor: Executor,
  model: AnyModel,
  documentId: string,
  status: Status,
  locale: string | undefined,
  conditions: readonly FilterPlan[],
): Promise<boolean> {
  if (conditions.length === 0) return true;
  const statement = selectOne(
    {
      model,
      version: { status, preferred: [], ...(locale === undefined ? {} : { locales: [locale] }) },
      node: { holder: model, fields: [], children: [] },
      order: [],
      where: { kind: 'and', items: conditions },
      rows: { related: () => undefined },
    },
    documentId,
    { oneLocale: false, entryDocumentId: false, documentMeta: true, id: true, maxRows: 0 },
  );
  return (await readRow(executor, statement)) !== undefined;
}
