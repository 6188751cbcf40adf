import { scalar } from '../scalar.js';

export const biginteger = scalar({
  factory: 'biginteger',
  column: (name) => `pg.bigint(${name}, { mode: 'bigint' })`,
  kind: 'BigInt',
});
