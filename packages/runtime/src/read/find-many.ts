import { authorize } from '../access/index.js';
import type { CachedStatement, Scope } from '../content/index.js';
import type { Database } from '../database/index.js';
import type { AnyModel } from '../model/index.js';
import { type PagePlan, type ReadPlan, planPage } from '../plan/index.js';
import { type PageStatement, selectPage } from '../sql/index.js';
import { type Answer, type DatedAnswer, envelope, pagination, readBounded, shapeOf } from './answer.js';
import { authorizeStatus, cachedPlan, planQuery } from './plan-query.js';
import { cachedResponse } from './cached-response.js';
import type { Query } from './request.js';
import { readCounted } from './total-cache.js';

/** A list of documents, with `meta.pagination`. */
export async function findMany(scope: Scope, model: AnyModel, query: Query): Promise<Answer> {
  const planned = planMany(scope, model, query);
  return cachedResponse(scope, planned.key, (database) => readPage(scope, database, planned));
}

async function readPage(scope: Scope, database: Database, planned: PlannedPage): Promise<DatedAnswer> {
  const { plan, page, statement } = planned;
  const row = await readCounted(scope.content, statement, (values) =>
    readBounded(scope, database, plan.model, statement, values),
  );
  const body = envelope(scope, plan, row.data, `{"pagination":${pagination(plan, page, row)}}`);
  return { answer: { body }, snapshot: row.snapshot };
}

/** Checks the rights of the caller, and plans a list without running its statement. */
export function planMany(scope: Scope, model: AnyModel, query: Query): PlannedPage {
  authorize(scope, model, 'find');
  const planned = cachedPlan(scope, model, 'list', query, () => {
    const { plan, parameters } = planQuery(scope, model, 'find', query);
    const page = planPage(parameters.page, scope.content.settings.api.rest, plan.order);
    return { plan, page, statement: selectPage(plan, page, shapeOf(scope, query)) };
  });
  authorizeStatus(scope, model, planned.plan);
  return planned;
}

interface PlannedPage extends Pick<CachedStatement, 'key'> {
  readonly plan: ReadPlan;
  readonly page: PagePlan;
  readonly statement: PageStatement;
}
