export { type Builder, createBuilder, opaque, whereClause } from './builder.js';
export { SIZE, runningTotal } from './budget/bytes.js';
export type { PageEdges } from './page/cursor.js';
export type { EnclosedJson } from './enclosed-json.js';
export { condition } from './filter.js';
export { mainConditions } from './main-conditions.js';
export { type Loader, type Param, type Part, createLoader, run, runTogether } from './loader.js';
export { momentText } from './moment.js';
export { objectOf } from './node.js';
export { createParams } from './params.js';
export { orderClause, orderTerms } from './sort/order.js';
export {
  type BoundedStatement,
  type DocumentRow,
  type OverBudget,
  type PageRow,
  type PageStatement,
  type Shape,
  forDocument,
  selectOne,
  selectPage,
} from './select.js';
export { outputOf, rowSource, tableOf } from './source.js';
export { type RawRow, type Statement, columnsOf, readRow } from './statement.js';
