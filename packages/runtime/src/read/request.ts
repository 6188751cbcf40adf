import type { FilterValidator, PopulateValidator } from '../plan/validators.js';
import type { Tree } from '../query/tree.js';

/** What a request asks for, read but not yet understood. */
export interface Query {
  readonly tree: { readonly [parameter: string]: Tree };
  /** The query string as it came. */
  readonly text: string;
  /** What checks its filters and populate; by default the model does. */
  readonly check?: QueryCheck;
  /** The `If-Match` header. */
  readonly ifMatch?: string | undefined;
}

/** The generated validators of a content type. */
export interface QueryCheck {
  readonly filters: Pick<FilterValidator<never>, 'plan'>;
  readonly populate: Pick<PopulateValidator<never>, 'plan'>;
}
