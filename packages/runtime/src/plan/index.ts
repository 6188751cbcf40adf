export { type Operand, type Unfilled, combined, fillIn, isUnfilled, operandOf } from './blanks/blank.js';
export { limitedWeight } from './condition-weight.js';
export { type PlanContext, trustedContext } from './context.js';
export { limitedEffort } from './effort.js';
export { planFilters } from './filters.js';
export type { Compared, Comparison, Operands } from './operators.js';
export { type PageEdge, sortOf, writeCursor } from './page/cursor.js';
export { filledPage, planPage, shapePage } from './page/pagination.js';
export type {
  ChildPlan,
  CursorPlan,
  CursorPosition,
  EdgeChild,
  FilterPlan,
  FullText,
  MorphArm,
  MorphChild,
  NestedCursor,
  NodePlan,
  OrderTerm,
  PagePlan,
  PageShape,
  ReadPlan,
  SortSite,
  VersionPlan,
  ZoneChild,
} from './plan.js';
export { type QueryShape, queryShape } from './blanks/query-shape.js';
export { planRead } from './read.js';
export { looksAtDrafts } from './version.js';
