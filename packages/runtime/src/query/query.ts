import type { AnyModel } from '../model.js';

/** A query string as a tree: text, lists and null-prototype objects. */
export type Tree = string | readonly Tree[] | { readonly [key: string]: Tree };

/** Checks against one content type at run time. */
export interface Validator {
  readonly model: AnyModel;
}

/** Checks `filters` of one content type: at compile time through `Filters`, at run time through the model. */
export interface FilterValidator<Filters> extends Validator {
  (filters: Filters): Filters;
}

/** Checks `populate` of one content type: at compile time through `Keys`, at run time through the model. */
export interface PopulateValidator<Keys> extends Validator {
  (populate: Keys): Keys;
}

/** What a request asks for, read but not yet understood. */
export interface Query {
  readonly tree: { readonly [parameter: string]: Tree };
  /** The `If-Match` header. */
  readonly ifMatch?: string;
}
