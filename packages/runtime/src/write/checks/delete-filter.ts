import type { Executor } from '../../database/index.js';
import type { ReadPlan } from '../../plan/index.js';
import { readRow, selectOne } from '../../sql/index.js';

/** Whether a DELETE has conditions on the document. */
export function hasFilters({ model, where, version }: ReadPlan): boolean {
  return where !== undefined || (model.draftAndPublish && version.publicationFilter !== undefined);
}

/** Whether a version of the document meets the filters of a DELETE, within the row rules of the caller. */
export async function meetsFilters(
  executor: Executor,
  plan: ReadPlan,
  documentId: string,
  locale: string | undefined,
): Promise<boolean> {
  if (!hasFilters(plan)) return true;
  const { locales: _locales, ...version } = plan.version;
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
