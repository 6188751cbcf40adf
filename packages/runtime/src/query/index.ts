export type {
  DottedPath,
  FieldsAst,
  FilterAst,
  NestedAst,
  PageAst,
  Path,
  PopulateAst,
  PopulateEntryAst,
  PopulateValueAst,
  SortAst,
} from './ast.js';
export { limits as queryLimits, parseBrackets } from './brackets.js';
export { invalidFields } from './fields.js';
export { parseFilters } from './filters.js';
export { type Parameters, parseParameters, requestOptions } from './parameters.js';
export { parsePopulate } from './populate.js';
export { invalidOrder, isDirection } from './sort.js';
export { type Tree, type TreeObject, treeOf } from './tree.js';
