import { defaultRest } from '../content/index.js';
import type { Value } from '../database/index.js';
import type { Operand, VersionPlan } from '../plan/index.js';
import { type ByteBudget, thoroughBudget } from './budget/bytes.js';
import { type BlankValue, createParams } from './statement.js';
import { type RowCount, totalRows } from './budget/row-count.js';
import type { RowSource } from './source.js';

/** A statement under construction. Values of requests never become text: they are parameters. */
export interface Builder {
  readonly values: Value[];
  readonly blanks: readonly BlankValue[];
  readonly version: VersionPlan;
  /** The project has one locale only, so there is no version to choose. */
  readonly oneLocale: boolean;
  /** Component entries carry a `documentId`. */
  readonly entryDocumentId: boolean;
  /** The row budget: how many rows one request may populate. */
  readonly maxRows: number;
  /** The budget of rows for sorting by lists. */
  readonly maxSortedRows: number;
  /** The number of populated rows that the budget limits. */
  readonly rowCount: RowCount;
  /** Bounds the bytes of the answer. */
  readonly bytes: ByteBudget;
  /** `$1::integer` */
  param(value: Operand, type: string): string;
  /** A parameter of its own, so that another value can replace it when the statement is used again. */
  slot(value: Value, type: string): string;
  /** A name for a table of this statement. */
  alias(prefix: string): string;
  /** Whether Postgres may plan one more alternative both as a join and as a lookup; see `related.ts`. */
  mayPlanBothWays(): boolean;
  /** The conditions that rows of a type have to meet to exist for the caller. */
  guard(source: RowSource): readonly string[];
  /** The conditions of `publicationFilter` on populated rows. */
  publication(source: RowSource): readonly string[];
}

interface BuilderOptions extends Pick<Builder, 'version' | 'oneLocale' | 'entryDocumentId'> {
  readonly maxRows?: number;
  readonly maxSortedRows?: number;
  readonly rowCount?: RowCount;
  readonly bytes?: ByteBudget;
  readonly guard: (sql: Builder, source: RowSource) => readonly string[];
  readonly publication?: (sql: Builder, source: RowSource) => readonly string[];
}

/** How many alternatives of a statement Postgres may plan both ways. */
const MAX_PLANNED_BOTH_WAYS = 8;

export function createBuilder({
  guard,
  publication = () => [],
  maxRows = defaultRest.maxPopulatedRows,
  maxSortedRows = defaultRest.maxSortedRows,
  rowCount = totalRows,
  bytes = thoroughBudget(defaultRest.maxResponseBytes, maxRows),
  ...options
}: BuilderOptions): Builder {
  const { values, blanks, param } = createParams();
  let aliases = 0;
  let plannedBothWays = 0;
  const builder: Builder = {
    ...options,
    maxRows,
    maxSortedRows,
    rowCount,
    bytes,
    values,
    blanks,
    param,
    slot: (value, type) => `$${values.push(value)}::${type}`,
    alias: (prefix) => `${prefix}${++aliases}`,
    mayPlanBothWays: () => ++plannedBothWays <= MAX_PLANNED_BOTH_WAYS,
    guard: (source) => guard(builder, source),
    publication: (source) => publication(builder, source),
  };
  return builder;
}

export function whereClause(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}

/**
 * A value that the Postgres planner cannot see. With a visible offset or list the custom plan looks cheaper than the
 * generic plan, and Postgres would plan the statement again each time it runs.
 */
export function opaque(value: string, type: string): string {
  return `(select ${value})::${type}`;
}

/** A limit that the planner cannot see, so that a page size is no new statement. */
export function limitClause(sql: Pick<Builder, 'param'>, limit: number): string {
  return ` limit ${opaque(sql.param(limit, 'bigint'), 'bigint')}`;
}
