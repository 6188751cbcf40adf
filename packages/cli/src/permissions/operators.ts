/** Operators that compare with values of the type. */
export const comparing = ['$eq', '$ne', '$in', '$notIn', '$lt', '$lte', '$gt', '$gte'];

/** Operators that read the attribute as text. */
export const matching = [
  '$eqi',
  '$nei',
  '$contains',
  '$notContains',
  '$containsi',
  '$notContainsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
];

/** Every operator that compares an attribute. */
export const operators = [...comparing, ...matching, '$between', '$null', '$notNull', '$jsonSupersetOf'];
