export type {
  Blank,
  CursorAst,
  DottedPath,
  FieldsAst,
  FilterAst,
  FilterText,
  NestedAst,
  PageAst,
  PageDepth,
  Path,
  PopulateAst,
  PopulateEntryAst,
  PopulateValueAst,
  SortAst,
} from './ast.js';
export { limits as queryLimits, parseBrackets } from './brackets.js';
export { invalidFields } from './fields.js';
export { parseFilters, parseFlag } from './filters.js';
export { type Parameters, parseParameters, requestOptions } from './parameters.js';
export { parsePopulate } from './populate.js';
export { invalidOrder, isDirection } from './sort.js';
export { type Tree, type TreeObject, treeOf } from './tree.js';
