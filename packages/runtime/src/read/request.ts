import type { QueryCheck } from '../plan/index.js';

/** The query of a request. It carries the text alone, because plans are cached by it. */
export interface Query {
  /** The query string without the question mark, as it was sent. */
  readonly text: string;
  /** The validators of its filters and populate; by default those of the model. */
  readonly check?: QueryCheck;
  /** The `If-Match` header. */
  readonly ifMatch?: string | undefined;
}
