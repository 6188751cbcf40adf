import type { ScalarField } from '../model/index.js';
import { type Compared, type Comparison, type Operand, type Operands, combined } from '../plan/index.js';
import type { Builder } from './builder.js';

type Operators = {
  readonly [Operator in Comparison]: (
    sql: Builder,
    value: string,
    operands: Operands[Operator],
    field: ScalarField,
  ) => string;
};

/** A comparison of a value, which is a column or a part of the JSON of a component. */
export function compareSql<Operator extends Comparison>(
  sql: Builder,
  value: string,
  { operator, operands }: Compared<Operator>,
  field: ScalarField,
): string {
  return operators[operator](sql, value, operands, field);
}

const operators: Operators = {
  $eq: (sql, value, [operand], field) => {
    const equal = `${value} = ${sql.param(operand, field.type.postgres)}`;
    // Redundant predicate: lets Postgres use the partial index.
    const isFilled = field.unique === true && field.type.postgres === 'text' && operand !== '';
    return isFilled ? `(${equal} and ${value} <> '')` : equal;
  },
  $ne: (sql, value, [operand], field) => `${value} <> ${sql.param(operand, field.type.postgres)}`,
  $lt: (sql, value, [operand], field) => `${value} < ${sql.param(operand, field.type.postgres)}`,
  $lte: (sql, value, [operand], field) => `${value} <= ${sql.param(operand, field.type.postgres)}`,
  $gt: (sql, value, [operand], field) => `${value} > ${sql.param(operand, field.type.postgres)}`,
  $gte: (sql, value, [operand], field) => `${value} >= ${sql.param(operand, field.type.postgres)}`,
  $in: (sql, value, operands, field) => `${value} = any(${list(sql, operands, field)})`,
  $notIn: (sql, value, operands, field) => `${value} <> all(${list(sql, operands, field)})`,
  $between: (sql, value, [low, high], field) =>
    `${value} between ${sql.param(low, field.type.postgres)} and ${sql.param(high, field.type.postgres)}`,
  $null: (_sql, value) => `${value} is null`,
  $notNull: (_sql, value) => `${value} is not null`,
  $eqi: (sql, value, [operand], field) => `lower(${text(value, field)}) = lower(${sql.param(operand, 'text')})`,
  $nei: (sql, value, [operand], field) => `lower(${text(value, field)}) <> lower(${sql.param(operand, 'text')})`,
  $contains: (sql, value, [operand]) => `${value} like ${pattern(sql, '%', operand, '%')}`,
  $notContains: (sql, value, [operand]) => `${value} not like ${pattern(sql, '%', operand, '%')}`,
  $containsi: (sql, value, [operand], field) => `${text(value, field)} ilike ${pattern(sql, '%', operand, '%')}`,
  $notContainsi: (sql, value, [operand], field) => `${text(value, field)} not ilike ${pattern(sql, '%', operand, '%')}`,
  $startsWith: (sql, value, [operand]) => `${value} like ${pattern(sql, '', operand, '%')}`,
  $startsWithi: (sql, value, [operand], field) => `${text(value, field)} ilike ${pattern(sql, '', operand, '%')}`,
  $endsWith: (sql, value, [operand]) => `${value} like ${pattern(sql, '%', operand, '')}`,
  $endsWithi: (sql, value, [operand], field) => `${text(value, field)} ilike ${pattern(sql, '%', operand, '')}`,
  $jsonSupersetOf: (sql, value, [operand]) => `${value} @> ${sql.param(operand, 'jsonb')}`,
};

const PATTERNS: ReadonlySet<Comparison> = new Set([
  '$contains',
  '$containsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
]);

/** Whether an operator finds the rows that match a pattern. */
export function isPattern(operator: Comparison): boolean {
  return PATTERNS.has(operator);
}

function text(value: string, field: ScalarField): string {
  return field.type.postgres === 'text' ? value : `(${value})::text`;
}

function list(sql: Builder, operands: readonly Operand[], field: ScalarField): string {
  const values = combined(operands, 'list', (all) => all.map(String));
  return sql.param(values, `${field.type.postgres}[]`);
}

/** A pattern in which `%`, `_` and `\\` of the value stand for themselves. */
function pattern(sql: Builder, before: string, operand: Operand, after: string): string {
  const escaped = (value: string) => value.replace(/[\\%_]/g, '\\$&');
  const made = combined([operand], `${before} ${after}`, ([value]) => before + escaped(String(value)) + after);
  return sql.param(made, 'text');
}
