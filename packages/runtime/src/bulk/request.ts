import { authorize } from '../access/index.js';
import type { Scope } from '../content/index.js';
import { ValidationError, invalidKey } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import type { Query } from '../read/index.js';
import { bodyKeyError, isObject, problemsError } from '../write/index.js';

const ACTIONS = ['create', 'update', 'delete'] as const;
const DRAFT_ACTIONS = ['publish', 'unpublish', 'discard'] as const;

export type BulkAction = (typeof ACTIONS)[number] | (typeof DRAFT_ACTIONS)[number];

/** One action on many documents of a type. */
export interface BulkRequest {
  readonly action: BulkAction;
  /** The items of `data`, not read yet. */
  readonly items: readonly unknown[];
  /** All items are written, or none. */
  readonly atomic: boolean;
  /** The query of the single verb. */
  readonly query: Query;
}

/** Reads the body and the query of a request. A bulk needs a right of its own besides the right of its action. */
export function readBulk(scope: Scope, model: AnyModel, body: unknown, sent: Query): BulkRequest {
  authorize(scope, model, 'bulk');
  // Ignoring the header would overwrite a change that the client wants to keep.
  if (sent.ifMatch !== undefined && sent.ifMatch.trim() !== '') {
    throw new ValidationError('If-Match names the state of one document; a bulk request has no such header');
  }
  const { atomic, query } = takeAtomic(sent);
  if (!isObject(body)) throw new ValidationError('Missing "action" and "data" in the request body');
  const foreign = Object.keys(body).find((key) => key !== 'action' && key !== 'data');
  if (foreign !== undefined) throw bodyKeyError(foreign);
  const action = actionOf(model, body['action']);
  return { action, items: itemsOf(scope, body['data']), atomic, query };
}

function actionOf({ draftAndPublish }: AnyModel, sent: unknown): BulkAction {
  const known: readonly BulkAction[] = draftAndPublish ? [...ACTIONS, ...DRAFT_ACTIONS] : ACTIONS;
  const action = known.find((name) => name === sent);
  if (action === undefined) {
    throw problemsError([
      { path: ['action'], message: `action must be one of the following values: ${known.join(', ')}` },
    ]);
  }
  return action;
}

function itemsOf({ content }: Scope, sent: unknown): readonly unknown[] {
  const { maxBulkItems } = content.settings.api.rest;
  if (!Array.isArray(sent)) throw problemsError([{ path: ['data'], message: 'data must be a list of items' }]);
  if (sent.length > maxBulkItems) {
    const message = `data has ${sent.length} items. The maximum is ${maxBulkItems} (api.rest.maxBulkItems)`;
    throw problemsError([{ path: ['data'], message }]);
  }
  return sent;
}

/** Takes `atomic` out of the query, because the rest of it is the query of the single verb. */
function takeAtomic(sent: Query): { readonly atomic: boolean; readonly query: Query } {
  if (sent.text === undefined) {
    const { atomic, ...tree } = sent.tree;
    return { atomic: atomicOf(atomic), query: { tree } };
  }
  const parts = sent.text.split('&');
  const own = parts.filter((part) => /^atomic(=|$)/.test(part));
  if (own.length > 1) throw invalidAtomic();
  const text = parts.filter((part) => !own.includes(part)).join('&');
  return { atomic: atomicOf(own[0]?.slice('atomic='.length)), query: { text } };
}

function atomicOf(value: unknown): boolean {
  if (value === undefined || value === 'true') return true;
  if (value === 'false') return false;
  throw invalidAtomic();
}

function invalidAtomic(): ValidationError {
  const at = { source: 'query', param: 'atomic', path: 'atomic' } as const;
  return invalidKey('atomic', at, "Invalid parameter at 'atomic'. Expected 'true' or 'false', once");
}
