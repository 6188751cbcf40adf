import { comparing, matching } from '../../permissions/operators.js';
import { type Schema, anyOf, closed, listOf, ref, textSchema } from '../schema.js';

const number: Schema = { type: ['number', 'string'], pattern: '^-?[0-9]+([.][0-9]+)?$' };

/** Any other value than false, f, 0 and empty text is true. */
const flags: Schema = { $null: ref('flag'), $notNull: ref('flag') };

/** The conditions of each kind of attribute: a value, several values (any of them), or operators (all of them). */
export const conditionSchemas: Schema = {
  textFilter: condition('textFilter', textSchema, [...comparing, ...matching]),
  integerFilter: condition('integerFilter', ref('integer'), comparing),
  numberFilter: condition('numberFilter', number, comparing),
  booleanFilter: condition('booleanFilter', ref('flag'), comparing),
  dateFilter: condition('dateFilter', { type: 'string', format: 'date' }, comparing),
  timeFilter: condition('timeFilter', { type: 'string', format: 'time-local' }, comparing),
  instantFilter: condition('instantFilter', { type: 'string', format: 'date-time' }, comparing),
  jsonFilter: closed({ ...flags, $containsi: textSchema, $notContainsi: textSchema, $jsonSupersetOf: textSchema }),
  keyFilter: condition('keyFilter', ref('id'), ['$eq', '$ne', '$in', '$notIn']),
  roleFilters: closed({
    id: ref('integerFilter'),
    documentId: ref('textFilter'),
    name: ref('textFilter'),
    description: ref('textFilter'),
    type: ref('textFilter'),
  }),
};

function condition(name: string, value: Schema, operators: readonly string[]): Schema {
  const some = anyOf(value, listOf(value));
  const typed = { $between: listOf(value, { minItems: 2, maxItems: 2 }), $not: ref(name) };
  const compared = Object.fromEntries(operators.map((operator) => [operator, some]));
  return anyOf(value, listOf(value), closed({ ...compared, ...flags, ...(name === 'keyFilter' ? {} : typed) }));
}
