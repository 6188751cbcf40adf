import { scalar } from '../scalar.js';

export const decimal = scalar({
  factory: 'decimal',
  column: (name) => `pg.numeric(${name}, { precision: 10, scale: 2 })`,
  kind: 'Num',
});
