import { ValidationError, invalidKey } from '../errors/index.js';
import type { Value } from '../database/database.js';
import type { FilterAst, Path } from '../query/ast.js';
import type { FilterPlace } from './filters.js';
import { parseFlag, parseOperand } from './operands.js';
import type { Comparison, Field, FilterPlan } from './plan.js';

type Operand = 'typed' | 'list' | 'pair' | 'flag' | 'text' | 'json';

/** What each operator takes. `text` operators that mind the case need a text attribute; the others read any as text. */
const operands: Readonly<Record<Comparison, Operand>> = {
  $eq: 'typed',
  $ne: 'typed',
  $lt: 'typed',
  $lte: 'typed',
  $gt: 'typed',
  $gte: 'typed',
  $in: 'list',
  $notIn: 'list',
  $between: 'pair',
  $null: 'flag',
  $notNull: 'flag',
  $eqi: 'text',
  $nei: 'text',
  $contains: 'text',
  $notContains: 'text',
  $containsi: 'text',
  $notContainsi: 'text',
  $startsWith: 'text',
  $startsWithi: 'text',
  $endsWith: 'text',
  $endsWithi: 'text',
  $jsonSupersetOf: 'json',
};

const MINDS_CASE = new Set(['$contains', '$notContains', '$startsWith', '$endsWith']);

/** The conditions on one scalar. */
export function comparison(
  place: FilterPlace,
  field: Field,
  names: Path,
  ast: FilterAst,
  negated: boolean,
): FilterPlan {
  switch (ast.kind) {
    case 'and':
    case 'or': {
      const items = ast.items.map((item) => comparison(place, field, names, item, negated));
      return { kind: negated === (ast.kind === 'and') ? 'or' : 'and', items };
    }
    case 'not':
      return comparison(place, field, names, ast.item, !negated);
    case 'attribute':
      throw invalidKey(ast.name, { source: 'query', param: place.param, path: names.join('.') });
    case 'operator':
      return compare(place, field, names, ast, negated);
  }
}

function compare(
  place: FilterPlace,
  field: Field,
  names: Path,
  ast: Extract<FilterAst, { kind: 'operator' }>,
  negated: boolean,
): FilterPlan {
  const { operator, values } = ast;
  const path = [place.param, ...ast.path].join('.');
  if (!isComparison(operator))
    throw invalidKey(operator, { source: 'query', param: place.param, path: names.join('.') });
  if (ast.key !== undefined) {
    throw invalidKey(ast.key, { source: 'query', param: place.param, path: ast.path.join('.') });
  }
  const plan = (...given: readonly Value[]): FilterPlan => ({
    kind: 'compare',
    field,
    operator,
    operands: given,
    negated,
  });
  const typed = (text: string) => parseOperand(field.type.name, text, path);

  switch (operands[operator]) {
    case 'flag': {
      const holds = values.every(parseFlag);
      const isNull = (operator === '$null') === holds;
      return { kind: 'compare', field, operator: isNull ? '$null' : '$notNull', operands: [], negated };
    }
    case 'list':
      return plan(...values.map(typed));
    case 'pair':
      if (values.length !== 2) throw refused(`Invalid value at ${path}. Expected two values`, path, place);
      return plan(typed(values[0]!), typed(values[1]!));
    case 'typed':
      return anyOf(values, negated, (value) => plan(typed(value)));
    case 'json':
      if (field.type.postgres !== 'jsonb') throw unfit(operator, field, path, place);
      return anyOf(values, negated, (value) => plan(typed(value)));
    case 'text':
      if (MINDS_CASE.has(operator) && field.type.postgres !== 'text') throw unfit(operator, field, path, place);
      return anyOf(values, negated, (value) => plan(value));
  }
}

function anyOf(values: readonly string[], negated: boolean, one: (value: string) => FilterPlan): FilterPlan {
  const items = values.map(one);
  return items.length === 1 ? items[0]! : { kind: negated ? 'and' : 'or', items };
}

function isComparison(operator: string): operator is Comparison {
  return Object.hasOwn(operands, operator);
}

function unfit(operator: string, field: Field, path: string, place: FilterPlace): ValidationError {
  return refused(
    `Invalid operator ${operator} at ${path}. It cannot be used on an attribute of type ${field.type.name}`,
    path,
    place,
  );
}

function refused(message: string, path: string, place: FilterPlace): ValidationError {
  return new ValidationError(message, { path, source: 'query', param: place.param });
}
