import { authorize, planReadFor } from '../access/index.js';
import type { Scope } from '../content/index.js';
import { NotFoundError, ValidationError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import type { ReadPlan } from '../plan/index.js';
import type { Parameters } from '../query/index.js';
import { type BoundedStatement, type DocumentRow, filled, forDocument, selectOne } from '../sql/index.js';
import { type Answer, type PlannedDocument, answerDocument, shapeOf } from './answer.js';
import { cachedPlan, planByShape } from './cached-plan.js';
import { cachedResponse } from './cached-response.js';
import { authorizeStatus, readParameters } from './plan-query.js';
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
  const { plan, parameters, statement, key } = cachedPlan(scope, model, 'one', query, (basis) =>
    planByShape(scope, basis, readParameters(scope, model, action, query), {
      plan: (parameters) => {
        const plan = planReadFor(scope, model, action, parameters);
        return { plan, parameters, statement: selectOne(plan, documentId, shapeOf(scope, query)) };
      },
      fill: fillOne,
    }),
  );
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

interface ShapedDocument {
  readonly plan: ReadPlan;
  readonly parameters: Parameters;
  readonly statement: BoundedStatement<DocumentRow>;
}

function fillOne({ plan, parameters, statement }: ShapedDocument, texts: readonly string[]): ShapedDocument {
  return { plan, parameters, statement: filled(statement, texts) };
}
