import { scalar } from './scalar.js';

export const biginteger = scalar({
  factory: 'biginteger',
  column: (name) => `pg.bigint(${name}, { mode: 'bigint' })`,
  output: () => 'string',
  input: () => 'string | number',
  filter: () => 'f.Numeric',
});
