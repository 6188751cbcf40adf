import type { SortSite } from '../../plan/index.js';
import type { Builder } from '../builder.js';
import type { OverSorted } from '../sort/over-sorted.js';
import { type Statement, filledValues } from '../statement.js';

/**
 * The answer has more rows or bytes than the budget allows, or the sort looks at more rows. `unsure`: only a thorough
 * statement can tell.
 */
export type OverBudget =
  | { readonly budget: 'rows' | 'bytes' | 'unsure' }
  | { readonly budget: 'sort'; readonly sort: SortSite };

/** A quick statement may be unsure whether an answer fits its budgets; a thorough statement costs more. */
export type Effort = 'quick' | 'thorough';

/** A statement whose answer may exceed its budget. */
export interface BoundedStatement<Row> extends Statement<Row> {
  /** The same statement, which is never unsure. */
  readonly thorough: () => Statement<Row>;
}

/** A statement with the values of the blanks of a query. */
export function filled<Bounded extends BoundedStatement<unknown>>(
  statement: Bounded,
  texts: readonly string[],
): Bounded {
  const thorough = () => {
    const other = statement.thorough();
    return { ...other, values: filledValues(other, texts) };
  };
  return { ...statement, values: filledValues(statement, texts), thorough };
}

/** The column `sort_over` of a row. */
export function overSorted(value: Buffer | null, { sites }: OverSorted): OverBudget | undefined {
  if (value === null) return undefined;
  const sort = sites[Number(value.toString())];
  if (sort === undefined) throw new Error('A sort key has a place in the request');
  return { budget: 'sort', sort };
}

type Budget = 'rows' | 'bytes' | 'unsure' | 'fits';

/** Whether an answer with so many rows and bytes, of which nothing was left out, is within its budget. */
export function budgetOf(sql: Builder, rows: string, bytes: string, isWhole: string): string {
  const tooMany = `when ${rows} > ${sql.maxRows} then 'rows'`;
  return `case ${tooMany} when ${bytes} > ${sql.bytes.max} then 'bytes' when not (${isWhole}) then 'unsure' else 'fits' end`;
}

export function readBudget(value: Buffer | null): Budget {
  const text = value?.toString();
  if (text === 'fits' || text === 'rows' || text === 'bytes' || text === 'unsure') return text;
  throw new Error('A statement tells whether its answer is within its budget');
}
