import { authorize } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { AnyModel } from '../model/index.js';
import { planPage } from '../plan/index.js';
import { selectPage } from '../sql/index.js';
import { type Answer, envelope, pagination, shapeOf } from './answer.js';
import { authorizeStatus } from './authorize-status.js';
import { readBounded } from './bounded.js';
import { cachedPlan, planQuery } from './plan-query.js';
import type { Query } from './request.js';
import { rememberTotal, withKnownTotal } from './total-cache.js';

/** A list of documents, with `meta.pagination`. */
export async function findMany(scope: Scope, model: AnyModel, query: Query): Promise<Answer> {
  authorize(scope, model, 'find');
  const { plan, page, statement } = cachedPlan(scope, model, 'list', query, () => {
    const { plan, parameters } = planQuery(scope, model, 'find', query);
    const page = planPage(parameters.page, scope.content.settings.api.rest);
    return { plan, page, statement: selectPage(plan, page, shapeOf(scope)) };
  });
  authorizeStatus(scope, model, plan);
  const { database, totals } = scope.content;
  const row = await readBounded(scope, database, statement, withKnownTotal(totals, statement));
  rememberTotal(totals, statement, row);
  return { body: envelope(scope, plan, row.data, `{"pagination":${pagination(page, row.total)}}`) };
}
