import type { CachedStatement, Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import type { ReadPlan } from '../plan/index.js';
import { type BoundedStatement, type DocumentRow, selectOne } from '../sql/index.js';
import { type DatedAnswer, documentText, envelope, shapeOf } from './answer.js';
import { readBounded } from './bounded.js';

/** The statement of any document, and its plan. */
export interface PlannedDocument extends Pick<CachedStatement, 'key'> {
  readonly plan: ReadPlan;
  readonly statement: BoundedStatement<DocumentRow>;
}

/** Shows one version of a document as the answer to a write, with `fields` and `populate` of its query. */
export function selectWritten(
  scope: Scope,
  planned: ReadPlan,
  version: { readonly locale: string; readonly status: 'draft' | 'published' },
  created: boolean,
): PlannedDocument {
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
  return { plan, statement: selectOne(plan, '', { ...shapeOf(scope), id, snapshot: false }) };
}

export async function answerDocument(
  scope: Scope,
  executor: Executor,
  plan: ReadPlan,
  statement: BoundedStatement<DocumentRow>,
): Promise<DatedAnswer> {
  const { data, revision, snapshot } = await readBounded(scope, executor, plan.model, statement);
  return { answer: { body: envelope(scope, plan, data, '{}'), version: revision }, snapshot };
}

/** The document alone, as JSON. */
export async function readWritten(
  scope: Scope,
  executor: Executor,
  plan: ReadPlan,
  statement: BoundedStatement<DocumentRow>,
): Promise<string> {
  return documentText(scope, plan, (await readBounded(scope, executor, plan.model, statement)).data);
}
