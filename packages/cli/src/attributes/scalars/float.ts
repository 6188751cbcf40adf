import { scalar } from '../scalar.js';

export const float = scalar({
  factory: 'float',
  column: (name) => `pg.doublePrecision(${name})`,
  kind: 'Num',
});
