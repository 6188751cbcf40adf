import { authorize } from '../access/index.js';
import type { Scope } from '../content/index.js';
import { NotFoundError, ValidationError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import { forDocument, selectOne } from '../sql/index.js';
import { type Answer, shapeOf } from './answer.js';
import { authorizeStatus } from './authorize-status.js';
import { answerDocument } from './document.js';
import { cachedPlan, planQuery } from './plan-query.js';
import type { Query } from './request.js';

/** One document of a collection type. */
export async function findOne(scope: Scope, model: AnyModel, documentId: string, query: Query): Promise<Answer> {
  authorize(scope, model, 'findOne');
  return find(scope, model, 'findOne', documentId, query);
}

/** The document of a single type. */
export async function findSingle(scope: Scope, model: AnyModel, query: Query): Promise<Answer> {
  authorize(scope, model, 'find');
  return find(scope, model, 'find', undefined, query);
}

async function find(
  scope: Scope,
  model: AnyModel,
  action: 'find' | 'findOne',
  documentId: string | undefined,
  query: Query,
): Promise<Answer> {
  const { plan, parameters, statement } = cachedPlan(scope, model, 'one', query, () => {
    const planned = planQuery(scope, model, action, query);
    return { ...planned, statement: selectOne(planned.plan, documentId, shapeOf(scope)) };
  });
  authorizeStatus(scope, model, plan);
  if (model.localized && parameters.localeList) {
    throw new ValidationError(`Invalid locale param ${parameters.locale} provided. Document locales must be strings.`);
  }
  if (model.localized && parameters.locale.includes('*')) throw new NotFoundError();
  // The cached statement may be of another document.
  const own = documentId === undefined ? statement : forDocument(statement, documentId);
  return answerDocument(scope, scope.content.database, plan, own);
}
