import type { Scalar } from '../../model/model.js';
import { literal, string } from '../literal.js';
import { scalar } from '../scalar.js';

export const enumeration = scalar({
  factory: 'enumeration',
  first: (attribute) => [literal(attribute.values ?? [])],
  column: (name, { values = [], keepOldValues }) =>
    keepOldValues ? `pg.text(${name})` : `pg.text(${name}, { enum: ${literal(values)} })`,
  kind: 'Enum',
  typeArguments: (attribute) => [union(attribute)],
});

function union(attribute: Scalar): string {
  return (attribute.values ?? []).map(string).join(' | ');
}
