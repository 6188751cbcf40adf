import type { Value } from '../database/database.js';
import type { VersionPlan } from '../plan/plan.js';
import { defaultRest } from '../content/settings.js';
import { createParams } from './params.js';
import type { RowSource } from './source.js';

/** Text of a statement in the making, with the values it needs. Nothing from the wire is ever text: it is a parameter. */
export interface Builder {
  readonly values: Value[];
  readonly version: VersionPlan;
  /** With one locale there is nothing to choose between. */
  readonly oneLocale: boolean;
  /** Component entries carry a `documentId`. */
  readonly entryDocumentId: boolean;
  /** How many rows may be populated. */
  readonly maxRows: number;
  /** Lists tell their length beside their data. Otherwise each looks at its own, and ends the statement where it is too long. */
  readonly weighed: boolean;
  /** `$1::integer` */
  param(value: Value, type: string): string;
  /** The same with a place of its own, so that another value can take it when the statement is used again. */
  place(value: Value, type: string): string;
  /** A name for a table of this statement. */
  alias(prefix: string): string;
  /** Whether Postgres may look for the best way to meet one more alternative; see `related.ts`. */
  mayAsk(): boolean;
  /** What rows of a type have to meet to be there for the caller. */
  guard(source: RowSource): readonly string[];
}

export interface BuilderOptions extends Pick<Builder, 'version' | 'oneLocale' | 'entryDocumentId'> {
  readonly maxRows?: number;
  readonly weighed?: boolean;
  readonly guard: (sql: Builder, source: RowSource) => readonly string[];
}

/** How many alternatives of a statement Postgres may plan in both ways. */
const MAX_ASKED = 8;

export function createBuilder({
  guard,
  maxRows = defaultRest.maxPopulatedRows,
  weighed = false,
  ...options
}: BuilderOptions): Builder {
  const { values, param } = createParams();
  let aliases = 0;
  let asked = 0;
  const builder: Builder = {
    ...options,
    maxRows,
    weighed,
    values,
    param,
    place: (value, type) => `$${values.push(value)}::${type}`,
    alias: (prefix) => `${prefix}${++aliases}`,
    mayAsk: () => ++asked <= MAX_ASKED,
    guard: (source) => guard(builder, source),
  };
  return builder;
}

export function whereClause(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * A value that the planner cannot see. An offset or a list that it can see is smaller than what it assumes of others, and
 * it would plan the statement again every time that it runs.
 */
export function hidden(value: string, type: string): string {
  return `(select ${value})::${type}`;
}
