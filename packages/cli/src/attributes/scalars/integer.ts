import { scalar } from '../scalar.js';

export const integer = scalar({
  factory: 'integer',
  column: (name) => `pg.integer(${name})`,
  kind: 'Num',
});
