/**
 * Filters over plain objects, written from the description of the interface and not from the SQL: comparisons are
 * three-valued, a relation holds if one related row does (a row of nulls stands in where there is none), and negation
 * is about each related row.
 */
export type Row = { readonly [name: string]: Scalar | Row | readonly Row[] };
type Scalar = string | number | boolean | null;
type Truth = boolean | null;

export type Filter = { readonly [key: string]: unknown };

const RELATIONS = new Set(['author', 'categories', 'articles']);

export function holds(filter: Filter, row: Row | null): boolean {
  return all(filter, row, false) === true;
}

function all(filter: Filter, row: Row | null, negated: boolean): Truth {
  const parts = Object.entries(filter).map(([key, value]) => one(key, value, row, negated));
  return negated ? some(parts) : every(parts);
}

function one(key: string, value: unknown, row: Row | null, negated: boolean): Truth {
  const list = () => (value as readonly Filter[]).map((item) => all(item, row, negated));
  if (key === '$and') return negated ? some(list()) : every(list());
  if (key === '$or') return negated ? every(list()) : some(list());
  if (key === '$not') return all(value as Filter, row, !negated);
  if (RELATIONS.has(key)) return related(row?.[key], value as Filter, negated);
  return scalar((row?.[key] ?? null) as Scalar, value as Filter, negated);
}

function related(value: Row[string] | undefined, filter: Filter, negated: boolean): Truth {
  const rows = Array.isArray(value)
    ? (value as readonly Row[])
    : value === null || value === undefined
      ? []
      : [value as Row];
  if (typeof filter['$null'] === 'boolean') return (rows.length === 0) === (filter['$null'] !== negated);
  return (rows.length === 0 ? [null] : rows).some((row) => all(filter, row, negated) === true);
}

function scalar(value: Scalar, conditions: Filter, negated: boolean): Truth {
  const parts = Object.entries(conditions).map(([operator, operand]) => {
    if (operator === '$not') return scalar(value, operand as Filter, !negated);
    const truth = compare(value, operator, operand);
    return negated ? not(truth) : truth;
  });
  return negated ? some(parts) : every(parts);
}

function compare(value: Scalar, operator: string, operand: unknown): Truth {
  if (operator === '$null') return (value === null) === operand;
  if (operator === '$notNull') return (value !== null) === operand;
  if (value === null) return null;
  const text = String(value);
  const other = String(operand);
  const order = (a: Scalar, b: Scalar) => (a! < b! ? -1 : a! > b! ? 1 : 0);
  switch (operator) {
    case '$eq':
      return value === operand;
    case '$ne':
      return value !== operand;
    case '$lt':
      return order(value, operand as Scalar) < 0;
    case '$lte':
      return order(value, operand as Scalar) <= 0;
    case '$gt':
      return order(value, operand as Scalar) > 0;
    case '$gte':
      return order(value, operand as Scalar) >= 0;
    case '$in':
      return (operand as Scalar[]).includes(value);
    case '$notIn':
      return !(operand as Scalar[]).includes(value);
    case '$between': {
      const [low, high] = operand as [Scalar, Scalar];
      return order(value, low) >= 0 && order(value, high) <= 0;
    }
    case '$eqi':
      return text.toLowerCase() === other.toLowerCase();
    case '$nei':
      return text.toLowerCase() !== other.toLowerCase();
    case '$contains':
      return text.includes(other);
    case '$notContains':
      return !text.includes(other);
    case '$containsi':
      return text.toLowerCase().includes(other.toLowerCase());
    case '$notContainsi':
      return !text.toLowerCase().includes(other.toLowerCase());
    case '$startsWith':
      return text.startsWith(other);
    case '$startsWithi':
      return text.toLowerCase().startsWith(other.toLowerCase());
    case '$endsWith':
      return text.endsWith(other);
    case '$endsWithi':
      return text.toLowerCase().endsWith(other.toLowerCase());
    default:
      throw new Error(`unknown operator ${operator}`);
  }
}

function not(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

function every(parts: readonly Truth[]): Truth {
  if (parts.includes(false)) return false;
  return parts.includes(null) ? null : true;
}

function some(parts: readonly Truth[]): Truth {
  if (parts.includes(true)) return true;
  return parts.includes(null) ? null : parts.length === 0;
}
