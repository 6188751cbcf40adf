import { authorize, planReadFor } from '../access/index.js';
import type { CachedStatement, Scope } from '../content/index.js';
import type { Database } from '../database/index.js';
import type { AnyModel } from '../model/index.js';
import { type PagePlan, type PageShape, type ReadPlan, filledPage, shapePage } from '../plan/index.js';
import type { Parameters } from '../query/index.js';
import { type PageStatement, type Shape, filled, selectPage } from '../sql/index.js';
import { type Answer, type DatedAnswer, envelope, pagination, readBounded, shapeOf } from './answer.js';
import { cachedPlan, planByShape } from './cached-plan.js';
import { cachedResponse } from './cached-response.js';
import { authorizeStatus, readParameters } from './plan-query.js';
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
  const planned = cachedPlan(scope, model, 'list', query, (basis) =>
    planByShape(scope, basis, readParameters(scope, model, 'find', query), {
      plan: (parameters) => shapeMany(scope, model, parameters, shapeOf(scope, query)),
      fill: fillMany,
    }),
  );
  authorizeStatus(scope, model, planned.plan);
  return planned;
}

interface ShapedPage {
  readonly plan: ReadPlan;
  readonly page: PageShape;
  readonly statement: PageStatement;
}

function shapeMany(scope: Scope, model: AnyModel, parameters: Parameters, shape: Shape): ShapedPage {
  const plan = planReadFor(scope, model, 'find', parameters);
  const page = shapePage(parameters.page, scope.content.settings.api.rest, plan.order);
  return { plan, page, statement: selectPage(plan, page, shape) };
}

function fillMany({ plan, page, statement }: ShapedPage, texts: readonly string[]): PlannedPage {
  return { plan, page: filledPage(page, texts), statement: filled(statement, texts) };
}

interface PlannedPage extends Pick<CachedStatement, 'key'> {
  readonly plan: ReadPlan;
  readonly page: PagePlan;
  readonly statement: PageStatement;
}
