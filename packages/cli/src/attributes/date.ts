import { scalar } from './scalar.js';

export const date = scalar({
  factory: 'date',
  column: (name) => `pg.date(${name}, { mode: 'string' })`,
  output: () => 'string',
  filter: () => 'f.Day',
});
