import { invalidKey, ValidationError } from '../errors/index.js';
import type { ScalarField } from '../model/index.js';
import type { FilterAst, FilterText, Path } from '../query/index.js';
import type { FilterSite } from './filters.js';
import { type Operand, isUnfilled, operandOf } from './blanks/blank.js';
import { parseOperand } from './operands.js';
import { type Compared, type SingleOperator, isComparison, singleOperators } from './operators.js';
import type { FilterPlan } from './plan.js';

/** A comparison with null (`filters[title][$gt]` without a value), negated or not: no row meets it. */
const NEVER: FilterPlan = { kind: 'or', items: [] };

/** The conditions on one scalar. */
export function comparison(
  site: FilterSite,
  field: ScalarField,
  names: Path,
  ast: FilterAst,
  negated: boolean,
): FilterPlan {
  switch (ast.kind) {
    case 'and':
    case 'or': {
      const items = ast.items.map((item) => comparison(site, field, names, item, negated));
      return { kind: negated === (ast.kind === 'and') ? 'or' : 'and', items };
    }
    case 'not':
      return comparison(site, field, names, ast.item, !negated);
    case 'attribute':
      throw invalidKey(ast.name, { source: 'query', param: site.param, path: names.join('.') });
    case 'presence': {
      site.context.weigh(ast.operator, site.param, pathOf(site, ast));
      return { kind: 'compare', field, negated, operator: ast.isPresent ? '$notNull' : '$null', operands: [] };
    }
    case 'operator':
      return compare(site, field, names, ast, negated);
  }
}

function pathOf({ param }: FilterSite, { path }: { readonly path: Path }): string {
  return [param, ...path].join('.');
}

function compare(
  site: FilterSite,
  field: ScalarField,
  names: Path,
  ast: Extract<FilterAst, { kind: 'operator' }>,
  negated: boolean,
): FilterPlan {
  const { operator, values } = ast;
  const path = pathOf(site, ast);
  if (!isComparison(operator))
    throw invalidKey(operator, { source: 'query', param: site.param, path: names.join('.') });
  if (ast.key !== undefined) {
    throw invalidKey(ast.key, { source: 'query', param: site.param, path: ast.path.join('.') });
  }
  if (ast.isNull) return NEVER;
  const { name, postgres } = field.type;
  const typed = (sent: FilterText) =>
    noted(
      site,
      operandOf(sent, `${name} ${postgres}`, (text) => parseOperand(field.type, text, path)),
    );
  const asText = (sent: FilterText) => operandOf(sent, 'text', (text) => text);
  const plan = (compared: Compared): FilterPlan => {
    site.context.weigh(operator, site.param, path);
    return { kind: 'compare', field, negated, ...compared };
  };
  switch (operator) {
    case '$in':
    case '$notIn':
      return plan({ operator, operands: values.map(typed) });
    case '$between': {
      const [low, high, ...more] = values;
      if (low === undefined || high === undefined || more.length > 0)
        throw refused(`Invalid value at ${path}. Expected two values`, path, site);
      return plan({ operator, operands: [typed(low), typed(high)] });
    }
  }
  if (!fits(operator, field)) throw unfit(operator, field, path, site);
  const isText = singleOperators[operator] === 'text' || singleOperators[operator] === 'anyText';
  const items = values.map((value) => plan({ operator, operands: [isText ? asText(value) : typed(value)] }));
  const [only, ...others] = items;
  return only !== undefined && others.length === 0 ? only : { kind: negated ? 'and' : 'or', items };
}

/** Notes an operand, because its value has to be checked also where nothing is read with it. */
function noted({ context }: FilterSite, operand: Operand): Operand {
  if (isUnfilled(operand)) context.blanks.push(operand);
  return operand;
}

function fits(operator: SingleOperator, field: ScalarField): boolean {
  const kind = singleOperators[operator];
  if (kind === 'json') return field.type.postgres === 'jsonb';
  return kind !== 'text' || field.type.postgres === 'text';
}

function unfit(operator: string, field: ScalarField, path: string, site: FilterSite): ValidationError {
  return refused(
    `Invalid operator ${operator} at ${path}. It cannot be used on an attribute of type ${field.type.name}`,
    path,
    site,
  );
}

function refused(message: string, path: string, site: FilterSite): ValidationError {
  return new ValidationError(message, { path, source: 'query', param: site.param });
}
