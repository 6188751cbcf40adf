import { scalar } from '../scalar.js';

export const date = scalar({
  factory: 'date',
  column: (name) => `pg.date(${name}, { mode: 'string' })`,
  kind: 'Day',
});
