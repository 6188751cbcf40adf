import { authorize } from '../access/index.js';
import type { Scope } from '../content/index.js';
import { NotFoundError, ValidationError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import { forDocument, selectOne } from '../sql/index.js';
import { type Answer, type PlannedDocument, answerDocument, shapeOf } from './answer.js';
import { authorizeStatus, cachedPlan, planQuery } from './plan-query.js';
import { cachedResponse } from './cached-response.js';
import type { Query } from './request.js';

/** One document of a collection type. */
export async function findOne(scope: Scope, model: AnyModel, documentId: string, query: Query): Promise<Answer> {
  return readOne(scope, planOne(scope, model, documentId, query));
}

/** The document of a single type. */
export async function findSingle(scope: Scope, model: AnyModel, query: Query): Promise<Answer> {
  return readOne(scope, planOne(scope, model, undefined, query));
}

function readOne(scope: Scope, { plan, statement, key }: PlannedDocument): Promise<Answer> {
  return cachedResponse(scope, key, (database) => answerDocument(scope, database, plan, statement));
}

/** Checks the rights of the caller, and plans a read of one document without running its statement. */
export function planOne(scope: Scope, model: AnyModel, documentId: string | undefined, query: Query): PlannedDocument {
  const action = documentId === undefined ? 'find' : 'findOne';
  authorize(scope, model, action);
  const { plan, parameters, statement, key } = cachedPlan(scope, model, 'one', query, () => {
    const planned = planQuery(scope, model, action, query);
    return { ...planned, statement: selectOne(planned.plan, documentId, shapeOf(scope, query)) };
  });
  authorizeStatus(scope, model, plan);
  if (model.localized && parameters.localeList) {
    throw new ValidationError(`Invalid locale param ${parameters.locale} provided. Document locales must be strings.`);
  }
  if (model.localized && parameters.locale.includes('*')) throw new NotFoundError();
  if (documentId === undefined) return { plan, statement, ...(key === undefined ? {} : { key }) };
  // The cached statement may be of another document.
  const own = { plan, statement: forDocument(statement, documentId) };
  return key === undefined ? own : { ...own, key: `${documentId} ${key}` };
}
