import { type ComparisonKind, comparisonOf } from '../../data/comparison.js';
import type { DescribedAttribute, DescribedType, Description } from '../../data/description.js';
import type { QueryTree, QueryValue } from '../../data/query-string.js';
import type { Condition } from './list-state.js';

interface Operator {
  readonly name: string;
  readonly label: string;
  /** Takes no value. */
  readonly unary?: true;
}

const EQUAL: readonly Operator[] = [
  { name: '$eq', label: 'is' },
  { name: '$ne', label: 'is not' },
];
const TEXT: readonly Operator[] = [
  { name: '$containsi', label: 'contains' },
  ...EQUAL,
  { name: '$startsWithi', label: 'starts with' },
  { name: '$endsWithi', label: 'ends with' },
];
const ORDER: readonly Operator[] = [
  ...EQUAL,
  { name: '$lt', label: 'is less than' },
  { name: '$lte', label: 'is at most' },
  { name: '$gt', label: 'is more than' },
  { name: '$gte', label: 'is at least' },
];
const PRESENCE: readonly Operator[] = [
  { name: '$notNull', label: 'has a value', unary: true },
  { name: '$null', label: 'is empty', unary: true },
];

const OPERATORS: Readonly<Record<ComparisonKind, readonly Operator[]>> = {
  text: [...TEXT, ...PRESENCE],
  order: [...ORDER, ...PRESENCE],
  boolean: [...EQUAL, ...PRESENCE],
  choice: [...EQUAL, ...PRESENCE],
  json: PRESENCE,
};

/** The operators that make sense for an attribute. */
export function operatorsOf(attribute: DescribedAttribute): readonly Operator[] {
  return attribute.kind === 'scalar' ? OPERATORS[comparisonOf(attribute.type)] : PRESENCE;
}

export interface FilterTarget {
  /** `author.name` */
  readonly path: string;
  /** `Author › Name` */
  readonly label: string;
  readonly attribute: DescribedAttribute;
}

/** What a list can be filtered by: its attributes, and those of related documents and components. */
export function filterTargets(type: DescribedType, description: Description): readonly FilterTarget[] {
  return type.attributes.filter(isFilterable).flatMap((attribute) => {
    const inner = innerAttributes(attribute, description).filter(
      (each) => isFilterable(each) && each.kind === 'scalar',
    );
    const nested = inner.map((each) => ({
      path: `${attribute.name}.${each.name}`,
      label: `${attribute.label} › ${each.label}`,
      attribute: each,
    }));
    return [{ path: attribute.name, label: attribute.label, attribute }, ...nested];
  });
}

function innerAttributes(attribute: DescribedAttribute, description: Description): readonly DescribedAttribute[] {
  if (attribute.kind === 'component') return description.components[attribute.component]?.attributes ?? [];
  if (attribute.kind !== 'relation') return [];
  return description.types.find(({ uid }) => uid === attribute.target)?.attributes ?? [];
}

/** The API filters by all attributes but media, dynamic zones and polymorphic relations. */
function isFilterable(attribute: DescribedAttribute): boolean {
  if (!attribute.filterable || attribute.kind === 'media' || attribute.kind === 'dynamicZone') return false;
  return attribute.kind !== 'relation' || attribute.target !== undefined;
}

/** Values that the API takes for numbers, and what is wrong with others. */
const NUMBERS: Readonly<Record<string, readonly [RegExp, string]>> = {
  integer: [/^[-+]?\d+$/, 'Write a whole number, such as 12.'],
  biginteger: [/^[-+]?\d+$/, 'Write a whole number, such as 12.'],
  float: [/^[-+]?(\d+\.?\d*|\.\d+)$/, 'Write a number with a point, such as 1.5.'],
  decimal: [/^[-+]?(\d+\.?\d*|\.\d+)$/, 'Write a number with a point, such as 1.5.'],
};

/** Why the API would refuse the value of a condition. */
export function valueProblem(attribute: DescribedAttribute | undefined, condition: Condition): string | undefined {
  if (attribute?.kind !== 'scalar' || isUnary(condition.operator) || condition.value === '') return undefined;
  const [form, problem] = NUMBERS[attribute.type] ?? [];
  return form?.test(condition.value) === false ? problem : undefined;
}

/**
 * Conditions as the `filters` of the API; all of them must hold. A condition without a value, or with a wrong value, is
 * not finished, and ignored.
 */
export function filtersOf(conditions: readonly Condition[], targets: readonly FilterTarget[]): QueryTree | undefined {
  const attributes = new Map(targets.map(({ path, attribute }) => [path, attribute]));
  const finished = conditions.filter(
    (each) =>
      (isUnary(each.operator) || each.value !== '') && valueProblem(attributes.get(each.path), each) === undefined,
  );
  if (finished.length === 0) return undefined;
  return {
    $and: finished.map(({ path, operator, value }) =>
      nested(path.split('.'), { [operator]: isUnary(operator) ? true : value }),
    ),
  };
}

export function isUnary(operator: string): boolean {
  return PRESENCE.some(({ name }) => name === operator);
}

function nested([first = '', ...rest]: readonly string[], inner: QueryValue): QueryTree {
  return { [first]: rest.length === 0 ? inner : nested(rest, inner) };
}
