import type { CreateInput, Input } from './input.js';
import type { DeleteQuery, ShownQuery } from './queries.js';

/** The part of a bulk call that all of its items share. */
interface BulkShared<S, F, P> extends ShownQuery<S, F, P> {
  /** All items are written, or none (the default). With `false`, each item is written by itself. */
  atomic?: boolean;
}

export interface BulkCreate<S, F, P> extends BulkShared<S, F, P> {
  action: 'create';
  data: readonly CreateInput<S>[];
}

export interface BulkUpdate<S, F, P> extends BulkShared<S, F, P> {
  action: 'update';
  data: readonly (Input<S> & { documentId: string })[];
}

export interface BulkDelete<S> extends Omit<DeleteQuery<S>, 'ifMatch'> {
  action: 'delete';
  data: readonly { documentId: string }[];
  atomic?: boolean;
}

export interface BulkDraftAction<S, F, P> extends Omit<BulkShared<S, F, P>, 'status'> {
  action: 'publish' | 'unpublish' | 'discard';
  data: readonly { documentId: string }[];
}

/** The outcomes of the items of a bulk call, in their order; null stands for an error in `errors`. */
export interface BulkResult<Data> {
  data: (Data | null)[];
  meta: { bulk: { succeeded: number; failed: number; errors: BulkError[] } };
}

/** The error of the item at `index`. */
export interface BulkError {
  index: number;
  status: number;
  name: string;
  message: string;
  details?: unknown;
}
