import type { AnyModel, Model } from '../model/index.js';
import { type Tree, parseBrackets, parseFilters, parsePopulate, treeOf } from '../query/index.js';
import type { Filters, PopulateObject } from '../shape/index.js';
import { type PlanContext, trustedContext } from './context.js';
import { planFilters } from './filters.js';
import { planPopulate } from './populate.js';
import { filterValue, populateValue } from './typed-values.js';

/** The query string of a request: `new URL(c.req.url).searchParams`, or its text. */
type Search = URLSearchParams | string;

/** Checks `filters` of one content type against its model. */
export interface FilterValidator<S> {
  /** Returns a filter written in code, or throws a `ValidationError` with the reason. */
  (filters: Filters<S>): Filters<S>;
  /** The `filters[…]` of a query string, with values of the types of their attributes; without any, no conditions. */
  parse(search: Search): Filters<S>;
}

/** Checks `populate` of one content type against its model. */
export interface PopulateValidator<S> {
  (populate: PopulateObject<S>): PopulateObject<S>;
  /** The `populate` of a query string as an object, whatever its spelling. */
  parse(search: Search): PopulateObject<S>;
}

/** Makes the validator of the filters of a content type, for `validators.ts`. */
export function filterValidator<S>(model: Model<S>): FilterValidator<S> {
  const check = (tree: Tree) => {
    const ast = parseFilters(tree, 'filters');
    if (ast !== undefined) planFilters({ context: codeContext(model), param: 'filters' }, model, ast);
  };
  const parse = (search: Search) => {
    const tree = parameterIn(search, 'filters') ?? {};
    check(tree);
    // The check found names and operators of this type alone.
    return filterValue(model, tree) as Filters<S>;
  };
  return Object.assign((filters: Filters<S>) => (check(treeOf(filters)), filters), { parse });
}

/** Makes the validator of `populate` of a content type, for `validators.ts`. */
export function populateValidator<S>(model: Model<S>): PopulateValidator<S> {
  const check = (tree: Tree) => {
    const ast = parsePopulate(tree);
    planPopulate(codeContext(model), model, ast);
    return ast;
  };
  const parse = (search: Search) => {
    const tree = parameterIn(search, 'populate');
    // The check found names and options of this type alone.
    return (tree === undefined ? {} : populateValue(model, check(tree))) as PopulateObject<S>;
  };
  return Object.assign((populate: PopulateObject<S>) => (check(treeOf(populate)), populate), { parse });
}

function parameterIn(search: Search, name: string): Tree | undefined {
  const text = typeof search === 'string' ? search.replace(/^\?/, '') : search.toString();
  return parseBrackets(text)[name];
}

/** Code is not a caller: code may look at every type that `model` is related to. */
function codeContext(model: AnyModel): PlanContext {
  const models = new Set<AnyModel>();
  const visit = (current: AnyModel) => {
    if (models.has(current)) return;
    models.add(current);
    for (const attribute of Object.values(current.attributes)) {
      if (attribute.kind === 'relation' || attribute.kind === 'morphInverse') visit(attribute.target());
    }
  };
  visit(model);
  return trustedContext([...models]);
}
