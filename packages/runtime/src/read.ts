import type { Answer } from './answer.js';
import type { Scope } from './content.js';
import type { AnyModel } from './model.js';
import type { Query } from './query/query.js';

export async function findMany(_scope: Scope, _model: AnyModel, _query: Query): Promise<Answer> {
  throw new Error('not yet');
}

export async function findOne(_scope: Scope, _model: AnyModel, _documentId: string, _query: Query): Promise<Answer> {
  throw new Error('not yet');
}

export async function findSingle(_scope: Scope, _model: AnyModel, _query: Query): Promise<Answer> {
  throw new Error('not yet');
}
