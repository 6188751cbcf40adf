import { scalar } from '../scalar.js';

export const time = scalar({
  factory: 'time',
  column: (name) => `pg.time(${name}, { precision: 3 })`,
  kind: 'Time',
});
