import type { TreeObject } from '../query/index.js';

/**
 * The query of a request, or of code. A query carries only its text or its tree, because plans are cached by that text
 * or tree.
 */
export type Query = (TextQuery | TreeQuery) & {
  /** The `If-Match` header. */
  readonly ifMatch?: string | undefined;
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey?: string | undefined;
};

export interface TextQuery {
  /** The query string without the question mark, as it was sent. */
  readonly text: string;
}

interface TreeQuery {
  readonly text?: never;
  /** A query object of code, as the tree of the same query string. */
  readonly tree: TreeObject;
}
