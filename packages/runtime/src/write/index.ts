import type { Answer } from '../answer.js';
import type { Scope } from '../content.js';
import type { AnyModel } from '../model.js';
import type { Query } from '../request.js';

export async function create(_scope: Scope, _model: AnyModel, _body: unknown, _query: Query): Promise<Answer> {
  throw new Error('not yet');
}

export async function update(
  _scope: Scope,
  _model: AnyModel,
  _documentId: string,
  _body: unknown,
  _query: Query,
): Promise<Answer> {
  throw new Error('not yet');
}

export async function remove(_scope: Scope, _model: AnyModel, _documentId: string, _query: Query): Promise<void> {
  throw new Error('not yet');
}

export async function act(
  _scope: Scope,
  _model: AnyModel,
  _documentId: string,
  _action: string,
  _query: Query,
): Promise<Answer> {
  throw new Error('not yet');
}

export async function saveSingle(_scope: Scope, _model: AnyModel, _body: unknown, _query: Query): Promise<Answer> {
  throw new Error('not yet');
}

export async function removeSingle(_scope: Scope, _model: AnyModel, _query: Query): Promise<void> {
  throw new Error('not yet');
}
