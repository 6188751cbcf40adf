import type { Scope } from '../content/index.js';
import { ClientDatabase, type Executor, type Value } from '../database/index.js';
import { NotFoundError, ValidationError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import type { SortSite } from '../plan/index.js';
import { type BoundedStatement, type OverBudget, readRow } from '../sql/index.js';

/**
 * Reads an answer. Throws a 404 if the statement returns no row, and a 400 if the answer is over one of its budgets.
 */
export async function readBounded<Row extends OverBudget | { readonly budget: 'fits' } | undefined>(
  scope: Scope,
  executor: Executor,
  { name: type }: AnyModel,
  statement: BoundedStatement<Row>,
  values: readonly Value[] = statement.values,
): Promise<Exclude<Row, OverBudget | undefined>> {
  const { needsThorough } = scope.content;
  const isLarge = needsThorough.get(statement.text) === true;
  const startedAt = performance.now();
  const first = isLarge ? statement.thorough() : statement;
  let row = await readRow(executor, first, isLarge ? first.values : values, type);
  if (row?.budget === 'unsure') {
    needsThorough.set(statement.text, true, statement.text.length);
    const thorough = statement.thorough();
    row = await readRow(ClientDatabase.since(executor, startedAt), thorough, thorough.values, type);
  }
  if (row === undefined) throw new NotFoundError();
  if (row.budget !== 'fits') throw refusalOf(scope, row);
  // As the types of the statements say, a row within its budget is neither missing nor over its budget.
  return row as Exclude<Row, OverBudget | undefined>;
}

function refusalOf(scope: Scope, row: OverBudget): ValidationError {
  if (row.budget === 'sort') return tooManyToSort(scope, row.sort);
  return row.budget === 'rows' ? tooManyRows(scope) : tooLargeAnswer(scope);
}

function tooManyToSort({ content }: Scope, { key, param }: SortSite): ValidationError {
  const { maxSortedRows } = content.settings.api.rest;
  return new ValidationError(
    `Too many rows to sort by ${key}. The maximum is ${maxSortedRows} (api.rest.maxSortedRows); select fewer documents, or sort by another key`,
    { key, path: key, source: 'query', param },
  );
}

function tooManyRows({ content }: Scope): ValidationError {
  const { maxPopulatedRows } = content.settings.api.rest;
  return new ValidationError(
    `Too many rows to populate. The maximum is ${maxPopulatedRows} (api.rest.maxPopulatedRows); select fewer documents, or paginate what is populated`,
    { source: 'query', param: 'populate' },
  );
}

/** The answer of a request that selects more bytes than it may. */
export function tooLargeAnswer({ content }: Scope): ValidationError {
  const { maxResponseBytes } = content.settings.api.rest;
  return new ValidationError(
    `The answer is too large. The maximum is ${maxResponseBytes} bytes (api.rest.maxResponseBytes); select fewer documents or fields, populate less, or paginate what is populated`,
    { source: 'query', params: ['pagination', 'fields', 'populate'] },
  );
}
