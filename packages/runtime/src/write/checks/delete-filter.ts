import type { Executor } from '../../database/index.js';
import type { ReadPlan } from '../../plan/index.js';
import { readRow, selectOne } from '../../sql/index.js';

/** Whether a version of the document meets the filters of a DELETE, within the row rules of the caller. */
export async function meetsFilters(
  executor: Executor,
  plan: ReadPlan,
  documentId: string,
  locale: string | undefined,
): Promise<boolean> {
  if (plan.where === undefined) return true;
  const { locales: _locales, publicationFilter: _filter, ...version } = plan.version;
  const statement = selectOne(
    {
      ...plan,
      version: { ...version, ...(locale === undefined ? {} : { locales: [locale] }) },
      node: { holder: plan.model, fields: [], children: [] },
      order: [],
    },
    documentId,
    {
      oneLocale: false,
      entryDocumentId: false,
      documentMeta: true,
      id: true,
      maxRows: 0,
      maxBytes: 0,
      maxSortedRows: 0,
      snapshot: false,
    },
  );
  return (await readRow(executor, statement)) !== undefined;
}
