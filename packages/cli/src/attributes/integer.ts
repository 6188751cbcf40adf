import { scalar } from './scalar.js';

export const integer = scalar({
  factory: 'integer',
  column: (name) => `pg.integer(${name})`,
  output: () => 'number',
  filter: () => 'f.Numeric',
});
