import type { CachedStatement, Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import type { ReadPlan } from '../plan/index.js';
import { type BoundedStatement, type DocumentRow, type RowDocument, selectFromRow, selectOne } from '../sql/index.js';
import { type Answer, type DatedAnswer, envelope, shapeOf } from './answer.js';
import { readBounded } from './bounded.js';
import type { Query } from './request.js';

/** The statement of any document, and its plan. */
export interface PlannedDocument extends Pick<CachedStatement, 'key'> {
  readonly plan: ReadPlan;
  readonly statement: BoundedStatement<DocumentRow>;
}

/** The answer to a write. */
export interface PlannedWritten extends PlannedDocument {
  /** Absent if the answer shows more than the written row. */
  readonly fromRow: RowDocument | undefined;
}

/** Shows one version of a document as the answer to a write, with `fields` and `populate` of its query. */
export function selectWritten(
  scope: Scope,
  query: Query,
  planned: ReadPlan,
  version: { readonly locale: string; readonly status: 'draft' | 'published' },
  created: boolean,
): PlannedWritten {
  // The write has checked that the caller may write this row, which includes seeing it: row rules and filters are dropped.
  const { where: _where, rows, ...shown } = planned;
  const { publicationFilter: _filter, locales: _locales, ...rest } = planned.version;
  const localized = planned.model.localized ? { locales: [version.locale] } : {};
  const plan: ReadPlan = {
    ...shown,
    rows: { related: rows.related },
    version: { ...rest, ...localized, status: version.status },
  };
  const id = !created || scope.content.settings.api.responses === 'strapi';
  const shape = { ...shapeOf(scope, query), id, snapshot: false };
  return { plan, statement: selectOne(plan, '', shape), fromRow: selectFromRow(plan, shape) };
}

export async function answerDocument(
  scope: Scope,
  executor: Executor,
  plan: ReadPlan,
  statement: BoundedStatement<DocumentRow>,
): Promise<DatedAnswer> {
  const row = await readBounded(scope, executor, plan.model, statement);
  return { answer: answerOf(scope, plan, row), snapshot: row.snapshot };
}

/** A document that is within its budgets. */
export type FittingRow = Extract<DocumentRow, { readonly budget: 'fits' }>;

export function answerOf(scope: Scope, plan: ReadPlan, { data, revision }: FittingRow): Answer {
  return { body: envelope(scope, plan, data, '{}'), version: revision };
}
