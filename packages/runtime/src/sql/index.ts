export { type Builder, createBuilder, opaque, whereClause } from './builder.js';
export { SIZE, runningTotal } from './budget/bytes.js';
export type { PageEdges } from './page/cursor.js';
export {
  type EnclosedJson,
  type Param,
  type RawRow,
  type Statement,
  columnsOf,
  createParams,
  readRow,
} from './statement.js';
export { condition } from './filter.js';
export { mainConditions } from './main-conditions.js';
export { type Loader, type Part, createLoader, run, runRaw, runTogether } from './loader.js';
export { momentText } from './moment.js';
export { mentions } from './morph/mentions.js';
export { objectOf } from './node.js';
export { orderClause, orderTerms } from './sort/order.js';
export type { BoundedStatement, OverBudget } from './budget/over-budget.js';
export type { Shape } from './document.js';
export { type DocumentRow, type RowDocument, forDocument, selectFromRow, selectOne, selectUses } from './select-one.js';
export { type PageRow, type PageStatement, selectPage } from './page/select-page.js';
export { outputOf, rowSource, tableOf } from './source.js';
